/* How a kernel is changed that has work in hand: whoever changes it has it park, waits until no
 * launch runs, takes the order back, and wakes the worker. Launches hold `loaded` for reading, who
 * changes for writing. The slot in hand yields until all is changed, so nobody publishes, and what
 * is in hand is in no tail: the worker must not sleep with it.
 */
#define TIMES 2

bool park;             /* the order */
bool parked = true;
bool waking = true;    /* somebody has published */
bool running, writing; /* the lock */
bool changed, done;

inline wake()
{
	if
	:: parked -> d_step { if :: !waking -> waking = true :: else fi }
	:: else
	fi
}

proctype worker()
{
asleep:
end_asleep:
	waking;
	waking = false;
	atomic { !writing -> running = true };
	parked = false;
	do
	:: park -> break
	:: !park && changed -> done = true; break
	:: !park && !changed -> skip /* it yields */
	od;
	parked = true;
	running = false;
	goto asleep
}

proctype changer()
{
	byte n;
	do
	:: n < TIMES ->
		park = true;
		wake();
		atomic { !running -> writing = true };
#ifdef LATE_CLEAR
		writing = false;
		park = false;
#else
		park = false;
		writing = false;
#endif
		wake();
		n++
	:: else -> break
	od;
	changed = true;
	done
}

init {
	atomic {
		run worker();
		run changer()
	}
}
