import Base
import Chronology
import DomainCore

/// One of the many commands that people submit occasionally: who, when, and random numbers to
/// choose by.
///
/// It covers every command that no habit of the simulation submits, so that a run tries all screens
/// of the products. The device decides whether it is allowed.
struct OccasionalCommand {
  var author: MemberHandle
  /// A child of the family, or the author if there is none.
  var child: MemberHandle
  /// Another parent of the family, or the author if there is none.
  var other: MemberHandle
  /// Members who were added this way, and may be removed again.
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
  /// Whether a person has a reason for it, and so submits even the commands that are rare at
  /// random.
  var isReasoned = false
  /// The child's weight and height, if a person has a reason to record them.
  var body: (grams: UInt32, millimeters: UInt32)?
  /// The draw that a whole family shares when it conflicts on the same records; all its members
  /// choose by it.
  var subject: RandomBits?

  /// The choice from a list; `number` distinguishes the choices of one command.
  func pick<Element>(_ elements: [Element], _ number: UInt64 = 0) -> Element? {
    elements.isEmpty ? nil : elements[Self.roll(elements.count, number, subject ?? draw)]
  }

  /// The same for things with a name: in a conflict the choice stays the same when there are more
  /// or fewer things of its kind.
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

  /// Whether a setting is switched on or off.
  var isOn: Bool { draw.first.lowCoin }

  /// The areas of such commands: a parent's, and everybody's.
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

  /// The possible commands in one of the areas, as far as the person's device shows them.
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

/// The entities that a person has created this way and may want to change or end.
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
