import SyncCore

extension Scenario {
  static let syncFields: [ScenarioField] = [
    ScenarioField(
      ["sync", "pageRowsMax"], \.sync.pageRowsMax, .whole(1...10_000), 500,
      "Rows that the server puts into one response", .chosen),
    ScenarioField(
      ["sync", "pushOperationsMax"], \.sync.pushOperationsMax, .whole(1...10_000), 100,
      "Operations that a device puts into one request", .chosen),
    ScenarioField(
      ["sync", "requestTimeoutMilliseconds"], \.sync.requestTimeoutMilliseconds,
      .whole(100...600_000), 10_000,
      "Milliseconds after which a device stops waiting for a response", .chosen),
    ScenarioField(
      ["sync", "retryBackoffMillisecondsMin"], \.sync.retryBackoffMillisecondsMin,
      .whole(1...86_400_000), 1000,
      "Milliseconds before the first retry; the wait doubles from there", .chosen),
    ScenarioField(
      ["sync", "retryBackoffMillisecondsMax"], \.sync.retryBackoffMillisecondsMax,
      .whole(1...86_400_000), 300_000,
      "Maximum milliseconds before a retry", .chosen),
    ScenarioField(
      ["sync", "backgroundRefreshHours"], \.sync.backgroundRefreshHours, .whole(1...168), 24,
      "Hours between two background syncs of a device that is not opened", .assumed()),
    ScenarioField(
      ["sync", "deadlineHours"], \.sync.deadlineHours, .whole(1...720), 24,
      "Hours within which an operation must be durable on the server to count as synced", .chosen),
    ScenarioField(
      ["sync", "clockSkewBoundMilliseconds"], \.sync.clockSkewBoundMilliseconds,
      .whole(0...86_400_000), 300_000,
      "Maximum milliseconds that an operation's timestamp may be ahead of the server; the "
        + "server replaces a later one", .chosen),
    ScenarioField(
      ["sync", "policy"], \.sync.policy, .policy, .fieldwise,
      "Which of two writes to one field wins, and what a write carries", .chosen),
    ScenarioField(
      ["sync", "separateTexts"], \.sync.separateTexts, .flag, false,
      "Whether every replica and server has a table of texts of its own, and messages are bytes; "
        + "otherwise all share one table", .chosen),
  ]
}
