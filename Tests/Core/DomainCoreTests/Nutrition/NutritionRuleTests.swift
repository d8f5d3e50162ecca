import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Permissions and refusals of targets")
struct NutritionRuleTests {
  /// The author's role, whether the subject is the author, and the expected results for an override
  /// and for templates.
  struct Row: Sendable, CustomTestStringConvertible {
    var role: Role
    var own: Bool
    var override: Refusal?
    var template: Refusal?

    var testDescription: String { "\(role), own: \(own)" }
  }

  static let table: [Row] = [
    Row(role: .parent, own: true, override: nil, template: nil),
    Row(role: .parent, own: false, override: nil, template: nil),
    Row(role: .child, own: true, override: .parentNeeded, template: .parentNeeded),
    Row(role: .child, own: false, override: .parentNeeded, template: .parentNeeded),
    Row(role: .observer, own: true, override: .parentNeeded, template: .parentNeeded),
    Row(role: .observer, own: false, override: .parentNeeded, template: .parentNeeded),
    Row(role: .coach, own: true, override: .parentNeeded, template: .parentNeeded),
    Row(role: .coach, own: false, override: .parentNeeded, template: .parentNeeded),
    Row(role: .athlete, own: true, override: nil, template: .parentNeeded),
    Row(role: .athlete, own: false, override: .parentNeeded, template: .parentNeeded),
    Row(role: .groupMember, own: true, override: .parentNeeded, template: .parentNeeded),
    Row(role: .groupMember, own: false, override: .parentNeeded, template: .parentNeeded),
  ]

  static let kinds = FactKind.allCases.filter {
    $0.area == .nutrition && !$0.isOverlaid && !$0.isOfFood && $0.rawValue != 36
  }

  @Test("NUT-4: the table of permissions has a row for every role")
  func complete() {
    #expect(Self.table.count == 2 * Role.allCases.count)
    #expect(Self.kinds.count == 7)
  }

