"""What the server refuses before the floor hears of it."""

OF_THE_SERVER = {
    # limits
    "too-many-tries": "too many tries to sign in; try again in {seconds} s",
    "acts-too-fast": "at most {most} acts a second; try again in a second",
    "too-many-refused": "too many of your acts were refused; wait a few seconds, then look at what the table offers",
    "strangers-too-fast": "at most {most} requests a second without signing in; sign in, or try again in a second",
    # app
    "lookups-busy": "too many people ask for old rounds and figures now; try again in a moment",
    "stopping": "the server is stopping",
    "stopping-come-back": "the server is stopping; come back soon",
    "did-not-work": "this did not work; it has been noted. Try again",
    "store-stopped": "the store has stopped",
    "bearer-needed": "sign in with Authorization: Bearer TOKEN",
    "metrics-token-needed": "metrics are for this machine, or for whoever has the metrics token",
    "session-ended": "this session has ended, or never was; sign in again",
    # coach
    "coach-busy": "the coach is busy with other tables; ask again in a moment",
    "coach-working": "the coach is still working it out; ask again in a moment",
    "coach-failed": "the coach could not work it out",
    # keeping
    "store-keeps-nothing": "the store has stopped; nothing more is kept",
    # live
    "sign-in-for-socket": "sign in first, and open the socket again",
    "roles-only": "this is for {roles}",
    "too-many-watched": "a socket watches at most {most} tables; leave one first (unwatch)",
    "pit-for-staff": "the pit is for dealers and above",
    "no-spectators": "{table} is not open to spectators; sign in",
    "table-busy": "{table} is busy: {waiting} acts are waiting; try again in a second",
    "house-full": "the house is full; try again later",
    "too-many-sockets": "a session has at most {most} sockets",
    "too-many-sockets-an-address": "an address has at most {most} sockets without signing in; sign in, or close one",
    # matrix
    "nothing-here": "there is nothing here; GET /v1/openapi.json lists what there is",
    "sign-in-first": "sign in first: POST /v1/sessions",
    # pages
    "no-such-file": "the pages have no such file",
    # passwords
    "too-many-sign-in": "too many people sign in at the moment; try again in a few seconds",
    # people
    "wrong-password": "this name and password do not belong together",
    "set-up-already": "the house is set up already",
    "wrong-code": "this is not the code that the server printed when it started",
    "wrong-old-password": "the old password is not right",
    "password-common": "this password is among the first that strangers try; choose another",
    "second-factor-needed": "give a code of your second factor too, or a recovery code",
    "second-factor-wrong": "this code is not right, or it was used before; wait for the next one",
    "second-factor-first": "your role needs a second factor: get one at POST /v1/me/second-factor",
    "second-factor-ask-first": "ask for a second factor first, with your password",
    "own-sessions": "a shift manager sees the sessions of others",
    "user-changed": "this user was changed in the meantime; look again",
    # readings
    "no-such-rulebook": "there is no such rulebook; there are {known}",
    # routes: asking
    "no-such-table-here": "there is no such table",
    "no-such-link-here": "there is no such link",
    "no-such-player-here": "there is no such player",
    "no-such-number": "there is no such {what}",
    # routes: demo
    "clock-by-itself": "the clock goes by itself; start with --clock manual",
    # routes: money
    "own-account": "a player sees their own account",
    "amount-too-small": "the amount must be at least 0.01",
    # routes: people
    "no-such-user-here": "there is no such user",
    # routes: tables
    "life-for-the-auditor": "the whole life of a table is for the auditor",
    # training
    "no-such-drill": "there is no such drill, or it was long ago; GET /v1/training tells what there is",
    "too-many-answers": "at most {most} answers a minute; try again in {seconds} s",
    "drill-of-another-release": "this drill was made by croupier {release}; start it anew",
    "drill-over": "this drill is over; start another one",
    "question-asked": "question {due} is asked, not {given}",
    "training-busy": "many people are training just now; try again in a second",
    "id-used": "this id was used for something else; take a new one",
    # wire
    "reason-over-limit": "a reason of {given} characters is too long; at most {most} are kept",
    "reason-not-plain": "the reason has control characters; write plain text",
    "reason-empty": "say the reason; it must not be empty",
}
