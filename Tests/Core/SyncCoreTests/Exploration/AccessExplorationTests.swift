import Testing

@testable import SyncCore

@Suite("Random runs with removals, lapsed sessions and deletions")
struct AccessExplorationTests {
  @Test(
    "FAM-6, FAM-7, FAM-8, P12: deliver nothing without access, and lose nothing else",
    arguments: 0..<600)
  func life(number: Int) {
    let life = AccessLife(number: UInt64(number))
    life.live(steps: 160)
    #expect(life.complaint == nil)
  }

  @Test("cover every kind of response")
  func coverage() {
    var met: Set<String> = []
    for number in 0..<40 {
      let life = AccessLife(number: UInt64(number))
      life.live(steps: 160)
      met.formUnion(life.met)
    }
    let kinds = ResponseKind.allCases.filter { $0 != .siteUnknown }
    #expect(met == Set(kinds.map { "\($0)" } + ["deleted"]))
  }
}
