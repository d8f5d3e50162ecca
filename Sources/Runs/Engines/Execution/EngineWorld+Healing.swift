import Base

// The end of a test: the network heals, and everything must arrive.
extension EngineWorld {
  /// So many times in the span of the staleness everybody is woken.
  private static let roundsPerStaleness = 6
  /// How many times the staleness is waited for what is late.
  private static let stalenessesMax = 4

  /// Wakes all replicas, or ends the test.
  func healingRound(_ number: Int) throws(Stop) {
    if number == 0 { try heal() }
    let isDeadline = number == Self.roundsPerStaleness
    let isLast = number >= Self.roundsPerStaleness * Self.stalenessesMax
    if number >= 2, try isOver(isDeadline: isDeadline, isLast: isLast) {
      isFinished = true
      return
    }
    for replica in replicas.indices where replicas[replica].isOpen {
      try wake(
        replica, online: true, cause: Self.key(UInt64(number), UInt64(replica), 0x726F))
    }
    queue.add(
      .round(number + 1), at: now + max(100, hello.staleness / Self.roundsPerStaleness))
  }

  private func heal() throws(Stop) {
    isHealed = true
    try startServer(after: 0, isKilled: true)
    partitions = []
    for replica in replicas.indices { replicas[replica].offlineUntil = 0 }
    try followStage()
    for replica in replicas.indices {
      if replicas[replica].exists, !replicas[replica].isOpen {
        try open(replica, .saved(keepsFiles: false))
      }
    }
    traceNetwork(.healed, "has healed")
  }

  /// Whether everything is as it must be in the end, or will not be.
  private func isOver(isDeadline: Bool, isLast: Bool) throws(Stop) -> Bool {
    let isQuiet =
      messagesInFlight == 0 && replicas.allSatisfy { $0.held.isEmpty }
      && stage?.network.isQuiet ?? true
    guard isQuiet || isDeadline || isLast else { return false }
    try readAll()
    var problems = checker.problemsAtEnd(at: now)
    if problems.isEmpty, let mute = replicas.firstIndex(where: { $0.isOpen && $0.isUnreadable }) {
      problems = [
        EngineViolation(
          property: .boundedStaleness,
          what: "a replica cannot be read although the network has healed",
          detail: "\(replicas[mute].name) cannot be read although the network has healed",
          replica: replicas[mute].name, time: now)
      ]
    }
    if isDeadline { problemsAtDeadline = problems }
    if problems.isEmpty {
      checker.count(.boundedStaleness)
      checker.reportRegressions(problemsAtEnd: [])
      if let late = problemsAtDeadline.first, !isDeadline {
        checker.report(
          .boundedStaleness, "a replica shows everything, but too late",
          "\(hello.staleness) ms after the network had healed: \(late.detail); "
            + "it took until \(EngineText.time(now))", replica: places[late.replica ?? ""],
          time: late.time)
      }
      traceEnd()
      return true
    }
    guard isLast || (isDeadline && !options.waitsForLate) else { return false }
    traceEnd()
    let found = problemsAtDeadline.isEmpty ? problems : problemsAtDeadline
    checker.reportRegressions(problemsAtEnd: found)
    checker.append(found)
    return true
  }

  private func traceEnd() {
    for replica in replicas.indices where replicas[replica].isOpen {
      if let shown = checker.views[replica].shown {
        trace(replica, "shows in the end \(EngineText.values(shown.values))")
      }
    }
  }
}
