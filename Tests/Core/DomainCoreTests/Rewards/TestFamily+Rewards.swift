import Chronology
import Testing

@testable import DomainCore

extension TestFamily {
  static let soccer = Entity(site: 80, sequence: 1)
  static let swimming = Entity(site: 80, sequence: 2)
  static let practice = Entity(site: 81, sequence: 1)
  static let match = Entity(site: 81, sequence: 2)

  /// The schedule's event that a person attended, or that this was undone.
  func attend(
    _ day: Int, _ attended: Bool = true, person: MemberHandle = child,
    of trainingClass: Entity = practice, sport: Entity = soccer, as type: ClassType = .practice
  ) {
    let attendance = Attendance(
      person: person, trainingClass: trainingClass, day: Self.day(day),
      takesPlaceOn: Self.day(day), sport: sport, type: type)
    state.deliver(.attendance(attendance, isAttended: attended), by: remark(on: day))
  }

  /// The nutrition event that a day is met, or no longer.
  func meetNutritionDay(_ day: Int, _ met: Bool = true, person: MemberHandle = child) {
    state.deliver(.nutritionDay(person, Self.day(day), isMet: met), by: remark(on: day))
  }

  /// A fact of another area, of which rewards only use the identity and the day.
  private func remark(on day: Int) -> Fact {
    fact(.checkIn(for: Self.child, WellnessScore(mental: 5, physical: 5)), on: day)
  }

  func offer(_ price: Int) -> Entity {
    make(.offerReward(TextHandle(7), price: price, by: Self.parent))
  }

  func bonus(_ amount: Int, for person: MemberHandle = child) -> Entity {
    make(.awardBonus(to: person, amount))
  }

  func setPoints(_ item: PointItem, _ amount: Int) {
    submit(.setPoints(item, to: amount, by: Self.parent))
  }

  func balance(_ person: MemberHandle = child) -> Int { state.rewards.balance(of: person) }

  func lifetime(_ person: MemberHandle = child) -> Int { state.rewards.lifetimePoints(of: person) }

  /// The amounts of a person's entries, in order.
  func amounts(_ person: MemberHandle = child) -> [Int] {
    state.rewards.ledgerPlaces(of: person).map { Int(state.rewards.ledger[$0].amount) }
  }

  func badges(_ person: MemberHandle = child) -> [Badge] {
    state.rewards.achievements(of: person).badges.badges
  }

  /// Whether a copy is identical and deep.
  var isIdenticalToCopy: Bool {
    let copy = state.copy()
    return copy.isIdentical(to: state) && copy.digest == state.digest
  }
}
