import Chronology
import Testing

@testable import Properties

@Suite("The tally of properties")
struct PropertyTallyTests {
  @Test("counts checks by property")
  func counts() {
    var tally = PropertyTally()
    tally.count(.convergence)
    tally.count(.convergence, times: 4)
    tally.count(.quiescence)
    let checks = Property.allCases.map { tally.checks(of: $0) }
    #expect(checks.reduce(0, +) == 6)
    let convergence = tally.checks(of: .convergence)
    #expect(convergence == 5)
  }

  @Test("keeps the first violations and counts all of them")
  func violations() {
    var tally = PropertyTally()
    for number in 0..<40 as Range<UInt32> {
      tally.report(
        Violation(
          number < 30 ? .convergence : .quiescence, at: Instant(milliseconds: 0), scope: number,
          what: "for the test"))
    }
    let (kept, count) = (tally.violations, tally.violationCount)
    #expect(kept.map(\.scope) == Array(0..<16))
    #expect(count == 40)
    let counts = Property.allCases.map { tally.violationCount(of: $0) }
    #expect(counts.filter { $0 > 0 } == [30, 10])
    #expect(counts.prefix(6) == [0, 0, 0, 0, 30, 10])
  }

  @Test("names each property as the design does")
  func names() {
    #expect(
      Property.allCases.map(\.id)
        == [
          "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12", "P13",
          "P14", "P15", "P16", "P3-fold", "P17", "P18", "P19", "P20", "P22", "P23",
          "P24", "P26",
        ])
    #expect(Set(Property.allCases.map(\.guarantee)).count == Property.allCases.count)
  }
}
