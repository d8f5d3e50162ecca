import Testing

@testable import SyncCore

@Suite("Random runs with newcomers to groups and families")
struct NewcomerExplorationTests {
  @Test(
    "GRP-1…GRP-3, FAM-1, FAM-6, P12: reveal nothing without access, and report every verdict once",
    arguments: 0..<2_000)
  func life(number: Int) {
    let life = NewcomerLife(number: UInt64(number))
    life.live(steps: 180)
    #expect(life.complaint == nil)
  }

  @Test("cover every kind of response")
  func coverage() {
    var met: Set<String> = []
    for number in 0..<120 {
      let life = NewcomerLife(number: UInt64(number))
      life.live(steps: 180)
      met.formUnion(life.met)
    }
    let expected: Set<String> = [
      "newcomer page", "newcomer purge", "member page", "member snapshot", "member purge",
      "deleted", "admitted", "groupFull", "alreadyInGroup", "groupDeleted", "groupFounded",
      "groupUnknown", "groupInvitationUnknown", "invitationUnknown", "invitationUsed",
      "invitationForAnother", "authorUnknown",
    ]
    #expect(met == expected)
  }
}
