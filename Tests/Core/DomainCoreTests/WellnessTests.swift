import Testing

@testable import DomainCore

@Suite("A wellness check-in")
struct WellnessTests {
  private let child = TestFamily.child

  private func scores(_ family: TestFamily, _ day: Int) -> [UInt8] {
    let row = family.state.personDay(child, day)
    return row.hasCheckIn ? [row.mental, row.physical] : []
  }

  @Test("TRN-6: is one per local day, and the later edit wins in any order of arrival")
  func laterEdit() {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let family = TestFamily()
      let facts = [(4, 5), (6, 7), (8, 9)].enumerated().map { index, score in
        family.fact(
          .checkIn(for: child, WellnessScore(mental: UInt8(score.0), physical: UInt8(score.1))),
          site: UInt32(3 - index))
      }
      for index in order { family.submit(facts[index]) }
      #expect(scores(family, 0) == [8, 9])
      #expect(family.state.personDay(TestFamily.parent, 0).actions == 3)
    }
  }

  @Test("TRN-6: of one day does not affect another day or person")
  func days() {
    let family = TestFamily()
    family.today = 130
    family.submit(.checkIn(for: child, WellnessScore(mental: 3, physical: 4)), on: 129)
    family.submit(.checkIn(for: child, WellnessScore(mental: 5, physical: 6)), on: 130)
    #expect(scores(family, 129) == [3, 4] && scores(family, 130) == [5, 6])
    #expect(scores(family, 128).isEmpty)
    #expect(!family.state.personDay(TestFamily.sibling, 130).hasCheckIn)
  }

  @Test("TRN-6: has two scores from 1 to 10", arguments: [0, 1, 10, 11, 255] as [UInt8])
  func range(score: UInt8) {
    let family = TestFamily()
    let expected: Refusal? = score == 1 || score == 10 ? nil : .scoreOutOfRange
    for response in [
      WellnessScore(mental: score, physical: 5), WellnessScore(mental: 5, physical: score),
    ] {
      #expect(family.refusal(of: family.fact(.checkIn(for: child, response))) == expected)
    }
  }
}
