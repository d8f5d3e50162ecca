import Testing

@testable import DomainCore

@Suite("Without a connection")
struct OfflineTests {
  @Test("OFF-1: water, meals, check-ins, completions and everything else a member says queue")
  func facts() {
    let named: [FactKind] = [
      .waterLogged, .mealLogged, .wellnessSet, .completionSet, .sessionChanged, .assignmentChanged,
      .habitCreated, .habitNameSet, .habitDeleted, .habitRestored,
    ]
    for kind in named { #expect(offlineAnswer(for: .say(kind)) == .queues, "\(kind)") }
    let newcomers: [FactKind] = [.memberJoined, .groupJoined]
    for kind in FactKind.allCases {
      let expected: OfflineAnswer =
        newcomers.contains(kind) ? .refused(.needsConnection) : .queues
      #expect(offlineAnswer(for: .say(kind)) == expected, "\(kind)")
    }
  }

  @Test("OFF-1: what is read comes from the cache, a recommendation is stale, analyses are refused")
  func requests() {
    let table: [(OfflineRequest, OfflineAnswer)] = [
      (.seeTraining, .fromCache), (.seeFetchedWeek, .fromCache), (.seeMenuOfToday, .fromCache),
      (.seeRecommendation, .stale), (.seeOtherWeek, .refused(.needsConnection)),
      (.seeMenuOfOtherDay, .refused(.needsConnection)),
      (.generateRecommendation, .refused(.needsConnection)),
      (.analyseForm, .refused(.needsConnection)), (.analysePhoto, .refused(.needsConnection)),
    ]
    for (request, answer) in table {
      #expect(offlineAnswer(for: request) == answer, "\(request)")
    }
    #expect(Refusal.needsConnection.sentence == "This works with a connection only.")
  }
}
