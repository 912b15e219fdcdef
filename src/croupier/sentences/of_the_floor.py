"""What the live floor refuses and tells."""

OF_THE_FLOOR = {
    # why a table waits
    "suspended-by": "suspended by {by}",
    "incident-waits-for": "incident {incident} waits for the {rank}",
    # why the system suspends a link
    "pot-differs": "the {pot} is {parts} parts of a cent away from what moved it",
    "account-differs": "{account} holds {held}, and the link shows {shown}",
    "program-differs": "the program on the disk is not the one that was started",
    "journal-broken": "the journal of the link is damaged: {why}",
    "journal-head-differs": "the journal of the link ends with another entry than the one that was written last",
    "journal-ends-early": "the journal of the link ends before entry {seq}",
    "parameters-differ": "the parameters are not those that the journal says",
    "meter-differs": "the meter is not what the journal comes to",
    # acts
    "no-such-table": "there is no table {table}",
    "closed": "{table} is closed",
    "auditor-acts-not": "the auditor acts on nothing",
    "suspended": "{table} waits: {why}; incidents are heard until it goes on",
    "moment-missing": "moment is missing: name the moment of the view that this answers",
    "stale": "this answers {given}, and it is {moment} now; look at the table again",
    "incident-waits": "incident {incident} waits for a decision",
    "house-stopping": "the house is stopping: no round begins any more",
    "table-closing": "{table} is closing: no further round is played here",
    "no-such-player-to-seat": "there is no player {player}; staff do not play, and walk-ins are added first",
    "walk-in-needs-a-dealer": (
        "{player} has no password and could not play at {table}, which the system runs; sit them where a dealer deals"
    ),
    "no-share-afterwards": "a share of the jackpot is due then; the link is corrected, by two people",
    "nothing-due": "the round was paid as it would be with these cards",
    "own-report": "you have reported incident {incident} yourself; somebody else of the pit decides it",
    "owes-the-house": "{player} owes the House {amount}; it is paid at the cage first",
    "you-owe": "You owe the House {amount}. Until it is paid at the cage you cannot sit down or bring chips.",
    "owes-less": "{player} owes {amount}, which is less than {given}",
    "write-off-approved": "write-off {change} has been approved already",
    "no-such-write-off": "no write-off {change} of {player} waits for approval",
    "notice.out-of-turn": (
        "You have acted out of turn. It is taken back; what you may do when your turn comes is said by this paragraph."
    ),
    "notice.report-decided": "Incident {incident}: {ruling}. Decided by {by}: {reason}. {now}",
    "now.wait": "Wait: the table is still suspended.",
    "now.bets-back": "Give all bets back as the table shows.",
    "now.boxes-choose": "Ask the boxes affected to continue or withdraw.",
    "now.pay-again": "Pay or ask back what the new settlement shows.",
    "now.next-round": "Begin the next round.",
    "now.go-on": "Go on with the round.",
    "no-such-incident": "there is no incident {incident}",
    "reason-needed": "reason: say why, in at least one word",
    "incident-decided": "incident {incident} was decided by {by}",
    # award checks
    "no-such-link": "there is no link {link}",
    "no-award-in-sight": "{link} has no award {award} in sight; the journal has older ones",
    # books
    "id-reused": "{id} was used for something else; make a new id for each act",
    "store-failed": "the store has failed, and the house is closed",
    # coaching
    "no-coach-here": "at {table} the house has no coach",
    "box-not-yours": "box {box} is not yours",
    "nothing-to-decide": "box {box} has nothing to decide now",
    "coach-look-first": "look at your cards first; the coach knows no more than you do",
    "seat-not-yours": "seat {seat} is not yours",
    "coach-not-your-turn": "it is not your turn; the coach speaks when you are asked",
    # downloads
    "cards-told-when-over": "round {round} is not over; its cards are told when it is",
    "round-open-ask-again": "a round is open at {table}; ask again when it is over",
    "too-many-rounds": "{table} has {rounds} rounds, and a round file has at most {most}",
    "life-too-long": "the life of {table} would be a file of more than {most} bytes; take its rounds one by one",
    "no-phh": "{table} is not a poker table; its rounds are written as round-file",
    "too-many-acts": "the life of {table} has more than {most} acts, and a round file has at most so many",
    # floor
    "name-taken-already": "the name {player} is taken",
    "no-such-player": "there is no player {player}",
    "table-there-already": "there is a table {table} already",
    "link-by-change": "two shift managers link a table that is open: ask for the change link-table",
    "closed-already": "{table} is closed already",
    "closing-already": "{table} is closing already",
    "real-shoe": "the cards of {table} come from a real shoe",
    "shoe-stacked-between-rounds": "a shoe is stacked while no bet lies, or between rounds of poker",
    # history
    "round-archived": "round {round} of {table} is archived: the auditor finds it in {file}",
    "no-such-round-of": "{table} has no round {round}; it has {rounds}",
    "deck-opened-when-over": "round {round} is not over; its deck is opened when it is",
    "deck-damaged": "the deck of round {round} of {table} is missing or does not open; tell the auditor",
    "real-shoe-no-roots": "the cards of {table} come from a real shoe, and have no roots",
    # house acts
    "no-chips-here": "{player} has no chips at {table}; bring some from the wallet",
    "chips-between-rounds": "chips are brought to the table while bets are open, or when the round is over",
    "bring-more-than-0": "expected more than 0 to be brought to the table",
    "leaving": "{player} is leaving {table}; sitting down again undoes it",
    "dealer-closes-bets": "the dealer closes the bets at {table}, and waits for nobody to be ready",
    "ready-already": "box {box} is ready already",
    # waiting for a place
    "table-full": "every place at {table} is taken; you can wait for one",
    "place-on-offer": "place {place} is offered to {player} until {until}; wait for a place, or take another",
    "has-a-place": "{player} has a place at {table} already",
    "waits-already": "{player} waits for a place at {table} already",
    "no-such-place": "{table} has places 1 to {most}, not {place}",
    "queue-full": "{waiting} people wait for a place at {table}; no more can",
    # incidents
    "reshuffled-cards-are-read": "cards after a reshuffle are read again; nobody names them",
    "places-not-one-after-the-other": "the two places that are named did not leave the shoe one after the other",
    "reported-earlier": "it was reported in round {round}, and this is round {now}; dismiss it",
    "dismiss-or-rule": "it is dismissed, or the Shift Manager rules with incident other ruling=…",
    "decision-begins-with": "the decision begins with {report}, or is dismiss",
    "decision-keeps-report": "the decision keeps what was reported: {report}",
    # links
    "no-such-award": "{link} has no award {award}",
    "not-a-second-person": (
        "{player} has asked for change {change}. Another person approves it: not {player}, and nobody whose account or "
        "password {player} gave in the last 24 hours"
    ),
    "nothing-asked": "you are not asked anything with the number {asked}; perhaps you have answered already",
    "asked-too-long-ago": "{by} asked more than a minute ago; they have to ask again",
    # staff
    "name-taken": "the name {player} is taken; choose another",
    "no-such-user": "there is no user {player}",
    "last-shift-manager": "{player} is the last shift manager; make another one first",
    "still-has-a-place": "{player} still has a place or chips at a table; staff do not play",
    "act-on-its-way": "an act of {player} is on its way; try again in a moment",
    "no-such-house-change": "there is no change {change}",
    "house-change-over": "{by} has ended change {change} already",
    "shift-manager-approves": "a shift manager approves this",
    "no-such-change": "{link} has no change {change}",
    "poker-has-no-jackpot": "{table} is a poker table; a jackpot is offered at house-banked tables",
    "linked-already": "{table} is linked to {link} already",
    "linked-elsewhere": "{table} is linked to {link}; unlink it there first",
    "about-to-be-linked": "{table} is about to be linked to {link}",
    "link-suspended-no-tables": "{link} is suspended; a table is linked when the jackpot works again",
    "sign-without-jackpot-bet": "the sign of {table} prescribes no jackpot bet; open the table with jackpot-bet",
    "link-suspended-receives-nothing": "{link} is suspended; it receives nothing until it works again",
    "about-to-be-transferred": "{link} is about to be transferred itself",
    "about-to-be-transferred-to": "{link} is about to be transferred to {other}",
    "policy-unknown": "policy: expected {known}, got {given}",
    "closing-is-the-shift-managers": (
        "whether tables close because their jackpot has failed is for the shift manager to say"
    ),
    "stays-suspended": "{link} stays suspended: {why}",
    "rank-does": "a {rank} or above {does}",
    "reason-in-words": "reason: say why, in at most {most} characters",
    "verifies-an-award": "verifies an award",
    "asks-for-a-change": "asks for a change of a link",
    "approves-a-change": "approves a change of a link",
    "withdraws-a-change": "withdraws a change of a link",
    "suspends-a-link": "suspends a link",
    "resumes-a-link": "resumes a link",
    # reading
    "no-cards-read": "no cards are read at {table}: they are {cards}",
    "cards-due-got": "cards due from the device: {due}; got {given}",
    "card-out-already": (
        "one of these cards is out already, and there is one of each; the table waits for the dealer's word"
    ),
    "deal-not-finished": "the deal is not finished: cards due from the device: {due}; report it when they are read",
    # steps
    "no-such-round": "{table} has no round {round}",
    # work
    "link-there-already": "there is a link {link} already; a table's own jackpot is named like the table",
    "account-too-large": "the account {account} would come to more than {most} either way",
    "not-enough-in-wallet": "not enough chips: {player} has {has} in the wallet, and this takes {takes}",
    "not-enough-chips": "not enough chips: {player} has {has} in chips at {table}, and this takes {takes}",
    # what is called
    "call.bets": "Place your Bets, please",
    "call.no-more-bets": "No more Bets",
    "call.blinds": "Place your Blind Bets, please",
    # what players are told
    "notice.one-hand-only": "You may examine one hand only; the hands of your other boxes stay face down",
    "notice.below-minimum": (
        "Your {spot} of {amount} on box {box} lies below the minimum of {least}: increase or withdraw it, "
        "for it holds up the close"
    ),
    "notice.you-wait": "You wait: you are dealt in when your turn to join has come",
    "notice.back-and-wait": "Come back now, and you wait: you are dealt in when your turn to join has come",
    "notice.you-pay": "You pay {amount} to be dealt in",
    "notice.you-pay-dead": "You pay {amount} to be dealt in, of which {dead} is dead money",
    "notice.back-and-pay": "Come back now, and you pay {amount} to be dealt in",
    "notice.back-and-pay-dead": "Come back now, and you pay {amount} to be dealt in, of which {dead} is dead money",
    "notice.you-pay-nothing": "You need not pay anything to be dealt in beyond a blind that is yours",
    "notice.back-and-pay-nothing": (
        "Come back now, and you need not pay anything to be dealt in beyond a blind that is yours"
    ),
    # what stands on the sign
    "notice.next-version": "From the first round after {hour} this table is played by {book}",
    "notice.no-bets": "No bets are taken for now: {why}",
    "notice.no-jackpot-bets": "No jackpot bets are taken for now",
    "notice.no-bets-on-box": "No bets are taken on box {box} for now",
    "in-time": "in time",
    "when-the-dealer-asks": "when the dealer asks",
    "rule.silent-walks-away": "Who says nothing {when} has walked away",
    "rule.silent-checks-or-folds": "Who says nothing {when} checks if that is free and folds otherwise",
    "rule.away-after": "After {times} time-outs in a row a player is away",
    "rule.clocks-go-on": "A lost connection stops no clock",
    "rule.dealer-pays": "The table waits for its dealer before it pays",
    "jackpot.funding": "{share} of each jackpot bet raises the meter",
    "jackpot.order": "Awards are paid in the order in which the hands were dealt; at one table clockwise",
    "jackpot.fold-loses": "A fold loses the jackpot bet",
    "jackpot.fold-keeps": "A fold keeps what the jackpot bet can still win",
}
