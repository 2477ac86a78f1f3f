/* What workers of the live megakernel do among themselves, small enough to be looked at whole: two
 * workers, two tickets, a run queue; slots that yield, and a launch that is stopped anywhere.
 *
 *   take        with a lock that nobody waits for: new slots and those that yielded go into the
 *               queue, one comes into the hand, and `ready` tells whether more are there
 *   yield       a slot runs again later; it is kept by its worker until that has the lock
 *   stop        a launch ends where its kernel loops: in a handler, or with the lock; what it had
 *               stands in memory, and the next launch goes on with it: the slot in its handler
 *               faults, the lock is given back, and the queue is looked at
 *   park        as in ring.pml, with all fences
 *
 * What must hold: a ticket ends exactly once, and all end, while workers may sleep for ever. Each
 * of the words that model.sh lists breaks one rule, and must be found out.
 */
#define TICKETS 2
#define WORKERS 2
#define STOPS 1

byte tail, head, lock, stops, ended;
bool ready;
chan queue = [TICKETS] of { byte };
byte ends[TICKETS], tries[TICKETS];
byte hand[WORKERS], back[WORKERS]; /* ticket + 1 */
bool parked[WORKERS], waking[WORKERS];

#ifdef BACK_FORGOTTEN
#define WANTED (tail != head || ready)
#else
#define WANTED (tail != head || ready || back[me])
#endif

proctype publisher()
{
	byte n, w;
	do
	:: n < TICKETS ->
		tail++;
		n++;
		do
		:: w < WORKERS ->
			if
			:: parked[w] -> waking[w] = true
			:: else
			fi;
			w++
		:: else -> w = 0; break
		od
	:: else -> break
	od;
	ended == TICKETS
}

inline finish(slot)
{
	d_step {
		assert(slot < tail);
		ends[slot]++;
		assert(ends[slot] == 1);
		ended++
	}
}

/* Where a launch may be stopped. */
inline may_stop(handler)
{
	if
	:: stops < STOPS -> d_step { stops++; blamed = handler }; goto launch
	:: true
	fi
}

proctype worker(byte me)
{
	byte ticket;
	bool blamed, more;
asleep:
end_asleep:
	waking[me];
	waking[me] = false;
launch:
	if
#ifndef LOCK_KEPT
	:: lock == me + 1 ->
#ifndef READY_STALE
		ready = true;
#endif
		lock = 0
#endif
	:: else
	fi;
	if
	:: hand[me] && blamed ->
		finish(hand[me] - 1);
		hand[me] = 0
	:: else
	fi;
#ifdef HAND_FORGOTTEN
	hand[me] = 0;
#endif
	d_step { blamed = false; parked[me] = false };
loop:
	do
	:: !hand[me] && WANTED && !lock ->
		atomic {
			if
			:: !lock -> lock = me + 1
			:: else -> goto loop
			fi
		};
		d_step {
			if
			:: back[me] -> ticket = back[me] - 1; queue!ticket; back[me] = 0
			:: else
			fi;
			do
			:: head < tail -> queue!head; head++
			:: else -> break
			od
		};
		may_stop(false);
		d_step {
			if
			:: nempty(queue) -> queue?ticket; hand[me] = ticket + 1; ticket = 0
			:: else
			fi
		};
		may_stop(false);
#ifndef READY_UNTOLD
		ready = nempty(queue);
#endif
		lock = 0
	:: hand[me] ->
		may_stop(true);
		if
		:: tries[hand[me] - 1] == 0 ->
			d_step { tries[hand[me] - 1]++; back[me] = hand[me]; hand[me] = 0 }
		:: true ->
#ifdef END_IN_STEPS
			finish(hand[me] - 1);
			may_stop(true);
			hand[me] = 0
#else
			atomic { finish(hand[me] - 1); hand[me] = 0 }
#endif
		fi
	:: !hand[me] && !WANTED -> break
	od;
	parked[me] = true;
	more = WANTED;
	if
	:: more -> d_step { parked[me] = false; more = false }; goto loop
	:: else
	fi;
	goto asleep
}

init {
	atomic {
		parked[0] = true;
		parked[1] = true;
		run worker(0);
		run worker(1);
		run publisher()
	}
}