  @Test(
    "NUT-4: a parent sets targets for everyone, athletes set their own", arguments: table,
    [DecisionPlace.device, .server])
  func permissions(row: Row, place: DecisionPlace) {
    for kind in Self.kinds {
      let family = TestFamily()
      let born = LocalDay(year: 2010, month: 1, day: 1)
      let author = family.state.addMember(Member(role: row.role, born: born))
      // A child that may log for itself still sets no targets.
      if row.role == .child { family.submit(.setChildMayLog(author, to: true)) }
      let subject = row.own ? author : TestFamily.child
      let command = Self.command(kind, about: subject, in: family)
      #expect(
        family.refusal(of: family.fact(command, by: author), at: place)
          == (kind == .nutritionOverrideSet ? row.override : row.template), "\(kind)")
    }
  }

  /// A command of that kind that only permission could refuse.
  static func command(
    _ kind: FactKind, about subject: MemberHandle, in family: TestFamily
  ) -> Command {
    let template = family.addTemplate([])
    let parent = TestFamily.parent
    switch kind {
    case .nutritionOverrideSet:
      return .setNutritionTarget(of: subject, TargetAmount(.water, 2_000))
    case .nutritionTemplateCreated:
      return .createNutritionTemplate(by: subject, name: TextHandle(3))
    case .nutritionTemplateNameSet:
      return .renameNutritionTemplate(template, by: subject, to: TextHandle(3))
    case .nutritionTemplateValueSet:
      return .setNutritionTemplate(template, by: subject, TargetAmount(.fat, 500))
    case .nutritionTemplateDeleted: return .deleteNutritionTemplate(template, by: subject)
    case .nutritionTemplateApplied:
      let day = TestFamily.day(0)
      return .applyNutritionTemplate(
        TemplateRange(template: template, first: day, last: day), to: subject)
    case .nutritionTemplateEnded:
      return .endNutritionTemplate(family.use(template, 0...3, for: subject), of: subject)
    default: preconditionFailure("\(kind) of \(parent) has a table elsewhere")
    }
  }

  @Test("NUT-4: refusals and kinds have the numbers of the log's format")
  func numbers() {
    let refusals: [Refusal: UInt8] = [
      .targetOutOfRange: 66, .templateNameEmpty: 67, .nutritionTemplateUnknown: 68,
      .nutritionTemplateGone: 69, .templateRangeInvalid: 70,
      .templateNotApplied: 71, .templateEnded: 72, .foodDeleted: 73, .foodUnknown: 74,
    ]
    let all = Refusal.allCases.filter { (65...74).contains($0.rawValue) }
    #expect(refusals.count == all.count)
    for refusal in all {
      #expect(refusal.rawValue == refusals[refusal])
      let sentence = refusal.sentence
      #expect(sentence.hasSuffix(".") && sentence.first!.isUppercase)
    }
    let kinds: [FactKind: UInt8] = [
      .nutritionOverrideSet: 32, .nutritionTemplateCreated: 33, .nutritionTemplateValueSet: 34,
      .nutritionTemplateDeleted: 35, .nutritionTemplateApplied: 37, .nutritionTemplateEnded: 38,
      .nutritionTemplateNameSet: 39,
    ]
    #expect(kinds.count == Self.kinds.count)
    for kind in Self.kinds { #expect(kind.rawValue == kinds[kind]) }
  }

  @Test("NUT-4: an impossible command is refused with its reason")
  func refused() {
    let family = TestFamily()
    family.today = 5
    let parent = TestFamily.parent
    let child = TestFamily.child
    let template = family.addTemplate([])
    let used = family.use(template, 5...9)
    func respond(_ command: Command, _ place: DecisionPlace = .server) -> Refusal? {
      family.refusal(of: family.fact(command), at: place)
    }
    func apply(_ first: Int, _ last: Int, _ entity: Entity) -> Refusal? {
      let range = TemplateRange(
        template: entity, first: TestFamily.day(first), last: TestFamily.day(last))
      return respond(.applyNutritionTemplate(range, to: child))
    }
    for metric in NutritionMetric.allCases {
      let most = metric.amountMax
      #expect(respond(.setNutritionTarget(of: child, TargetAmount(metric, most))) == nil)
      #expect(
        respond(.setNutritionTarget(of: child, TargetAmount(metric, most + 1)))
          == .targetOutOfRange)
      #expect(
        respond(.setNutritionTemplate(template, by: parent, TargetAmount(metric, most + 1)))
          == .targetOutOfRange)
    }
    #expect(
      respond(Command(.nutritionOverrideSet, subject: child, payload: Payload(6 << 32 | 5)))
        == .targetOutOfRange)
    #expect(
      respond(.createNutritionTemplate(by: parent, name: .empty)) == .templateNameEmpty)
    let nobody = Entity(site: 9, sequence: 9)
    #expect(respond(.deleteNutritionTemplate(nobody, by: parent)) == .nutritionTemplateUnknown)
    #expect(apply(5, 9, nobody) == .nutritionTemplateUnknown)
    #expect(apply(5, 5, template) == nil && apply(5, 3_659, template) == nil)
    #expect(apply(4, 9, template) == .templateRangeInvalid)
    #expect(apply(7, 6, template) == .templateRangeInvalid)
    #expect(apply(7, 3_660, template) == .templateRangeInvalid)
    #expect(respond(.endNutritionTemplate(nobody, of: child)) == .templateNotApplied)
    #expect(respond(.endNutritionTemplate(used, of: parent)) == .templateNotApplied)
    family.submit(.endNutritionTemplate(used, of: child))
    #expect(respond(.endNutritionTemplate(used, of: child), .device) == .templateEnded)
    #expect(respond(.endNutritionTemplate(used, of: child)) == nil)
    family.submit(.deleteNutritionTemplate(template, by: parent))
    #expect(
      respond(.deleteNutritionTemplate(template, by: parent), .device) == .nutritionTemplateGone)
    #expect(respond(.deleteNutritionTemplate(template, by: parent)) == nil)
    #expect(apply(7, 9, template) == .nutritionTemplateGone)
  }

  @Test("NUT-4: payloads hold what they are given")
  func payloads() {
    for metric in NutritionMetric.allCases {
      for amount in [0, 1, UInt32.max] {
        let set = TargetAmount(metric, amount)
        #expect(TargetAmount(set.payload) == set)
      }
    }
    for number in [Int32.min, -1, 0, 20_458, .max] {
      for raw in [0, UInt64.max] {
        let range = TemplateRange(
          template: Entity(raw: raw), first: LocalDay(number: number),
          last: LocalDay(number: ~number))
        #expect(TemplateRange(range.payload) == range)
      }
    }
  }

  @Test("NUT-4, NUT-9: no payload that a client could send crashes the fold", arguments: 0..<8)
  func fuzz(part: Int) {
    var dice = Dice(seed: UInt64(7_000 + part))
    let family = TestFamily()
    family.measure()
    family.today = 40
    let template = family.addTemplate([])
    let used = family.use(template, 40...90)
    let kinds = Self.kinds + [.mealLogged, .waterLogged, .favoriteMealSet]
    var taken = 0
    for _ in 0..<1_500 {
      func word() -> UInt64 {
        switch dice.roll(6) {
        case 0: template.raw
        case 1: UInt64(dice.roll(7)) << 32 | UInt64(dice.roll(30_000))
        case 2:
          UInt64(UInt32(bitPattern: TestFamily.day(dice.roll(4_000) - 20).number)) << 32
            | UInt64(UInt32(bitPattern: TestFamily.day(dice.roll(100)).number))
        case 3: UInt64(dice.roll(30)) << 16 | UInt64(dice.roll(24))
        default:
          (0..<4).reduce(0) { word, _ in word << 16 | UInt64(dice.roll(65_536)) }
        }
      }
      let command = Command(
        dice.pick(kinds), subject: MemberHandle(UInt16(dice.roll(5))),
        entity: dice.pick([template, used, Entity(raw: UInt64(dice.roll(5))), Entity(raw: word())]),
        payload: Payload(word(), word()))
      let fact = family.fact(command, site: UInt32(1 + dice.roll(3)), on: dice.roll(60))
      if family.refusal(of: fact) == nil {
        family.state.apply(fact)
        taken += 1
      }
    }
    #expect(taken > 100)
    #expect(family.copyIsIdentical)
  }
}

extension TestFamily {
  var copyIsIdentical: Bool {
    let copy = state.copy()
    return copy.isIdentical(to: state) && copy.digest == state.digest
      && copy.nutrition.trail == state.nutrition.trail
  }
}
