/* The lock of publishers, which a favoured thread takes without an exchange: two threads, each of
 * which may become the favoured one. What a thread stores about being inside waits in a buffer of
 * its own; an exchange, or the system when somebody asks for it, empties that.
 *
 * What must hold: one is inside.
 */
#define THREADS 2
#define TIMES 3
#define FAVOURS 2
#define NAME(thread, which) (1 + (thread) * FAVOURS + (which))
#ifdef ONE_WORD
#define WORD(name) 0
#else
#define WORD(name) (((name) - 1) % FAVOURS)
#endif

bool lock, inside[FAVOURS];
byte favour, favours; /* 0: nobody's */
byte holders;
bool waits[THREADS], value[THREADS]; /* in the buffer: whether there is anything, what, */
byte where[THREADS];                 /* and for which word */

inline drain(thread)
{
	d_step {
		if
		:: waits[thread] -> inside[where[thread]] = value[thread]; waits[thread] = false
		:: else
		fi
	}
}

/* Stores arrive in their order. */
inline store(name, what)
{
	drain(me);
	d_step { waits[me] = true; value[me] = what; where[me] = WORD(name) }
}

inline hold()
{
	d_step { holders++; assert(holders == 1) };
	holders--
}

proctype memory()
{
end_memory:
	do
	:: waits[0] -> drain(0)
	:: waits[1] -> drain(1)
	od
}

proctype thread(byte me)
{
	byte n, name;
	do
	:: n < TIMES ->
		n++;
		name = favour;
		if
		:: name == NAME(me, 0) || name == NAME(me, 1) ->
			store(name, true);
			if
#ifdef NO_SECOND_LOOK
			:: true ->
#else
			:: favour == name ->
#endif
				hold();
				store(name, false);
				goto next
#ifndef NO_SECOND_LOOK
			:: favour != name -> store(name, false)
#endif
			fi
		:: else
		fi;
		atomic { !lock -> lock = true };
		drain(me);
		name = favour;
		if
		:: name ->
			favour = 0;
			drain(me);
#ifndef NO_ORDER
			drain(0);
			drain(1);
#endif
#ifndef NOT_WAITED
			!inside[WORD(name)]
#endif
		:: else
		fi;
		hold();
		if
		:: favours < FAVOURS -> favour = NAME(me, favours); favours++
		:: true
		fi;
		lock = false;
next:
		name = 0
	:: else -> break
	od
}

init {
	atomic {
		run memory();
		run thread(0);
		run thread(1)
	}
}
