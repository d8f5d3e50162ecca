"""The command line of shakeout-cluster."""

import argparse
import pathlib
import sys

from . import compare, partition, run, stress, sweep
from .program import Failure

EPILOG = """\
Options that are not listed go to the program as they are: the scenario, --people, --days, --set
and so on. Exit status: that of the program (70 when a property was violated), 1 when the cluster failed.
"""


def numbers(text):
    """'1-10,20' as a list of whole numbers."""
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not (first.isdigit() and (last.isdigit() or "-" not in part)):
            raise argparse.ArgumentTypeError(f"'{text}' is not a list such as '1-10,20'")
        if int(last or first) < int(first):
            raise argparse.ArgumentTypeError(f"'{part}' counts down")
        found += range(int(first), int(last or first) + 1)
    return found


def parser():
    whole = argparse.ArgumentParser(
        prog="shakeout-cluster", description=__doc__, epilog=EPILOG, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    common = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    add = common.add_argument
    add("--master", default="local[*]", help="Spark's master, such as spark://host:7077 (local[*])")
    add("--program", default=".build/install/release/shakeout", type=pathlib.Path,
        help="the program to ship, built by 'make install' with Swift's library inside")
    add("--conf", action="append", default=[], metavar="key=value", help="a setting of Spark")
    add("--quiet", action="store_true", help="print no progress")
    commands = whole.add_subparsers(dest="command", required=True, metavar="command")
    for module in (run, stress, compare, sweep, partition):
        name = module.__name__.rpartition(".")[2]
        one = commands.add_parser(
            name, parents=[common], description=module.__doc__, help=module.__doc__.splitlines()[0],
            allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
        module.add_options(one, numbers)
        one.set_defaults(perform=module.perform)
    return whole


def main():
    options, words = parser().parse_known_args()
    try:
        return options.perform(options, words)
    except Failure as failure:
        print(f"Error: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130
