"""What the live floor refuses and tells."""

OF_THE_FLOOR = {
    # why a table waits
    "suspended-by": "suspended by {by}",
    "incident-waits-for": "incident {incident} waits for the {rank}",
    # why the system suspends a link
    "pot-differs": "the {pot} differs by {parts} parts of a cent from the sum of its movements",
    "account-differs": "{account} holds {held}, but the link shows {shown}",
    "program-differs": "the program on the disk is not the program that was started",
    "journal-broken": "the journal of the link is damaged: {why}",
    "journal-head-differs": "the journal of the link does not end with the entry that was written last",
    "journal-ends-early": "the journal of the link ends before entry {seq}",
    "parameters-differ": "the parameters differ from those in the journal",
    "meter-differs": "the meter differs from the sum in the journal",
    # acts
    "no-such-table": "there is no table {table}",
    "closed": "{table} is closed",
    "auditor-acts-not": "auditors can look but not act",
    "table-suspended": "the table is suspended: {why}",
    "suspended": "{table} waits: {why}; until it resumes you can only report incidents",
    "moment-missing": "moment is missing; send the moment of the view that you answer",
    "stale": "you answered moment {given}, but the table is at {moment} now; look at it again",
    "incident-waits": "incident {incident} waits for a decision",
    "house-stopping": "the house is closing; no new rounds",
    "table-closing": "{table} is closing; no new rounds",
    "deck-missing": "no deck is recorded at {table}; bring one first: deck in ID",
    "deck-unchecked": "nobody of the pit has checked deck {deck} yet; a Pit Supervisor says: deck checked",
    "deck-in-already": "deck {deck} is in play; take it out first: deck out reason=...",
    "deck-in-use": "cards of this round are on {table}; change or shuffle the deck after the round",
    "deck-sealed": "{table} deals from sealed decks, so no real deck comes in or goes out",
    "deck-out-reason": "say why the deck goes out: deck out reason=worn",
    "deck-name": "{given} is no name for a deck; use up to 32 letters, digits, dots, dashes or underscores",
    "deck-words": "say: deck in ID colour=red, deck checked, or deck out reason=worn",
    "shuffled-words": "say: shuffled by=machine, or shuffled by=hand",
    "dealer-takes-over": (
        "only a dealer takes a table over; a Pit Supervisor or Shift Manager steps in without taking over"
    ),
    "dealer-assigned": "the pit assigns the dealer of {table}, and you are not assigned",
    "must-move-first": "{player} moves on from {table} before anybody else sits down here; sit down at {table}",
    "must-move-nowhere": "players of {table} move on to no open poker table at the same blinds or lower",
    "must-move-nobody": "nobody at {table} can move on",
    "must-move-between-rounds": "a player moves on from {table} to {to} between two rounds of both tables",
    "must-move-full": "no seat is free at {to}",
    "nothing-to-take-back": (
        "nothing can be taken back: only the last act, if the dealer entered it for a player, until the next one"
    ),
    "dealer-has-it": "{dealer} has {table}; take it over first: takes-over",
    "no-such-dealer": "{dealer} is no dealer of this house; name an enabled account with the role dealer",
    "system-deals": "the system runs {table}, so no dealer has it",
    "float-not-kept": 'no float is kept at {table}; the floor file says so with float = "kept"',
    "float-opened": "{table} has its opening float already, or it waits for signatures; ask for a fill",
    "float-not-opened": "{table} has no opening float yet; it needs one before it deals",
    "chips-none": "name at least one chip, such as 40 of 25.00",
    "chips-too-many": "these chips are worth more than {most}",
    "slips-too-many": "{most} slips of {table} wait for signatures; sign those first",
    "tray-has-less": "the tray of {table} should hold {held}, so {given} cannot leave it; count it first",
    "no-such-slip": "{table} has no {kind} {slip}",
    "slip-approved": "{by} has already approved {kind} {slip}",
    "slip-not-approved": "{kind} {slip} waits for approval by somebody of the pit first",
    "slip-acknowledged": "{by} has already acknowledged {kind} {slip}",
    "slip-needs-no-dealer": "{kind} {slip} needs two people and no acknowledgement",
    "dealer-acknowledges": "the dealer who has {table} acknowledges its chips",
    "barred": "{player} is barred and must not sit down or bet",
    "barred-walk-in": "{by} has barred {player}: {reason}. Do not seat this person; call the Shift Manager",
    "not-barred": "{player} is not barred",
    "no-such-shift": "there is no shift {shift}",
    "shift-open": "shift {shift} ({name}) is open; two people close it first",
    "shift-closed": "{by} and {second} have closed shift {shift}",
    "no-such-player-to-seat": "there is no player {player}; staff do not play, and a walk-in must be added first",
    "walk-in-needs-a-dealer": (
        "{player} has no password and cannot play at {table}, which the system runs; seat them at a table with a dealer"
    ),
    "no-share-afterwards": "with these cards a share of the jackpot is due; two people must correct the link instead",
    "nothing-due": "these cards change nothing: the payments would be the same with them",
    "own-report": "you reported incident {incident} yourself; somebody else of the pit must decide it",
    "owes-the-house": "{player} owes the House {amount} and must pay it at the cage first",
    "you-owe": "You owe the House {amount}. Pay it at the cage before you sit down or bring chips.",
    "owes-less": "{player} owes only {amount}, not {given}",
    "write-off-approved": "write-off {change} is already approved",
    "no-such-write-off": "no write-off {change} of {player} waits for approval",
    "notice.out-of-turn": (
        "You acted out of turn, so your act is taken back. This paragraph says what you may do when your turn comes."
    ),
    "notice.report-decided": "Incident {incident}: {ruling}. Decided by {by}: {reason}. {now}",
    "now.wait": "Wait: the table is still suspended.",
    "now.bets-back": "Return all bets as the table shows.",
    "now.boxes-choose": "Leave the cards where they are. Ask box {boxes}: continue or withdraw?",
    "now.pay-again": "Pay or ask back what the new settlement shows.",
    "now.next-round": "Begin the next round.",
    "now.go-on": "Go on with the round.",
    "no-such-incident": "there is no incident {incident}",
    "reason-needed": "reason: give at least one word",
    "waits.stands.players-lost": "the clocks stand: the players have lost the connection",
    "waits.stands.suspended": "the table is suspended",
    "waits.stands.award": "an award waits for a hand that was dealt earlier at another table",
    "waits.stands.link-change": "bets stay open until the change of the link is in force",
    "waits.stands.device": "the device has not read the cards",
    "waits.stands.dealer": "the dealer has not acted",
    "waits.verify": "an award of {amount} is to be verified",
    "waits.locked": "an award of {amount} is locked and not paid",
    "waits.link-has-paid": "{link} has paid an award of {amount}, and the table has paid {paid}",
    "waits.table-has-paid": "the table has paid an award of {amount}, and {link} has locked no such award",
    "waits.link-down": "the jackpot is down",
    "waits.outside": "won {won}, expected {expected}: outside three standard deviations",
    "waits.change": "{what}: {value}, now {now}",
    "waits.change-to": "{what}: {value}",
    "waits.user": "a change of the account {user}",
    "waits.new-user": "a new account for {user}",
    "waits.deposit": "{amount} into the wallet of {player}",
    "waits.withdrawal": "{amount} from the wallet of {player}",
    "waits.chips": "{kind} of {amount}",
    "waits.write-off": "write off {amount} that {player} owes",
    "incident-undecided": "incident {incident} has not been decided yet",
    "reported-by-another": "{by} reported incident {incident} and is the one to confirm its ruling",
    "incident-decided": "{by} has already decided incident {incident}",
    # award checks
    "no-such-link": "there is no link {link}",
    "no-award-in-sight": "award {award} of {link} is too old to show here; see the journal",
    # books
    "id-reused": "id {id} was already used for something else; make a new id for each act",
    "store-failed": "the store has failed; the house is closed",
    "store-away": "the database server is out of reach; try again in a moment",
    "decider-away": "no process of this house decides at the moment; try again in a moment",
    # coaching
    "no-coach-here": "{table} has no coach",
    "box-not-yours": "box {box} is not yours",
    "nothing-to-decide": "box {box} has nothing to decide now",
    "coach-sees-no-cards": "{table} is dealt by hand; the coach does not know your cards",
    "coach-look-first": "look at your cards first; the coach knows no more than you do",
    "seat-not-yours": "seat {seat} is not yours",
    "coach-not-your-turn": "it is not your turn; ask the coach when it is",
    # downloads
    "cards-told-when-over": "round {round} is not over; its cards are shown when it is",
    "round-open-ask-again": "a round is open at {table}; try again when it is over",
    "too-many-rounds": "{table} has {rounds} rounds; a round file can hold at most {most}",
    "life-too-long": (
        "the whole history of {table} would be a file of more than {most} bytes; download its rounds one by one"
    ),
    "no-phh": "{table} is not a poker table; download its rounds as round-file",
    "too-many-acts": "the history of {table} has more than {most} acts, the most a round file can hold",
    # floor
    "name-taken-already": "the name {player} is taken",
    "no-such-player": "there is no player {player}",
    "table-there-already": "there is already a table {table}",
    "link-by-change": (
        "to link a table that is open, ask for the change link-table; a second shift manager must approve it"
    ),
    "closed-already": "{table} is already closed",
    "closing-already": "{table} is already closing",
    "real-shoe": "the cards of {table} come from a real shoe; only a sealed shoe can be stacked",
    "shoe-stacked-between-rounds": "a shoe can be stacked only while no bet is placed, or between rounds of poker",
    # history
    "evidence-too-long": (
        "the period has {entries} entries, and evidence has at most {most}; choose a shorter period or one table"
    ),
    "too-many-tokens": "the house has {most} tokens of programs; revoke one first",
    "events-ahead": "there is no event {given} yet; the newest is {newest}",
    "events-archived": "earlier events are in an archive; ask for those after {oldest}, or later ones",
    "round-archived": "round {round} of {table} is archived; the auditor can read it in {file}",
    "no-such-round-of": "{table} has no round {round}; rounds played: {rounds}",
    "deck-opened-when-over": "round {round} is not over; its deck is opened when it is",
    "deck-damaged": "the deck of round {round} of {table} is missing or does not open; tell the auditor",
    "real-shoe-no-roots": "the cards of {table} come from a real shoe, so its decks have no roots",
    # house acts
    "no-chips-here": "{player} has no chips at {table}; bring some from the wallet",
    "chips-between-rounds": "chips can be brought to the table only while bets are open or when the round is over",
    "bring-more-than-0": "bring more than 0 to the table",
    "leaving": "{player} is leaving {table}; to stay, sit down again",
    "dealer-closes-bets": "the dealer closes the bets at {table}; players do not say ready here",
    "ready-already": "box {box} is already ready",
    # waiting for a place
    "table-full": "every place at {table} is taken; you can wait for one",
    "place-on-offer": "place {place} is offered to {player} until {until}; take another place or join the waiting list",
    "has-a-place": "{player} already has a place at {table}",
    "waits-already": "{player} is already waiting for a place at {table}",
    "no-such-place": "{table} has no place {place}; places are numbered 1 to {most}",
    "no-place-offered": "no place at {table} is offered to {player}",
    "queue-full": "the waiting list of {table} is full: {waiting} people are waiting",
    # incidents
    "reshuffled-cards-are-read": "the device reads the cards again after a reshuffle; do not name them",
    "places-not-one-after-the-other": "the two cards named did not leave the shoe one after the other",
    "reported-earlier": "the incident was reported in round {round}, but this is round {now}; dismiss it",
    "dismiss-or-rule": "dismiss it, or rule with: incident other ruling=… (Shift Manager)",
    "decision-begins-with": "the decision must be dismiss, or begin with {report}",
    "decision-keeps-report": "the decision must keep what was reported: {report}",
    # links
    "no-such-award": "{link} has no award {award}",
    "not-a-second-person": (
        "{player} asked for change {change}. Another person must approve it: not {player}, and nobody whose "
        "account or password {player} set in the last 24 hours"
    ),
    "nothing-asked": "there is no question {asked} for you; you may have answered it already",
    "asked-too-long-ago": "{by} asked more than a minute ago and must ask again",
    # staff
    "name-taken": "the name {player} is taken; choose another",
    "display-name-form": (
        "a name has 2 to {most} letters and digits and begins with a letter; single spaces, dots, hyphens and "
        "apostrophes may stand between them"
    ),
    "display-name-of-the-house": "{name} could be taken for somebody who works here; choose another name",
    "no-such-user": "there is no user {player}",
    "last-shift-manager": "{player} is the last shift manager; make another one first",
    "still-has-a-place": "{player} still has a place or chips at a table; staff do not play",
    "act-on-its-way": "an act of {player} is still being saved; try again in a moment",
    "no-such-house-change": "there is no change {change}",
    "house-change-over": "{by} has already ended change {change}",
    "shift-manager-approves": "a shift manager must approve this",
    "no-such-change": "{link} has no change {change}",
    "poker-has-no-jackpot": "{table} is a poker table; only house-banked tables offer a jackpot",
    "linked-already": "{table} is already linked to {link}",
    "linked-elsewhere": "{table} is linked to {link}; unlink it there first",
    "about-to-be-linked": "{table} is about to be linked to {link}",
    "link-suspended-no-tables": "{link} is suspended; link the table when the jackpot works again",
    "sign-without-jackpot-bet": "the sign of {table} prescribes no jackpot bet; open the table with jackpot-bet",
    "link-suspended-receives-nothing": "{link} is suspended; it can receive money when it works again",
    "about-to-be-transferred": "{link} is about to be transferred itself",
    "about-to-be-transferred-to": "{link} is about to be transferred to {other}",
    "policy-unknown": "policy: expected {known}, got {given}",
    "closing-is-the-shift-managers": (
        "only the shift manager decides whether tables close because their jackpot has failed"
    ),
    "stays-suspended": "{link} stays suspended: {why}",
    "rank-does": "only a {rank} or above {does}",
    "reason-in-words": "reason: give at most {most} characters",
    "verifies-an-award": "verifies an award",
    "asks-for-a-change": "asks for a change of a link",
    "approves-a-change": "approves a change of a link",
    "withdraws-a-change": "withdraws a change of a link",
    "suspends-a-link": "suspends a link",
    "resumes-a-link": "resumes a link",
    # reading
    "no-cards-read": (
        'the cards of {table} are "{cards}"; only a table with cards "reader" has a device that reads them'
    ),
    "cards-due-got": "expected {due} cards from the device, not {given}",
    "card-out-already": (
        "one of these cards is already out and the deck has one of each; the dealer must say what happened"
    ),
    "deal-not-finished": (
        "the deal is not finished; cards still due from the device: {due}. Report it when they are read"
    ),
    # steps
    "no-such-round": "{table} has no round {round}",
    # work
    "link-there-already": "there is already a link {link}; a table's own jackpot is named after the table",
    "account-too-large": "{account} would exceed ±{most}",
    "not-enough-in-wallet": "not enough chips: {player} has {has} in the wallet and needs {takes}",
    "not-enough-chips": "not enough chips: {player} has {has} in chips at {table} and needs {takes}",
    # what is called
    "call.bets": "Place your Bets, please",
    "call.no-more-bets": "No more Bets",
    "call.blinds": "Place your Blind Bets, please",
    # notices to players
    "notice.one-hand-only": "You may look at one hand only; the hands of your other boxes stay face down",
    "notice.below-minimum": (
        "Your {spot} of {amount} on box {box} is below the minimum of {least}. Increase or withdraw it: bets "
        "cannot close before"
    ),
    "notice.you-wait": "You join when the button has passed your seat",
    "notice.back-and-wait": "If you come back now, you join when the button has passed your seat",
    "notice.you-pay": "You pay {amount} to be dealt in",
    "notice.you-pay-dead": "You pay {amount} to be dealt in, of which {dead} is dead money",
    "notice.back-and-pay": "If you come back now, you pay {amount} to be dealt in",
    "notice.back-and-pay-dead": "If you come back now, you pay {amount} to be dealt in, of which {dead} is dead money",
    "notice.you-pay-nothing": "You pay nothing to be dealt in, except a blind that is due from you",
    "notice.back-and-pay-nothing": (
        "If you come back now, you pay nothing to be dealt in, except a blind that is due from you"
    ),
    # what stands on the sign
    "notice.next-version": "From the first round after {hour} this table plays by {book}",
    "notice.no-bets": "This table takes no bets for now: {why}",
    "notice.no-jackpot-bets": "This table takes no jackpot bets for now",
    "notice.no-bets-on-box": "Box {box} takes no bets for now",
    "in-time": "in time",
    "when-the-dealer-asks": "when the dealer asks",
    "rule.silent-walks-away": "A player who says nothing {when} has walked away",
    "rule.silent-checks-or-folds": "A player who says nothing {when} checks if that is free and folds otherwise",
    "rule.away-after": "After {times} time-outs in a row a player is away",
    "rule.clocks-go-on": "Clocks keep running when a connection is lost",
    "rule.place-kept": "{seconds} s after a lost connection the place is freed and its chips go to the wallet",
    "rule.dealer-pays": "The table waits for its dealer before it pays",
    "jackpot.funding": "{share} of each jackpot bet raises the meter",
    "jackpot.order": "Awards are paid in the order in which the hands were dealt, and clockwise at each table",
    "jackpot.fold-loses": "A fold loses the jackpot bet",
    "jackpot.fold-keeps": "A fold keeps what the jackpot bet can still win",
}
