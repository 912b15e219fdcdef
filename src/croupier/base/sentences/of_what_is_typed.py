"""What cannot be read of what people type: amounts, cards, names, and the keys of a table that is opened."""

OF_WHAT_IS_TYPED = {
    "at": "{where}: {why}",
    # amounts
    "amount-too-long": "an amount of {number} characters is too long; the largest amount is {most}",
    "not-an-amount": "{given} is not an amount; write dollars with at most two decimals, such as 50 or 12.50",
    "amount-above-all": "{given} is more than any table takes; write at most {most}",
    "not-a-fraction": "{given} is not a fraction; write a decimal between 0 and 1, such as 0.60",
    "amount-up-or-down": "expected an amount above or below 0, such as 50 or -12.50, not {given}",
    # cards
    "card-twice": "{card} appears twice in {given}; there is one of each card",
    "ten-is-t": "{given} is not a card; write {card} for a ten",
    "card-in-letters": "{given} is not a card; write {card}: ranks are upper case, suits lower case",
    "not-a-card": "{given} is not a card; write one of {ranks} and then one of {suits}, with only spaces between cards",
    # tables
    "whole-number": "expected a whole number from {least} to {most}, got {given}",
    "duration": 'expected a duration such as "30s", "5m" or "off", got {given}',
    "table-name": "expected up to 32 lower-case letters, digits and hyphens, not starting with a hyphen; got {given}",
    "user-name": "{given} is not a valid user name; write a letter, then up to 31 letters, digits, dots, _ or -",
    "jackpot-bet-missing": "jackpot-bet is missing; give the prescribed amount",
    "sign-changes-nothing": "sign: name at least one change",
}
