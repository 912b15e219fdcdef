"""What the server refuses before the floor hears of it."""

OF_THE_SERVER = {
    # limits
    "too-many-tries": "too many attempts to sign in; try again in {seconds} s",
    "acts-too-fast": "at most {most} acts a second; try again in a second",
    "too-many-refused": "too many of your acts were refused; wait a few seconds, then look at what the table offers",
    "strangers-too-fast": "at most {most} requests a second without signing in; sign in, or try again in a second",
    # app
    "lookups-busy": "too many people are looking up old rounds and figures; try again in a moment",
    "pdf-not-installed": "this server cannot print a PDF: install croupier[pdf], or ask for the file with as=jsonl",
    "stopping": "the server is stopping",
    "stopping-come-back": "the server is stopping; come back soon",
    "did-not-work": "something went wrong and was logged; try again",
    "store-stopped": "the store has stopped",
    "bearer-needed": "sign in with Authorization: Bearer TOKEN",
    "metrics-token-needed": "metrics can be read only on this machine or with the metrics token",
    "session-ended": "this session has ended or never existed; sign in again",
    # coach
    "coach-busy": "the coach is busy with other tables; ask again in a moment",
    "coach-working": "the coach is still working it out; ask again in a moment",
    "coach-failed": "the coach could not work it out",
    # keeping
    "store-keeps-nothing": "the store has stopped; nothing more is saved",
    # live
    "sign-in-for-socket": "sign in first, then open the socket again",
    "roles-only": "only for: {roles}",
    "too-many-watched": "a socket can watch at most {most} tables; leave one first (unwatch)",
    "pit-for-staff": "only dealers and above can see the pit",
    "no-spectators": "{table} is not open to spectators; sign in",
    "table-busy": "{table} is busy: {waiting} acts are waiting; try again in a second",
    "house-full": "the house is full; try again later",
    "too-many-sockets": "a session can have at most {most} sockets; close one",
    "too-many-sockets-an-address": (
        "an address can have at most {most} sockets without signing in; sign in, or close one"
    ),
    # matrix
    "nothing-here": "there is nothing at this address; GET /v1/openapi.json lists all addresses",
    "sign-in-first": "sign in first: POST /v1/sessions",
    # pages
    "no-such-file": "there is no such page or file",
    # passwords
    "too-many-sign-in": "too many people are signing in; try again in a few seconds",
    # people
    "wrong-password": "the name or the password is wrong",
    "set-up-already": "the house is already set up",
    "wrong-code": "this is not the code that the server printed when it started",
    "invitation-needed": "this house is private; open it with the link of your invitation",
    "wrong-old-password": "the old password is wrong",
    "password-common": "this password is too common; choose another",
    "second-factor-needed": "enter a code of your second factor too, or a recovery code",
    "second-factor-wrong": "this code is wrong or was already used; wait for the next one",
    "second-factor-first": "your role needs a second factor; set one up: POST /v1/me/second-factor",
    "second-factor-ask-first": "request a second factor first, with your password",
    "own-sessions": "only a shift manager can see the sessions of others",
    "user-changed": "somebody changed this user in the meantime; load the user again",
    # readings
    "no-such-rulebook": "there is no such rulebook; there are {known}",
    # routes: asking
    "no-such-table-here": "there is no such table",
    "no-such-link-here": "there is no such link",
    "no-such-player-here": "there is no such player",
    "no-such-number": "there is no such {what}",
    # routes: demo
    "clock-by-itself": "the clock runs by itself; start with --clock manual to set it",
    # routes: money
    "own-account": "players can see only their own account",
    "amount-too-small": "the amount must be at least 0.01",
    # routes: people
    "no-such-user-here": "there is no such user",
    # routes: tables
    "life-for-the-auditor": "only the auditor can download the whole history of a table",
    # training
    "no-such-drill": "there is no such drill, or it is too old; GET /v1/training lists yours",
    "no-such-drill-set": "no such drill is set for you, or it is done; GET /v1/training lists those that are",
    "exam-not-set": "exams are set by a Pit Supervisor or Shift Manager; ask for one",
    "no-such-certificate": "there is no such certificate, or a newer one of the same book replaces it",
    "not-a-dealer": "{user} is no dealer of this house; drills are set for dealers",
    "too-many-drills-set": "{user} has {most} drills to do already; wait until some are done",
    "too-many-answers": "at most {most} answers a minute; try again in {seconds} s",
    "drill-of-another-release": "croupier {release} made this drill; start it again",
    "drill-over": "this drill is over; start another",
    "question-asked": "question {due} is due, not {given}",
    "training-busy": "many people are training now; try again in a second",
    "id-used": "this id was already used for something else; take a new one",
    # wire
    "reason-over-limit": "a reason can have at most {most} characters; this one has {given}",
    "reason-not-plain": "the reason contains control characters; write plain text",
    "reason-empty": "give a reason; it must not be empty",
}
