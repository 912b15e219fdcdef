"""`croupier completion SHELL`: completion of commands, options and their values.

It is generated from the commands' own parsers, so that nothing is written twice.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

from croupier.base.extras import lacking
from croupier.base.values import Value
from croupier.doors.cli import COMMANDS
from croupier.rules.games import GAMES
from croupier.rules.rulebook.load import BOOKS

FILES = {"FILE", "DIR", "STORE", "PROOF", "OUT", "FOLDER"}
NAMES = {"GAME", "BOOK"}
EVERY_BOOK = (*GAMES, *BOOKS)


class Taken(Value):
    """What can follow: certain words, files, or free text."""

    words: tuple[str, ...] = ()
    files: bool = False


class Spoken(Value):
    """What a command, or a verb of one, takes."""

    options: Mapping[str, Taken | None]
    """By their spelling; None where nothing follows."""
    rest: Taken
    help: Mapping[str, str]


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    print("\n".join(SHELLS[options.shell]()))
    return 0


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier completion",
        description="Print completion of commands, options and values for your shell.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="""To load it in every new shell:
  bash   croupier completion bash > ~/.local/share/bash-completion/completions/croupier
  zsh    croupier completion zsh > a file _croupier in a folder of $fpath
  fish   croupier completion fish > ~/.config/fish/completions/croupier.fish

