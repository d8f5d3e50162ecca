import Stress

// A timeline that is not shrunk: what a person need not read is left out.
extension EngineFailureReport {
  private static let linesMax = 80

  /// What happened until it failed, without what concerns other keys alone.
  var timelineInRealTime: [String] {
    let failed = keys(in: violation.detail)
    let events = timeline.filter { event in
      guard !event.isRoutine, event.time <= violation.time else { return false }
      let mentioned = keys(in: event.text)
      return failed.isEmpty || mentioned.isEmpty || !mentioned.isDisjoint(with: failed)
    }
    let count = events.count - Self.linesMax
    let left =
      count > 0
      ? ["… \(Timeline.counted(count, "earlier event", "earlier events"))"]
      : []
    return left + events.suffix(Self.linesMax).map(\.line)
  }

  /// The keys that a text names.
  private func keys(in text: String) -> Set<EngineKey> {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "-" }
    return Set(words.compactMap { EngineKey(name: String($0)) })
  }
}
