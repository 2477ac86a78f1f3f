/* The protocol of the live megakernel, small enough to be looked at whole: two publishers, two
 * workers, a ring of two slots, a batch, and a tenant that is unregistered meanwhile.
 *
 *   claim       workers take new slots under a lock that nobody waits for
 *   park, wake  a worker stores that it parks, fences, looks at the tail again, and sleeps; who
 *               publishes stores the tail, fences, and looks for parked workers; of several that
 *               see one, one is elected to wake it
 *   unregister  closes the tenant under the lock of publishers, and waits until all that was
 *               counted has ended
 *   batch       every end counts, whatever it is; whoever counts the last one tells, which frees
 *               the slots of all: their stamps are there then, and nobody looks at them
 *
 * What must hold: a ticket ends exactly once, and not before it was published; the batch is told
 * once, after its last ticket; nothing of a tenant is published or in flight after unregistering
 * returned; what was published ends, that is, the waiting processes end too, while workers may
 * sleep for ever. Each of the words that ring.sh lists breaks one rule, and must be found out.
 */
#define SLOTS 2
#define EACH(tenant) (2 - (tenant)) /* tickets */
#define MOST 3
#define WORKERS 2

byte tail, head;
bool publishing; /* the lock of publishers; claims, under another, are single steps here */
byte owner[SLOTS], stamp[SLOTS];
byte ends[MOST];
bool parked[WORKERS], waking[WORKERS];
byte counted, told;
byte published[2], ended[2];
bool closed[2], gone[2], leaving[2];

#define SLOT(ticket) ((ticket) % SLOTS)
#define ENDED (tail < SLOTS || stamp[SLOT(tail)] == tail - SLOTS + 1)
#define ROOM (ENDED || told && owner[SLOT(tail)] == 0)

inline wake_parked()
{
	w = 0;
	do
	:: w < WORKERS ->
		if
		:: parked[w] ->
			d_step { if :: !waking[w] -> waking[w] = true :: else fi }
		:: else
		fi;
		w++
	:: else -> w = 0; break
	od
}

proctype publisher(byte me)
{
	byte n, w;
	do
	:: n < EACH(me) ->
#ifdef OPEN_UNLOCKED
		if :: closed[me] -> break :: else fi;
#endif
		atomic { !publishing && ROOM -> publishing = true };
#ifndef OPEN_UNLOCKED
		if :: closed[me] -> publishing = false; break :: else fi;
#endif
		d_step {
			assert(!gone[me]);
			assert(ENDED);
			published[me]++;
			owner[SLOT(tail)] = me;
			n++
		};
#ifdef NO_HOST_FENCE
		/* The store of the tail is still in the buffer when `parked` is read. */
		wake_parked();
		atomic { tail++; publishing = false }
#else
		d_step { tail++; publishing = false };
		wake_parked()
#endif
	:: else -> break
	od;
	leaving[me] = true
}

/* Tenant 1 goes while its slots may be anywhere. */
proctype unregister()
{
	atomic { !publishing -> publishing = true };
	/* From here on its slots are cancelled, which is an end as any other. */
	d_step { closed[1] = true; publishing = false };
	ended[1] == published[1];
	gone[1] = true
}

/* Waits for all, and for the batch: the slots of tenant 0. */
proctype waiter()
{
	leaving[0] && leaving[1] && ended[0] + ended[1] == tail;
	told == 1;
	assert(published[0] == EACH(0) && ended[0] == EACH(0))
}

inline finish(ticket)
{
	d_step {
		assert(ticket < tail);
		ends[ticket]++;
		assert(ends[ticket] == 1);
		tenant = owner[SLOT(ticket)]
	};
#ifndef TOLD_EARLY
	stamp[SLOT(ticket)] = ticket + 1;
#endif
#ifdef READ_LATE
	tenant = owner[SLOT(ticket)]; /* the slot may be another's by now */
#endif
	if
	:: tenant == 0 ->
#ifdef PLAIN_COUNT
		old = counted;
		counted = old + 1;
#else
		d_step { old = counted; counted++ };
#endif
		if
		:: old + 1 == EACH(0) -> told++; assert(told == 1)
		:: else
		fi
	:: else
	fi;
#ifdef TOLD_EARLY
	stamp[SLOT(ticket)] = ticket + 1;
#endif
	/* Each worker has counters of its own. */
	d_step { ended[tenant]++; tenant = 0; old = 0; ticket = 0; have = false }
}

proctype worker(byte me)
{
	byte ticket, tenant, old;
	bool have, more;
asleep:
end_asleep:
	waking[me];
#ifndef LATE_RESET
	waking[me] = false;
#endif
	parked[me] = false;
awake:
	do
	:: tail != head ->
		d_step {
			if
#ifdef BLIND_CLAIM
			:: true -> ticket = head; head++; have = true
#else
			:: head != tail -> ticket = head; head++; have = true
			:: else
#endif
			fi
		};
		if
		:: have -> finish(ticket)
		:: else
		fi
	:: else -> break
	od;
#ifdef NO_KERNEL_FENCE
	more = tail != head; /* read before `parked` is there for others */
	parked[me] = true;
#else
	parked[me] = true;
#ifndef NO_SECOND_LOOK
	more = tail != head;
#endif
#endif
	if
	:: more -> d_step { parked[me] = false; more = false }; goto awake
	:: else
	fi;
#ifdef LATE_RESET
	waking[me] = false;
#endif
	goto asleep
}

init {
	atomic {
		parked[0] = true;
		parked[1] = true;
		run worker(0);
		run worker(1);
		run publisher(0);
		run publisher(1);
		run unregister();
		run waiter()
	}
}
