import Base
import Chronology
import DomainCore

/// One of the many things that people do once in a while: who, when, and numbers to choose by.
///
/// Everything that a command exists for and no habit of the simulation brings about is done so, or
/// a run would leave whole screens of the products untried. Whether it is allowed is for the
/// device to say.
struct OccasionalCommand {
  var author: MemberHandle
  /// A child of the family, or the author where there is none.
  var child: MemberHandle
  /// Another parent of the family, the author where there is none.
  var other: MemberHandle
  /// Who was taken into the family in passing, and may be sent away again.
  var guests: [MemberHandle]
  var day: LocalDay
  var zone: Zone
  var now: Instant
  /// Any text, and another one.
  var text: TextHandle
  /// The same as the name of a habit.
  var name: HabitName
  var otherText: TextHandle
  var made: OccasionalEntities
  var draw: RandomBits
  /// Whether somebody has a reason for it, and so does what whims do seldom.
  var isReasoned = false
  /// What the child weighs and how tall it is, where somebody has a reason to say so.
  var body: (grams: UInt32, millimetres: UInt32)?
  /// Who and what a whole family is at, where this is of that: all of them choose by it then.
  var subject: RandomBits?

  /// What a choice falls on; `number` tells the choices of one action apart.
  func pick<Element>(_ elements: [Element], _ number: UInt64 = 0) -> Element? {
    elements.isEmpty ? nil : elements[Self.roll(elements.count, number, subject ?? draw)]
  }

  /// The same of what has a name: where a whole family is at something, what they are at stays the
  /// same when there are more of its kind, or fewer.
  func pick<Element>(
    _ elements: [Element], _ number: UInt64 = 0, named name: (Element) -> UInt64
  ) -> Element? {
    guard let subject else { return pick(elements, number) }
    func randomWord(_ element: Element) -> UInt64 {
      Digest128.mix(subject.second, number, name(element), 0).first
    }
    return elements.min { randomWord($0) < randomWord($1) }
  }

  func roll(_ sides: Int, _ number: UInt64 = 0) -> Int {
    Self.roll(sides, number, draw)
  }

  private static func roll(_ sides: Int, _ number: UInt64, _ draw: RandomBits) -> Int {
    let byte = draw.second.bits(8, from: 8 * Int(number & 7))
    return Int((byte * UInt64(sides)) >> 8)
  }

  /// Whether something is switched on, or off again.
  var isOn: Bool { draw.first.lowCoin }

  /// The areas that such actions are about: a parent's, and everybody's.
  private static let areasOfParents: [FactKind.Area] = [
    .families, .habits, .nutrition, .training, .academics, .schedule, .schedule, .goals, .rewards,
    .notifications,
  ]
  private static let areasOfAll: [FactKind.Area] = [.training, .notifications]
  private static let areasOfOnlookers: [FactKind.Area] = [.notifications]

  private func area(_ role: Role) -> FactKind.Area {
    let areas =
      switch role {
      case .parent: Self.areasOfParents
      case .observer, .coach: Self.areasOfOnlookers
      default: Self.areasOfAll
      }
    return areas[draw.first.bits(16, from: 8).choice(of: areas.count)]
  }

  /// What somebody might do in one of the areas, as far as their device shows it.
  func commands(on state: borrowing ScopeState) -> [Command] {
    commands(in: area(state.member(author).role), on: state)
  }

  /// The same in an area.
  func commands(in area: FactKind.Area, on state: borrowing ScopeState) -> [Command] {
    switch area {
    case .families: familyCommands(state)
    case .habits: habitCommands(state)
    case .nutrition:
      nutritionCommands()
        + (isReasoned ? foodCommands(state) : [pick(foodCommands(state), 6)].compactMap { $0 })
    case .training: trainingCommands(state)
    case .academics: academicCommands(state)
    case .schedule: scheduleCommands(state)
    case .goals: goalCommands(state)
    case .rewards: rewardCommands(state)
    case .notifications: notificationCommands(state)
    case .calendar, .groups: []
    }
  }
}

/// What somebody has made so and may want to change or end.
struct OccasionalEntities: BitwiseCopyable {
  var nutritionTemplate = Entity.none
  var application = Entity.none
  var bonus = Entity.none
  var log = Entity.none

  mutating func note(_ fact: Fact) {
    switch fact.kind {
    case .nutritionTemplateCreated: nutritionTemplate = fact.identity
    case .nutritionTemplateApplied: application = fact.identity
    case .bonusAwarded: bonus = fact.identity
    case .mobilityLogged: log = fact.identity
    default: break
    }
  }
}
