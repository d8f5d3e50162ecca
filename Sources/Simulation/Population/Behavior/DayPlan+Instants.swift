import Base
public import Chronology

extension DayPlan {
  /// When the sessions of a day begin, as milliseconds of instants, in order.
  ///
  /// They begin when the clock on the wall shows their times of the day. They do not overlap: each
  /// begins a second after the end of the one before at the earliest, and the last one ends before
  /// its day does. So no two sessions of a person begin at the same time.
  ///
  /// - Parameter length: the duration of a session in milliseconds.
  public func instants(
    on day: LocalDay, in zone: inout ZoneCursor, length: (Int) -> Int64
  ) -> SIMD8<Int64> {
    var starts = SIMD8<Int64>(repeating: .max)
    for session in 0..<sessionCount {
      let start = zone.instant(of: day, millisecondOfDay: self.starts[session]).milliseconds
      // A time that the clock skips moves behind times that it shows.
      var place = session
      while place > 0 && starts[place - 1] > start {
        starts[place] = starts[place - 1]
        place -= 1
      }
      starts[place] = start
    }
    let longest = Behavior.sessionMillisecondsMax
    for session in 1..<max(1, sessionCount)
    where starts[session] - starts[session - 1] <= longest + Span.second {
      let end = starts[session - 1] + length(session - 1)
      starts[session] = max(starts[session], end + Span.second)
    }
    var end = zone.startOfDay(day.adding(days: 1)).milliseconds - 1
    for session in (0..<sessionCount).reversed() where starts[session] > end - longest {
      starts[session] = min(starts[session], end - length(session))
      end = starts[session] - Span.second
    }
    return starts
  }
}
