public import Chronology

/// GOAL-1: the length of a goal's term.
public enum GoalTerm: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case short = 0
  case medium = 1
  case long = 2

  /// GOAL-1: short 1–4 weeks, medium 1–3 months, long beyond.
  ///
  /// **Decided**: first and last day both count. Short is up to 28 days, including a goal of a day
  /// or two. Medium is up to three calendar months: it ends before the day that has the first day's
  /// date three months later. Where that month has no such date, medium includes its last day:
  /// November 30 to February 28 is medium, to March 1 is long.
  public init(from start: LocalDay, through end: LocalDay) {
    if start.distance(to: end) < 28 {
      self = .short
      return
    }
    let (first, last) = (start.civil, end.civil)
    let months = (last.year - first.year) * 12 + last.month - first.month
    self = (months, last.day) < (3, first.day) ? .medium : .long
  }
}
