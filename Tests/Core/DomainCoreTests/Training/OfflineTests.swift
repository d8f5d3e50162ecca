import Testing

@testable import DomainCore

@Suite("Without a connection")
struct OfflineTests {
  @Test("OFF-1: a member's commands are queued; joining and photo analyses are refused")
  func facts() {
    let refused: [FactKind] = [.memberJoined, .groupJoined, .photoAnalyzed]
    for kind in FactKind.allCases {
      let expected: OfflineAvailability =
        refused.contains(kind) ? .refused(.needsConnection) : .queues
      #expect(offlineAvailability(for: .submit(kind)) == expected, "\(kind)")
    }
  }

  @Test("OFF-1: reads use the cache, a recommendation is stale, analyses are refused")
  func requests() {
    for (request, response) in Self.table {
      #expect(offlineAvailability(for: request) == response, "\(request)")
    }
    #expect(Refusal.needsConnection.sentence == "This needs a connection.")
  }

  static let table: [(OfflineRequest, OfflineAvailability)] = [
    (.viewTraining, .fromCache), (.viewFetchedWeek, .fromCache), (.viewTodaysMenu, .fromCache),
    (.viewRecommendation, .stale), (.viewOtherWeek, .refused(.needsConnection)),
    (.viewOtherMenu, .refused(.needsConnection)),
    (.generateRecommendation, .refused(.needsConnection)),
    (.analyzeForm, .refused(.needsConnection)), (.analyzePhoto, .refused(.needsConnection)),
  ]

  @Test("OFF-1: a device refuses only requests that need a connection, and only offline")
  func devices() {
    let requests = Self.table.map(\.0) + FactKind.allCases.map { OfflineRequest.submit($0) }
    for request in requests {
      #expect(request.refusal(isOnline: true) == nil, "\(request)")
      let isRefused = offlineAvailability(for: request) == .refused(.needsConnection)
      #expect(request.refusal(isOnline: false) == (isRefused ? .needsConnection : nil))
    }
  }
}
