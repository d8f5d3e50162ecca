import SyncCore

extension Scenario {
  static let syncFields: [ScenarioField] = [
    ScenarioField(
      ["sync", "pageRowsMax"], \.sync.pageRowsMax, .whole(1...10_000), 500,
      "Rows that the server puts into one answer to a pull", .chosen),
    ScenarioField(
      ["sync", "pushOperationsMax"], \.sync.pushOperationsMax, .whole(1...10_000), 100,
      "Operations that a device puts into one push", .chosen),
    ScenarioField(
      ["sync", "requestTimeoutMilliseconds"], \.sync.requestTimeoutMilliseconds,
      .whole(100...600_000), 10_000, "Time after which a device gives up on an answer", .chosen),
    ScenarioField(
      ["sync", "retryBackoffMillisecondsMin"], \.sync.retryBackoffMillisecondsMin,
      .whole(1...86_400_000), 1000, "Wait before the first retry; it doubles from there", .chosen),
    ScenarioField(
      ["sync", "retryBackoffMillisecondsMax"], \.sync.retryBackoffMillisecondsMax,
      .whole(1...86_400_000), 300_000, "Longest wait before a retry", .chosen),
    ScenarioField(
      ["sync", "backgroundRefreshHours"], \.sync.backgroundRefreshHours, .whole(1...168), 24,
      "Time between two syncs of a device that nobody opens", .assumed()),
    ScenarioField(
      ["sync", "deadlineHours"], \.sync.deadlineHours, .whole(1...720), 24,
      "Time within which an operation must be durable on the server to count as synced", .chosen),
    ScenarioField(
      ["sync", "clockSkewBoundMilliseconds"], \.sync.clockSkewBoundMilliseconds,
      .whole(0...86_400_000), 300_000,
      "How far ahead of the server a stamp may be before the server replaces it", .chosen),
    ScenarioField(
      ["sync", "policy"], \.sync.policy, .policy, .fieldwise,
      "Which of two writes to one field stands, and what a write carries", .chosen),
  ]
}
