/* Parking where publishers do not fence: what they store waits in a buffer, and others see it at
 * any later time, while what they load is there at once. The thread of a worker has the system
 * order the memory of all threads after its launch has ended, and looks at the tail once more
 * before it sleeps.
 *
 * What must hold: what was published ends, though the worker may sleep for ever then.
 */
#define TICKETS 2

byte stored;           /* the tail, in the publisher's buffer */
byte tail;             /* for others */
byte head, ended;
bool parked = true, waking;

/* The buffer empties by itself, whenever it likes. */
proctype memory()
{
end_memory:
	do
	:: tail != stored -> tail = stored
	od
}

proctype publisher()
{
	bool seen;
	byte n;
	do
	:: n < TICKETS ->
#ifdef LOOK_EARLY
		seen = parked;
		stored++;
#else
		stored++;
		seen = parked;
#endif
		if
		:: seen -> d_step { tail = stored; waking = true } /* an exchange empties it */
		:: else
		fi;
		n++
	:: else -> break
	od;
	ended == TICKETS
}

proctype worker()
{
	bool more;
asleep:
end_asleep:
	waking;
	waking = false;
launch:
	parked = false;
serve:
	do
	:: tail != head -> d_step { head++; ended++ }
	:: else -> break
	od;
	parked = true;
	if
	:: tail != head -> parked = false; goto serve
	:: else
	fi;
	/* The launch has ended. */
#ifdef LOOK_FIRST
	more = tail != head;
#endif
#ifndef NO_ORDER
	tail = stored;
#endif
#ifndef LOOK_FIRST
#ifndef NO_THIRD_LOOK
	more = tail != head;
#endif
#endif
	if
	:: more -> more = false; goto launch
	:: else
	fi;
	goto asleep
}

init {
	atomic {
		run memory();
		run publisher();
		run worker()
	}
}
