import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("The schedule under hostile payloads")
struct ScheduleFuzzTests {
  private static let kinds = FactKind.allCases.filter { $0.area == .schedule }

  @Test("SCH-2…SCH-7: accepted facts are folded and shown, and nothing crashes")
  func fuzz() {
    var dice = Dice(seed: 5)
    var accepted: [FactKind: Int] = [:]
    // A family fills with nonsense soon, so there are many families.
    for _ in 0..<300 { Self.ruin(&dice, &accepted) }
    // These kinds need a duty with the right driver, which random payloads never hit.
    for kind in Self.kinds where kind != .dutySwapChanged && kind != .dutyCoverageSet {
      #expect(accepted[kind, default: 0] > 0, "\(kind)")
    }
  }

  /// Submits forty random facts to a family, and reads every view.
  private static func ruin(_ dice: inout Dice, _ accepted: inout [FactKind: Int]) {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    for day in 0..<9 {
      let duty = Duty(.dropOff, of: TestFamily.id(made, day))
      family.submit(.claim(duty, by: TestFamily.parent))
    }
    var entities = [sport, made, .none]
    for _ in 0..<40 {
      let fact = fact(&dice, in: family, entities)
      let place = dice.pick([DecisionPlace.server, .device])
      if family.submit(fact, at: place) == .changed { accepted[fact.kind, default: 0] += 1 }
      if fact.kind.createsEntity { entities.append(fact.identity) }
    }
    let now = TestFamily.noon(3)
    #expect(family.state.occurrences(in: TestFamily.range(-40, 140), now: now).count < 5_000)
    _ = family.state.conflicts(in: TestFamily.range(0, 9), now: now)
    _ = family.state.nextOccurrences(now: now)
    _ = family.state.needsAttention(now: now)
    let everything = Instant(milliseconds: .min / 4)..<Instant(milliseconds: .max / 4)
    _ = family.state.occurrences(in: everything, now: now)
    #expect(copyIsIdentical(family))
  }

  @Test(
    "SCH-2…SCH-7: facts that another build accepted never crash the fold", arguments: 0..<20)
  func foldAlone(seed: Int) {
    var dice = Dice(seed: UInt64(seed) + 1_000)
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    for _ in 0..<200 { family.state.apply(Self.fact(&dice, in: family, [sport, made])) }
    _ = family.state.occurrences(in: TestFamily.range(-40, 140), now: TestFamily.noon(3))
    _ = family.state.conflicts(in: TestFamily.range(0, 30), now: TestFamily.noon(3))
    #expect(Self.copyIsIdentical(family))
  }

  private static func copyIsIdentical(_ family: TestFamily) -> Bool {
    let copy = family.state.copy()
    return copy.isIdentical(to: family.state) && copy.digest == family.state.digest
  }

  private static func fact(
    _ dice: inout Dice, in family: TestFamily, _ entities: [Entity]
  ) -> Fact {
    func word() -> UInt64 {
      var bits: UInt64 = 0
      for _ in 0..<4 { bits = bits << 16 | UInt64(dice.roll(65_536)) }
      let day = UInt64(TestFamily.day(dice.roll(120)).number)
      switch dice.roll(7) {
      case 0: return bits
      case 1: return bits & 0xFFFF_FFFF
      case 2: return UInt64(dice.roll(12))
      case 3: return .max >> UInt64(dice.roll(64))
      case 4: return day | UInt64(dice.roll(9)) << 32
      case 5: return dice.pick(entities).raw
      default: return day | (day + UInt64(dice.roll(30))) << 32
      }
    }
    // Half of them are nearly right; otherwise nothing would pass the first check.
    func payload() -> Payload {
      let day = UInt64(TestFamily.day(dice.roll(20)).number)
      let small = UInt64(dice.roll(3))
      switch dice.roll(10) {
      case 4: return Payload(small, day | (day + small) << 32)
      case 5: return Payload(entities[0].raw, day | small << 22 | 60 << 47)
      case 0: return Payload(small, UInt64(dice.roll(9)))
      case 1: return Payload(small, day | UInt64(dice.roll(9)) << 32)
      case 2: return Payload(day | 1 << 32, word())
      case 3: return Payload(day | small << 22, UInt64(MemberHandle.newcomer.index))
      default: return Payload(word(), word())
      }
    }
    let member = MemberHandle(dice.pick([0, 0, 0, 4, 4, 1, 2, 3]))
    let command = Command(
      dice.pick(kinds), subject: dice.pick([member, MemberHandle(UInt16(dice.roll(5)))]),
      entity: dice.chance(1, in: 8) ? Entity(raw: word()) : dice.pick(entities),
      payload: payload())
    var fact = family.fact(command, by: member, site: UInt32(1 + dice.roll(3)))
    if dice.chance(1, in: 4) { fact.zone = UInt16(dice.roll(65_536)) }
    return fact
  }
}