Exit status: 0 printed, 2 there is no such shell.""",
    )
    parser.add_argument("shell", choices=[*SHELLS], metavar="SHELL", help=", ".join(SHELLS))
    return parser


def spoken() -> Iterator[tuple[str, Spoken]]:
    """Each command, "run", and each verb of one, "phh replay". Of one that lacks an extra, no more than its name."""
    for command in COMMANDS:
        try:
            parser = import_module(f"croupier.doors.cli.{command}").arguments()
        except ModuleNotFoundError as error:
            if lacking(command, error.name) is None:
                raise
            parser = argparse.ArgumentParser()
        yield from _spoken(command, parser)


def _spoken(name: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, Spoken]]:
    options: dict[str, Taken | None] = {}
    help_: dict[str, str] = {}
    verbs: list[str] = []
    words: list[str] = []
    files = False
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            verbs += action.choices
            for verb, inner in action.choices.items():
                yield from _spoken(f"{name} {verb}", inner)
        elif action.metavar == "VERB":
            verbs += action.choices or ()
        elif not action.option_strings:
            taken = _taken(name, action)
            words += taken.words
            files |= taken.files
        elif action.help != argparse.SUPPRESS:
            for spelling in action.option_strings:
                options[spelling] = None if action.nargs == 0 else _taken(name, action)
                help_[spelling] = " ".join((action.help or "").replace("%%", "%").split())
    rest = Taken(tuple(dict.fromkeys(words)), files)
    if any(action.metavar == "VERB" for action in parser._actions):
        yield from ((f"{name} {verb}", Spoken(options, rest, help_)) for verb in verbs)
    yield name, Spoken(options, Taken(tuple(verbs)) if verbs else rest, help_)


def _taken(name: str, action: argparse.Action) -> Taken:
    if action.choices is not None:
        return Taken(tuple(map(str, action.choices)))
    if action.metavar in FILES:
        return Taken(files=True)
    if action.metavar in NAMES or (name == "odds" and not action.option_strings):
        return Taken(EVERY_BOOK)
    if name == "simulate" and not action.option_strings:
        from croupier.doors.cli.simulate import VERBS

        return Taken((*EVERY_BOOK, *VERBS), files=True)
    if name == "rules" and not action.option_strings:
        from croupier.doors.cli.rules import WANTED

        return Taken((*WANTED, *EVERY_BOOK))
    if action.dest == "incident":
        from croupier.rules.games.house.commands import Incident as AtTheLayout
        from croupier.rules.games.poker.commands import Incident as AtPoker

        return Taken(tuple(sorted({*map(str, AtTheLayout), *map(str, AtPoker)})))
    if name == "schema":
        from croupier.doors.cli.schemas import SCHEMAS

        return Taken(tuple(SCHEMAS))
    return Taken()


# --- bash -----------------------------------------------------------------------------------------------------------

BASH = """\
_croupier() {
  local line=${COMP_LINE:0:COMP_POINT} options= words= files= said
  local cur=${line##* } IFS=$' \\t\\n'
  said=($line)
  [[ -n $cur ]] && unset "said[${#said[@]}-1]"
  local command=${said[1]-} verb=${said[2]-} prev=${said[${#said[@]}-1]-}
  if (( ${#said[@]} == 1 )); then
    words="%s"; [[ $cur == -* ]] && words="--help --version"
  else
    case "$command" in
      help) words="%s" ;;
%s
    esac
    case "$command $prev" in
%s
    esac
    [[ $cur == -* ]] && words=$options files=
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ -n $files ]] && COMPREPLY+=($(compgen -f -- "$cur")) && compopt -o filenames 2>/dev/null
  if [[ $cur == *@* && $COMP_WORDBREAKS == *@* ]]; then  # bash goes on behind the last sign that breaks words
    COMPREPLY=("${COMPREPLY[@]#"${cur%%@*}@"}")
  fi
}
complete -F _croupier croupier"""


def bash() -> Iterator[str]:
    whole: list[str] = []
    after: list[str] = []
    for name, each in spoken():
        command, _, verb = name.partition(" ")
        told = f'options="{" ".join(each.options)}" words="{" ".join(each.rest.words)}" files={_flag(each.rest)}'
        if verb:
            whole.insert(0, f"      {command}) [[ $verb == {verb} ]] && {told} ;;&")
        else:
            whole.append(f"      {command}) [[ -z $options ]] && {told} ;;")
        for spelling, taken in each.options.items():
            if taken is not None:
                words = " ".join(taken.words)
                after.append(f'      "{command} {spelling}") words="{words}" files={_flag(taken)} ;;')
    commands = " ".join(COMMANDS)
    yield BASH % (f"{commands} help", commands, "\n".join(whole), "\n".join(dict.fromkeys(after)))


def _flag(taken: Taken) -> str:
    return "1" if taken.files else ""


# --- zsh and fish ---------------------------------------------------------------------------------------------------


def zsh() -> Iterator[str]:
    yield "#compdef croupier"
    yield "_croupier() {"
    yield "  local command=${words[2]} verb=${words[3]} prev=${words[CURRENT-1]} cur=${words[CURRENT]}"
    yield f"  if (( CURRENT == 2 )); then compadd -- {' '.join(COMMANDS)} help --help --version; return; fi"
    yield '  case "$command $prev" in'
    told = list(spoken())
    lines = (
        f'    ("{name.partition(" ")[0]} {spelling}") {_zsh(taken)}; return ;;'
        for name, each in told
        for spelling, taken in each.options.items()
        if taken is not None
    )
    yield from dict.fromkeys(lines)
    yield "  esac"
    yield '  case "$command $verb" in'
    yield f'    ("help "*) compadd -- {" ".join(COMMANDS)} ;;'
    for name, each in sorted(told, key=lambda one: -one[0].count(" ")):
        options = f"compadd -- {' '.join(each.options)}"
        pattern = f'"{name}"' if " " in name else f'"{name} "*'
        yield f"    ({pattern}) if [[ $cur == -* ]]; then {options}; else {_zsh(each.rest)}; fi ;;"
    yield "  esac"
    yield "}"
    yield "compdef _croupier croupier"


def _zsh(taken: Taken) -> str:
    words = f"compadd -- {' '.join(taken.words)}" if taken.words else ""
    return "; ".join(filter(None, [words, "_files" if taken.files else ""])) or ":"


def fish() -> Iterator[str]:
    yield "complete -c croupier -f"
    for command, words in COMMANDS.items():
        yield f"complete -c croupier -n __fish_use_subcommand -a {command} -d {_quoted(words)}"
    yield f"complete -c croupier -n '__fish_seen_subcommand_from help' -a {_quoted(' '.join(COMMANDS))}"
    told = list(spoken())
    for name, each in told:
        command, _, verb = name.partition(" ")
        verbs = " ".join(other.partition(" ")[2] for other, _ in told if other.startswith(f"{command} "))
        seen = f"__fish_seen_subcommand_from {command}"
        if verbs:
            seen += (
                f"; and __fish_seen_subcommand_from {verb}"
                if verb
                else f"; and not __fish_seen_subcommand_from {verbs}"
            )
        here = f"complete -c croupier -n {_quoted(seen)}"
        if each.rest.words:
            yield f"{here} -a {_quoted(' '.join(each.rest.words))}"
        if each.rest.files:
            yield f"{here} -F"
        for spelling, taken in each.options.items():
            kind = f"-l {spelling[2:]}" if spelling.startswith("--") else f"-s {spelling[1:]}"
            follows = "" if taken is None else " -r -F" if taken.files else f" -x -a {_quoted(' '.join(taken.words))}"
            yield f"{here} {kind}{follows} -d {_quoted(each.help[spelling])}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
