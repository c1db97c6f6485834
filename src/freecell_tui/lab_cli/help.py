"""`freecell-lab help` and `freecell-lab completions`."""

from freecell_tui.cli import completions
from freecell_tui.cli.help import overview, print_blocks
from freecell_tui.cli.options import YES, Options, Parser, UsageError, suggestion
from freecell_tui.engine.text import quoted
from freecell_tui.help import RESEARCH_TOPICS, TOPIC_NAMES, load_topic
from freecell_tui.help.pager import IN_A_PAGER
from freecell_tui.lab_cli.commands import GROUPS, PROGRAM, SUBCOMMANDS


def help_arguments(parser: Parser) -> None:
    parser.epilog = IN_A_PAGER
    parser.add_argument("topic", nargs="*", metavar="TOPIC", help="a topic or a command; without it, both are listed")


def run_help(options: Options) -> int:
    if not (name := "-".join(options.topic).lower()):
        print_blocks(overview(PROGRAM, {"Topics": RESEARCH_TOPICS}, GROUPS))
    elif name in RESEARCH_TOPICS:
        print_blocks(load_topic(name).blocks({}))
    elif name in SUBCOMMANDS:
        SUBCOMMANDS[name].parser().print_help()
    elif name in TOPIC_NAMES:
        raise UsageError(f"{quoted(name)} is a topic of the game: freecell help {name}.")
    else:
        raise UsageError(
            f"There is no topic {quoted(name)}."
            f"{suggestion(name, [*RESEARCH_TOPICS, *SUBCOMMANDS]) or f' {PROGRAM} help lists them.'}"
        )
    return YES


def completions_arguments(parser: Parser) -> None:
    completions.completions_arguments(parser, PROGRAM)


def run_completions(options: Options) -> int:
    return completions.run_completions(options, PROGRAM)
