"""A changed sign: limits, blinds, stakes, rake, clocks, from the next round on. Anything else needs another table."""

from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.base.sentences import says
from croupier.floor.live.state.floor_file import Toml, read_clocks
from croupier.floor.live.state.given import ChangedSign
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.rounds.roundfile.house_script import read_house_script
from croupier.rounds.roundfile.poker_script import read_poker_script, table_keys
from croupier.rounds.roundfile.read import Script, check_keys, section
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.rulebook.load import at_the_table

_OF_POKER = {"small-blind", "stake", "rake-percent", "rake-cap"}


def changed(table: LiveTable, asked: Toml) -> ChangedSign:
    if not asked:
        raise Unreadable(says("sign-changes-nothing"))
    own = {key: value for key, value in asked.items() if key != "clock"}
    sign = replace(table.sign, clocks=read_clocks(section(asked, "clock"), table.sign.clocks))
    if not own:
        return ChangedSign(sign)
    book = at_the_table(table.book, table.sign.dealing)
    if (state := house_state(table)) is not None:
        rules = HOUSE_GAMES[book.game]
        bets = rules.bets_in(book)
        check_keys("sign", own, {"clock", "boxes", "jackpot-bet", *map(str, bets)} - {"jackpot"})
        sections: dict[str, Toml] = {"boxes": {}}
        if "jackpot-bet" in own:
            if state.table.jackpot_bet is None:
                raise Unreadable(says("no-jackpot-here"))
            sections["jackpot"] = {"meter": "0", "reset": "0", "contribution": "0"}
        read = read_house_script(Script(book, table.sign.dealing, (), (), own, sections)).table
        command = house_cmd.ChangeSign(
            limits={**{spot: each for spot, each in state.table.limits.items() if spot in bets}, **read.limits},
            jackpot_bet=read.jackpot_bet,
            places=read.places if "boxes" in own else None,
        )
        return ChangedSign(sign, command)
    check_keys("sign", own, {"clock", *_OF_POKER})
    game = poker_game(table)
    now = game.sign or game.table
    script = Script(book, table.sign.dealing, (), (), table_keys(now) | own, {"seats": {}})
    read_poker = read_poker_script(script).state.table
    fixed = {"run_by": now.run_by, "settles_by_hand": now.settles_by_hand, "dealt_by_hand": now.dealt_by_hand}
    return ChangedSign(sign, poker_cmd.ChangeSign(replace(read_poker, **fixed)))
