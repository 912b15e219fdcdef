/* The lease and the commit, for the model checker Spin: every order in which three processes and a database server can
   do their steps, where each statement is one step of the server, any process may stand still for any time between two
   steps, and the answer to any statement may be lost.

   Time is left out: whoever follows may try to take the lease whenever it likes. So what holds here holds whatever the
   clocks say. Two acts are sent, again and again, until they are answered, to whichever process decides.

   What must hold:
   - epochs never fall in the journal;
   - an act that was answered is in the journal, once, and no act is there twice;
   - a process that has lost the lease writes nothing more.

   Each of these definitions leaves out a part of the protocol, and the checker must find what goes wrong then:
   NO_EPOCH     a commit does not compare the epoch in the lease
   NO_BEAT      a take compares neither epoch nor beat, so that two take the lease after the same look
   READ_FIRST   a process reads the journal before it takes the lease, and not after
   NO_LOOK      after a lost connection the statement is sent again without a look at the heads

   With TWO there are two processes, which takes a hundredth of the time. Three: 8,392,876 states, no error. */

#define PROCESSES 3
#define ACTS 2
#define EPOCHS 3
#define LOSSES 1        /* answers that are lost at most, for each process */

byte epoch, beat;       /* the row */
byte length;            /* entries in the journal */
byte newest;            /* the epoch of the last of them */
byte times[ACTS];       /* how often an act is in the journal */
bool answered[ACTS];

/* By process: a statement on its way to the server, or waiting for its answer */
byte sent[PROCESSES];               /* the act, from 1; 0: none */
byte sent_epoch[PROCESSES];
byte sent_head[PROCESSES];          /* the length of the journal that it goes on from */
mtype = { nothing, done, moved, fenced };
mtype outcome[PROCESSES] = nothing;

/* A commit, as the server does it: one statement */
inline append(who) {
        if
#ifndef NO_EPOCH
        :: sent_epoch[who] != epoch -> outcome[who] = fenced
        :: sent_epoch[who] == epoch && sent_head[who] != length -> outcome[who] = moved
        :: sent_epoch[who] == epoch && sent_head[who] == length ->
#else
        :: true ->
#endif
            assert(sent_epoch[who] >= newest);
            newest = sent_epoch[who];
            length++;
            times[sent[who] - 1]++;
            assert(times[sent[who] - 1] == 1);
            outcome[who] = done
        fi;
        sent[who] = 0
}

proctype Server() {
end:
    do
    :: atomic { sent[0] != 0 -> append(0) }
    :: atomic { sent[1] != 0 -> append(1) }
    :: atomic { sent[2] != 0 -> append(2) }
    od
}

inline read_journal() {
    atomic { head = length; knows[0] = times[0]; knows[1] = times[1] }
}

inline send(act) {
    atomic { outcome[me] = nothing; sent_epoch[me] = mine; sent_head[me] = head; sent[me] = act }
}

proctype Process(byte me) {
    byte mine, head, seen_epoch, seen_beat, act, losses;
    byte knows[ACTS];
    bool took, there;

follows:
    atomic { seen_epoch = epoch; seen_beat = beat };
#ifdef READ_FIRST
    read_journal();
#endif
    atomic {
        took = false;
        if
#ifdef NO_BEAT
        :: epoch < EPOCHS -> took = true; mine = seen_epoch + 1; epoch = mine; beat++
#else
        :: epoch < EPOCHS && epoch == seen_epoch && beat == seen_beat -> took = true; epoch++; beat++; mine = epoch
#endif
        :: else
        fi
    };
    if
    :: !took && epoch >= EPOCHS -> goto ends
    :: !took && epoch < EPOCHS -> goto follows
    :: took
    fi;
#ifndef READ_FIRST
    read_journal();
#endif

decides:
    if
    :: act = 1
    :: act = 2
    :: answered[0] && answered[1] -> goto ends
    fi;
    if
    :: knows[act - 1] > 0 -> answered[act - 1] = true; goto decides   /* sent again: the same answer */
    :: else
    fi;
    send(act);

waits:
    if
    :: outcome[me] == done -> goto confirmed
    :: outcome[me] == fenced || outcome[me] == moved -> goto ends
    :: losses < LOSSES -> losses++; goto settles
    fi;

settles:                /* the connection was lost: what became of the statement? */
    sent[me] = 0;       /* the old session is ended: done by now, or never */
    atomic {
        if
        :: epoch != mine -> outcome[me] = fenced
        :: else -> outcome[me] = nothing; there = (length != head)
        fi
    };
    if
    :: outcome[me] == fenced -> goto ends
#ifndef NO_LOOK
    :: outcome[me] != fenced && there -> goto durable
    :: outcome[me] != fenced && !there -> send(act); goto waits
#else
    :: outcome[me] != fenced -> head = length; send(act); goto waits
#endif
    fi;

durable:                /* one more durable commit, the beat, before anybody is told */
    atomic {
        if
        :: epoch == mine -> beat++
        :: else -> outcome[me] = fenced
        fi
    };
    if
    :: outcome[me] == fenced -> goto ends
    :: else
    fi;

confirmed:
    atomic { head++; knows[act - 1] = 1; answered[act - 1] = true; assert(times[act - 1] == 1) };
    goto decides;

ends:
    skip
}

init {
    atomic {
        run Server(); run Process(0); run Process(1);
#ifndef TWO
        run Process(2)
#endif
    }
}
