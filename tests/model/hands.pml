/* What the poller of a GPU and its workers tell each other, small enough to be looked at whole: two
 * workers, hands of up to two slots, batches of two, one of which ends in two hands.
 *
 *   give        the poller moves the head and posts a hand, to a worker that came back
 *   take        a worker sees it. All quick: it says that it came back, and then runs them; else it
 *               says so when all is over
 *   end         records, a fence, stamps; then each batch is counted, and who counts its last slot
 *               owes its end, which is told after a further fence: that of the next hand, or one of
 *               its own where no hand is there
 *   stop        a worker ends in a handler; the next launch goes on behind what has ended, with the
 *               slot that was in it a fault. Or it finds out behind a handler that it was to be
 *               stopped, and leaves
 *   park        the poller leaves when nobody is away and nothing is new; workers leave then, when
 *               they owe nothing
 *
 * Stores of a worker that no fence has passed may be seen by the host late, in any order. What must
 * hold: a ticket ends exactly once; where the end of a batch is seen, all of its stamps are; when the
 * launch is over, all that was published has ended, and all batches have. Each of the words that
 * model.sh lists breaks one rule, and must be found out.
 */
#define TICKETS 4
#define WORKERS 2

#define BATCH(t) ((t + 1) / 2) /* 0; 1 and 2; 3: batches of one, two and one */
#define BATCHES 3
#define SIZE(b) (b == 1 -> 2 : 1)

byte tail, head;
byte base[WORKERS], size[WORKERS];   /* what was posted */
byte given[WORKERS], came[WORKERS];  /* how often */
byte past[WORKERS];                  /* slots of its hand that are over; stands in memory */
bool at[WORKERS];                    /* the one behind them is in its handler */
bool leave, stopped;
byte running;                        /* blocks of the launch */
byte ended[TICKETS];
byte counted[BATCHES];

/* What the host sees, and what is on its way there: by worker, until its next fence. */
bool stamp[TICKETS], told[BATCHES];
bool sent_stamp[WORKERS * TICKETS];
bool owes[WORKERS * BATCHES];

#define SLOW(t) (t == 2)

inline arrive(t)
{
	d_step {
		ended[t]++;
		assert(ended[t] == 1);
		sent_stamp[me * TICKETS + t] = true
	}
}

/* All that this worker has sent is there. */
inline fence()
{
	d_step {
		i = 0;
		do
		:: i < TICKETS ->
			stamp[i] = stamp[i] || sent_stamp[me * TICKETS + i];
			sent_stamp[me * TICKETS + i] = false;
			i++
		:: else -> i = 0; break
		od
	}
}

/* Who sees the end of a batch finds all its stamps. */
inline settle()
{
	d_step {
		i = 0;
		do
		:: i < BATCHES ->
			if
			:: owes[me * BATCHES + i] ->
				owes[me * BATCHES + i] = false;
				told[i] = true;
				j = 0;
				do
				:: j < TICKETS ->
					assert(BATCH(j) != i || stamp[j]);
					j++
				:: else -> j = 0; break
				od
			:: else
			fi;
			i++
		:: else -> i = 0; break
		od
	}
}

/* Stamps that others have sent are there where their counts are: a count is a release for the
 * device, and whoever reads it and fences has all that was before it. */
inline count(t)
{
	d_step {
		counted[BATCH(t)]++;
		if
		:: counted[BATCH(t)] == SIZE(BATCH(t)) ->
			owes[me * BATCHES + BATCH(t)] = true;
			/* from here on the other worker's stamps of it are this one's to pass on */
			i = 0;
			do
			:: i < TICKETS ->
				if
				:: BATCH(i) == BATCH(t) && sent_stamp[(1 - me) * TICKETS + i] ->
					sent_stamp[me * TICKETS + i] = true
				:: else
				fi;
				i++
			:: else -> i = 0; break
			od
		:: else
		fi
	}
}

inline end_one(t)
{
#ifdef COUNT_FIRST
	count(t);
	arrive(t)
#else
	arrive(t);
	count(t)
#endif
}

proctype worker(byte me)
{
	byte i, j, k, n, first, seen;
	bool owing, quick;
	seen = came[me];
#ifdef PAST_FORGOTTEN
	past[me] = 0;
#endif
	do
	:: given[me] != seen ->
		n = size[me];
		first = base[me];
		seen = given[me];
		quick = !(SLOW(first) || n == 2 && SLOW(first + 1)) && !past[me] && !at[me];
#ifdef BACK_BEFORE_SLOW
		came[me] = seen;
#endif
		if
		:: quick ->
			came[me] = seen;
#ifndef NO_FENCE_BETWEEN
			fence();
#endif
			k = 0;
			do
			:: k < n -> arrive(first + k); k++
			:: else -> break
			od;
			settle();
			k = 0;
			do
			:: k < n -> count(first + k); k++
			:: else -> break
			od;
			owing = true
		:: else ->
			fence();
			settle();
			owing = false;
			if
			:: at[me] -> /* it was stopped */
				end_one(first + past[me]);
				d_step { at[me] = false; past[me]++ }
			:: else
			fi;
			do
			:: past[me] < n ->
				if
				:: SLOW(first + past[me]) ->
					at[me] = true;
					if
					:: !stopped -> stopped = true; running--; goto over
					:: true
					fi
				:: else
				fi;
				end_one(first + past[me]);
				d_step { at[me] = false; past[me]++ };
				if
				:: SLOW(first + past[me] - 1) && !stopped ->
					stopped = true;
					running--;
					goto over
				:: true
				fi
			:: else -> break
			od;
			fence();
			settle();
			past[me] = 0;
			came[me] = seen
		fi
#ifdef LEAVES_OWING
	:: given[me] == seen && leave -> break
#endif
	:: given[me] == seen && owing ->
#ifndef FORGOTTEN_WHEN_IDLE
		fence();
		settle();
#endif
		owing = false
	:: given[me] == seen && !owing && leave -> break
	od;
	running--;
over:
	skip
}

proctype poller()
{
	do
	:: stopped && running < WORKERS + 1 ->
		/* one says nothing more: the others come back, then all leave */
		if
		:: given[0] == came[0] || at[0] || past[0] -> skip
		fi;
		if
		:: given[1] == came[1] || at[1] || past[1] -> skip
		fi;
		break
	:: head < tail && given[0] == came[0] ->
		d_step {
			base[0] = head;
			size[0] = (tail - head > 1 -> 2 : 1);
			head = head + size[0];
			given[0]++
		}
	:: head < tail && given[1] == came[1] ->
		d_step {
			base[1] = head;
			size[1] = (tail - head > 1 -> 2 : 1);
			head = head + size[1];
			given[1]++
		}
	:: head == TICKETS && given[0] == came[0] && given[1] == came[1] -> break
	od;
	leave = true;
	running--
}

init {
	byte t;
run_again:
	atomic {
		running = WORKERS + 1;
		leave = false;
		run poller();
		run worker(0);
		run worker(1)
	}
	do
	:: tail < TICKETS -> tail++
	:: running == 0 -> break
	od;
	if
	:: head < TICKETS || given[0] != came[0] || given[1] != came[1] -> goto run_again
	:: else
	fi;
	tail == TICKETS;
	d_step {
		t = 0;
		do
		:: t < TICKETS ->
			assert(ended[t] == 1 && (stamp[t] || sent_stamp[t] || sent_stamp[TICKETS + t]));
			assert(told[BATCH(t)]);
			t++
		:: else -> break
		od
	}
}
