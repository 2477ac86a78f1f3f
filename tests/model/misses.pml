/* Slots that wait for bytes, small enough to be looked at whole: a kernel of one worker, the thread
 * that serves requests, and an owner who publishes a slot, unregisters its tenant while the bytes
 * may not have come, and publishes another one in the same slot, whose bytes come.
 *
 *   wait        a slot that asks leaves the queue, and its answer queues it again
 *   park, wake  the kernel stores that it parks, fences, and looks at tails and answers again; who
 *               answers stores the tail of answers, fences, and looks whether the kernel has parked
 *   cancel      raises the epoch, then tells the thread, which answers requests of old epochs at
 *               once; it looks at the epoch of each request that it takes, too
 *   late        the end of a request that was answered early is dropped
 *
 * What must hold: a ticket ends once, well only when its bytes are there; an answer finds its slot
 * waiting; the owner comes to an end. The bytes of the first ticket may never come before that.
 */
#define TICKETS 2

byte tail, head;		/* of slots */
byte epoch, slot_epoch;
bool queued, waiting, asked_before;
byte asks, taken;		/* requests */
byte answers, seen;
bool well;			/* the last answer */
bool parked, waking, over;
bool cancel;
byte ends[TICKETS + 1];
bool there[TICKETS + 1];	/* its bytes */
bool slow;			/* those of the first one come after its end alone */

/* Requests of the thread, by ticket: at most one of each. */
bool used[TICKETS + 1], answered[TICKETS + 1];

inline wake()
{
	if
	:: parked -> waking = true
	:: else
	fi
}

inline answer(good)
{
	d_step { assert(waiting && seen == answers); well = good };
#ifdef NO_HOST_FENCE
	wake();
	answers++
#else
	answers++;
	wake()
#endif
}

proctype kernel()
{
	do
	:: over -> break
	:: waking || tail != head && !parked ->
		waking = false;
		parked = false;
		do
		:: seen != answers ->
			d_step { seen++; assert(waiting); waiting = false; queued = true }
		:: head != tail ->
			d_step { head++; queued = true; asked_before = false }
		:: queued && slot_epoch != epoch ->
			d_step { queued = false; ends[head]++; assert(ends[head] == 1) }
		:: queued && slot_epoch == epoch && asked_before ->
			d_step {
				queued = false;
				/* Its tenant may have been closed since. */
				assert(well && there[head] || slot_epoch != epoch);
				ends[head]++;
				assert(ends[head] == 1)
			}
		:: queued && slot_epoch == epoch && !asked_before ->
			d_step { queued = false; asked_before = true; waiting = true; asks++ }
		:: !queued && seen == answers && head == tail ->
			parked = true;
#ifdef NO_SECOND_LOOK
			break
#else
			if
			:: seen == answers && head == tail -> break
			:: else -> parked = false
			fi
#endif
		od
	od
}

/* Whether a request belongs to what was unregistered. */
#define OLD(t) (t == 1 && epoch == 1)

proctype thread()
{
	byte t;
	do
	:: over -> break
	:: cancel ->
		cancel = false;
		if
		:: used[1] && !answered[1] && OLD(1) ->
			answered[1] = true;
			answer(false)
		:: else
		fi
	:: taken != asks ->
		taken++;
		t = head;
		used[t] = true;
#ifndef NOT_LOOKED_AT
		if
		:: OLD(t) ->
			answered[t] = true;
			answer(false)
		:: else
		fi
#endif
	:: used[1] && !there[1] && (!slow || ends[1] == 1) ->
		there[1] = true;
		if
#ifdef LATE
		:: true ->
#else
		:: !answered[1] ->
#endif
			answered[1] = true;
			answer(true)
		:: else
		fi
	:: used[2] && !there[2] ->
		there[2] = true;
		answered[2] = true;
		answer(true)
	od
}

proctype owner()
{
	slot_epoch = epoch;
	tail++;
	wake();
#ifdef TOLD_FIRST
	cancel = true;
	epoch++;
#else
	epoch++;
	cancel = true;
#endif
	ends[1] == 1;
	slot_epoch = epoch;
	tail++;
	wake();
	ends[2] == 1;
	over = true
}

init
{
	atomic {
		if :: slow = true :: slow = false fi;
		parked = true;
		run kernel();
		run thread();
		run owner()
	}
}
