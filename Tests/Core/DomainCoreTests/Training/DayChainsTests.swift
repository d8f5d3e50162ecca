import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("The rows of a person's day")
struct DayChainsTests {
  @Test("TRN-1: are found after every move, none lost or duplicated", arguments: 0..<40)
  func moves(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    var chains = DayIndex()
    // Person and day of each row.
    var plain: [[Int]] = []
    for _ in 0..<200 {
      let day = dice.roll(3)
      if plain.count < 8 || dice.chance(1, in: 10) {
        plain.append([dice.roll(2), day])
        chains.add(MemberHandle(UInt16(plain.last![0])), TestFamily.day(day))
      } else {
        let row = dice.roll(plain.count)
        chains.move(
          row, of: MemberHandle(UInt16(plain[row][0])), from: TestFamily.day(plain[row][1]),
          to: TestFamily.day(day))
        plain[row][1] = day
      }
      if dice.chance(1, in: 50) { chains = chains.copy() }
      for person in 0..<2 {
        for day in 0..<3 {
          let found = chains.places(of: MemberHandle(UInt16(person)), on: TestFamily.day(day))
          #expect(found.sorted() == plain.indices.filter { plain[$0] == [person, day] })
        }
      }
    }
  }
}
