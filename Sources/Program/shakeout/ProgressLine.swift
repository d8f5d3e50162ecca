import Reporting
import RunPipeline

/// A progress line on a terminal that overwrites itself.
///
/// It appears after a second, so short runs print nothing, and it clears itself at the end.
struct ProgressLine {
  private static let secondsBefore = 1.0
  private static let secondsBetween = 0.2

  /// The width of the terminal in columns.
  let width: Int
  let write: (String) -> Void
  private var secondsShown: Double?

  init(width: Int, write: @escaping (String) -> Void) {
    self.width = width
    self.write = write
  }

  mutating func show(_ advance: RunProgressReport) {
    let next = secondsShown.map { $0 + Self.secondsBetween } ?? Self.secondsBefore
    guard advance.seconds >= next else { return }
    secondsShown = advance.seconds
    let text = ProgressText.line(
      people: advance.people, of: advance.peopleTotal, secondsLeft: advance.secondsLeft)
    // Return to the start of the line, print, and erase the rest of a longer text.
    write("\r\(text.prefix(width - 1))\u{1B}[K")
  }

  mutating func clear() {
    if secondsShown != nil { write("\r\u{1B}[K") }
    secondsShown = nil
  }
}
