"""A table for a terminal and a file."""

import csv
import sys


def spread(values):
    """The mean, the smallest and the largest of some values."""
    return sum(values) / len(values), min(values), max(values)


class Table:
    def __init__(self, columns):
        self.rows = [columns]

    def add(self, row):
        self.rows.append(row)

    def show(self, path=None):
        """Prints the table; writes all digits to a file, if there is one."""
        shown = [
            [f"{cell:.4g}" if isinstance(cell, float) else str(cell) for cell in row]
            for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*shown)]
        for row in shown:
            line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths))
            print(line.rstrip(), file=sys.stdout)
        if path:
            with open(path, "w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows(self.rows)
