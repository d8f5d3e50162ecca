import Chronology
import Testing

@testable import DomainCore

/// The changes that a parent makes to a coach and an athlete on the coach's roster.
struct RosterRow: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var changes: [Command]
  /// Whether the athlete is on the roster afterwards.
  var isOn: Bool

  init(_ name: String, _ changes: [Command], isOn: Bool) {
    testDescription = name
    self.changes = changes
    self.isOn = isOn
  }
}

@Suite("A roster when people change")
struct RosterTests {
  private static let coach = Household.coach
  private static let athlete = Household.athlete

  static let table: [RosterRow] = {
    let athleteObserves = Command.setRole(of: athlete, to: .observer)
    let athleteAgain = Command.setRole(of: athlete, to: .athlete)
    let coachObserves = Command.setRole(of: coach, to: .observer)
    let coachAgain = Command.setRole(of: coach, to: .coach)
    let takesOff = Command.setRoster(of: coach, athlete: athlete, to: false)
    let puts = Command.setRoster(of: coach, athlete: athlete, to: true)
    return [
      RosterRow("nothing", [], isOn: true),
      RosterRow("the athlete observes", [athleteObserves], isOn: false),
      RosterRow("and trains again", [athleteObserves, athleteAgain], isOn: true),
      RosterRow(
        "taken off meanwhile", [athleteObserves, takesOff, athleteAgain], isOn: false),
      RosterRow(
        "and put on again", [athleteObserves, takesOff, athleteAgain, puts], isOn: true),
      RosterRow("the athlete coaches", [.setRole(of: athlete, to: .coach)], isOn: false),
      RosterRow("the coach observes", [coachObserves], isOn: false),
      RosterRow("and coaches again", [coachObserves, coachAgain], isOn: true),
      RosterRow("the coach trains", [.setRole(of: coach, to: .athlete)], isOn: false),
      RosterRow(
        "the two change places",
        [.setRole(of: coach, to: .athlete), .setRole(of: athlete, to: .coach)], isOn: false),
      RosterRow("the athlete is away", [.deactivateMember(athlete)], isOn: false),
      RosterRow(
        "and is back", [.deactivateMember(athlete), .activateMember(athlete)], isOn: true),
      RosterRow("the coach is away", [.deactivateMember(coach)], isOn: false),
      RosterRow("and is back", [.deactivateMember(coach), .activateMember(coach)], isOn: true),
      RosterRow("the athlete is removed", [.removeMember(athlete)], isOn: false),
      RosterRow("the coach is removed", [.removeMember(coach)], isOn: false),
    ]
  }()

  @Test(
    "FAM-10: assigning, changing and reading agree on the roster after any change of the two",
    arguments: table, [DecisionPlace.device, .server])
  func standing(row: RosterRow, place: DecisionPlace) {
    let family = Household.family()
    let given = family.make(
      .assignWorkout(to: Self.athlete, TestFamily.plan(3)), by: Self.coach, site: 4)
    for command in row.changes { #expect(family.submit(command) == .changed) }
    #expect(family.isOnRoster(Self.coach, Self.athlete) == row.isOn)
    for command in [
      Command.assignWorkout(to: Self.athlete, TestFamily.plan(4)),
      .withdrawAssignment(given, of: Self.athlete),
    ] {
      let fact = family.fact(command, by: Self.coach)
      #expect((family.refusal(of: fact, at: place) == nil) == row.isOn, "\(command.kind)")
    }
    // Observers read everything, for a different reason.
    if family.member(Self.coach).role != .observer {
      #expect(family.mayRead(.training, of: Self.athlete, by: Self.coach) == row.isOn)
    }
    #expect(!family.isOnRoster(Self.athlete, Self.coach))
  }

  @Test("FAM-10: a member who was removed and joins again is new, on no roster and without one")
  func joinsAgain() {
    let family = Household.family()
    let adult = LocalDay(year: 1990, month: 3, day: 1)
    func joinsAgain(_ member: MemberHandle, as role: Role, code: InvitationCode) -> MemberHandle {
      family.submit(.removeMember(member))
      family.submit(.invite(as: role, code: code, by: TestFamily.parent))
      let joining = family.fact(.join(with: code, as: role, born: adult), by: .newcomer, site: 9)
      #expect(family.submit(joining) == .changed)
      return family.memberMade(by: joining)!
    }
    let coach = joinsAgain(Self.coach, as: .coach, code: InvitationCode(1))
    #expect(!family.isOnRoster(coach, Self.athlete))
    #expect(family.submit(.setRoster(of: coach, athlete: Self.athlete, to: true)) == .changed)
    #expect(family.isOnRoster(coach, Self.athlete))
    let athlete = joinsAgain(Self.athlete, as: .athlete, code: InvitationCode(2))
    #expect(!family.isOnRoster(coach, athlete) && !family.isOnRoster(Self.coach, Self.athlete))
  }
}
