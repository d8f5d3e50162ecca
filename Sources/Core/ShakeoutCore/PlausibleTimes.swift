import Chronology

// Every time that comes from outside passes through here, so that no clock and no date of a caller
// can make arithmetic overflow: a phone whose battery died, a picker without limits, a file. The
// rules decide about what remains: they refuse what lies outside of a family's days.

extension Instant {
  /// Within four thousand years of 1970.
  var plausible: Instant {
    min(max(self, Instant(milliseconds: -1 << 47)), Instant(milliseconds: (1 << 47) - 1))
  }
}

extension LocalDay {
  /// Within four thousand years of 1970.
  var plausible: LocalDay {
    LocalDay(number: min(max(number, -1 << 20), 1 << 20))
  }
}

/// A clock whose readings are plausible.
func plausible(_ clock: @escaping () -> Instant) -> () -> Instant { { clock().plausible } }
