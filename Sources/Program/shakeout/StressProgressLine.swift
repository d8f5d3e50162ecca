import RunPipeline

/// What is seen of a stress run while it goes on: on a terminal a line that is written over, and
/// elsewhere, such as in the log of a night, a line a minute.
struct StressProgressLine {
  private static let secondsBetween = 60.0
  private static let seedsBetween = 16

  let isRewritable: Bool
  let write: (String) -> Void
  private var secondsShown = 0.0
  private var isSecond = false

  init(isRewritable: Bool, write: @escaping (String) -> Void) {
    self.isRewritable = isRewritable
    self.write = write
  }

  mutating func show(_ progress: StressProgress) {
    if progress.isSecond != isSecond { secondsShown = 0 }
    isSecond = progress.isSecond
    if isRewritable {
      if progress.seeds % Self.seedsBetween == 0 { write("\r\(progress.text)\u{1B}[K") }
    } else if progress.seconds >= secondsShown + Self.secondsBetween {
      secondsShown = progress.seconds
      write(progress.text + "\n")
    }
  }
}
