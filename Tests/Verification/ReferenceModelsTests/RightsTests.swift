import Chronology
import DomainCore
import ReferenceModels
import Testing

@Suite("Write access, computed from the log")
struct RightsTests {
  static let (parent, child, observer) = (MemberHandle(0), MemberHandle(1), MemberHandle(2))
  static let (coach, athlete) = (MemberHandle(3), MemberHandle(4))
  static let day = LogModelTests.monday

  /// A parent, a child, an observer, a coach and an athlete.
  private func people() -> MemberModel {
    let grown = LocalDay(year: 1985, month: 1, day: 1)
    let young = LocalDay(year: 2015, month: 1, day: 1)
    return MemberModel(founders: [
      Member(role: .parent, born: grown), Member(role: .child, born: young),
      Member(role: .observer, born: grown), Member(role: .coach, born: grown),
      Member(role: .athlete, born: grown),
    ])
  }

  private func fact(_ command: Command, _ minute: Int, by author: MemberHandle) -> Fact {
    LogModelTests.fact(command, minute, site: UInt32(author.index), by: author)
  }

  private func whoMay(_ people: MemberModel, _ command: Command) -> [MemberHandle] {
    [Self.parent, Self.child, Self.observer, Self.coach, Self.athlete].filter {
      people.may(fact(command, 99, by: $0)) == true
    }
  }

  @Test("has a row for each kind, and a kind for each row")
  func rows() {
    let rows = FactKind.allCases.map { RequiredRight.needed(for: $0) }
    #expect(!rows.contains(.anybody))
    #expect(Set(rows).count == RequiredRight.allCases.count - 1)
    // An athlete writes nothing about other members.
    let model = people()
    for kind in FactKind.allCases {
      let command = Command(kind, subject: Self.child, payload: Payload(1, 0))
      #expect(model.may(fact(command, 5, by: Self.athlete)) != true, "\(kind)")
    }
  }

  @Test("FAM-2, FAM-3, GOAL-3: depends on roles, on the subject, and on a parent's permissions")
  func roles() {
    var model = people()
    let (parent, child, athlete) = (Self.parent, Self.child, Self.athlete)
    let goal = Entity(site: 0, sequence: 1)
    let soon = Zone.utc.startOfDay(Self.day)
    #expect(whoMay(model, .deleteGoal(goal, of: child)) == [parent])
    #expect(whoMay(model, .deleteGoal(goal, of: athlete)) == [parent, athlete])
    let note = Command.setGoalText(.childNote, of: goal, of: child, to: TextHandle(5))
    #expect(whoMay(model, note) == [parent])
    model.ingest(fact(.setChildMayLog(child, to: true), 1, by: parent))
    #expect(whoMay(model, note) == [parent, child])
    #expect(whoMay(model, .deleteGoal(goal, of: child)) == [parent])
    #expect(whoMay(model, .removeMember(child)) == [parent])
    #expect(whoMay(model, .removeMember(Self.observer)) == [parent, Self.observer])
    #expect(whoMay(model, .setProfile(.school, of: child, to: TextHandle(5))) == [parent])
    let name = Command.setProfile(.name, of: Self.coach, to: TextHandle(5))
    #expect(whoMay(model, name) == [parent, Self.coach])
    #expect(whoMay(model, .setWorkoutSharing(of: child, to: true)) == [parent])
    #expect(whoMay(model, .setWorkoutSharing(of: athlete, to: true)) == [athlete])
    #expect(whoMay(model, .setDoNotDisturb(until: soon, of: child)) == [parent, child])
    #expect(whoMay(model, .setDoNotDisturb(until: soon, of: athlete)) == [athlete])
    // A former parent has the rights of the new role.
    model.ingest(fact(.setRole(of: parent, to: .observer), 2, by: parent))
    #expect(whoMay(model, .deleteGoal(goal, of: child)) == [])
  }

  @Test("FAM-4, SCH-5: an observer releases assigned duties, and claims none")
  func drives() {
    let model = people()
    let (parent, observer) = (Self.parent, Self.observer)
    let duty = Duty(.pickUp, of: OccurrenceID(Entity(site: 0, sequence: 1), Self.day))
    #expect(whoMay(model, .claim(duty, by: observer)) == [])
    #expect(whoMay(model, .claim(duty, by: parent)) == [parent])
    #expect(whoMay(model, .release(duty, of: observer)) == [parent, observer])
    #expect(whoMay(model, .assign(duty, to: observer)) == [parent])
    #expect(whoMay(model, .assign(duty, to: Self.child)) == [])
  }

  @Test(
    "FAM-10, TRN-2: a coach assigns and changes work of their own roster, as long as it is theirs")
  func rosters() {
    var model = people()
    let (coach, athlete) = (Self.coach, Self.athlete)
    let plan = SessionPlan(
      title: TextHandle(5), time: SessionTime(day: Self.day, minuteOfDay: 600, minutes: 30),
      character: SessionCharacter(.strength))
    let on = fact(.setRoster(of: coach, athlete: athlete, to: true), 1, by: coach)
    #expect(model.may(on) == true && whoMay(model, .assignWorkout(to: athlete, plan)) == [])
    model.ingest(on)
    #expect(whoMay(model, .assignWorkout(to: athlete, plan)) == [coach])
    let assigned = fact(.assignWorkout(to: athlete, plan), 2, by: coach)
    model.ingest(assigned)
    let withdrawal = Command.withdrawAssignment(assigned.identity, of: athlete)
    #expect(whoMay(model, withdrawal) == [Self.parent, coach])
    let report = Command.completeAssignment(
      assigned.identity, of: athlete, EffortReport(isDone: true, effort: 5))
    #expect(whoMay(model, report) == [Self.parent, athlete])
    model.ingest(fact(.setRoster(of: coach, athlete: athlete, to: false), 3, by: Self.parent))
    #expect(whoMay(model, .assignWorkout(to: athlete, plan)) == [])
    #expect(whoMay(model, withdrawal) == [Self.parent])
    // An earlier write that arrives later changes nothing.
    model.ingest(on)
    #expect(whoMay(model, .assignWorkout(to: athlete, plan)) == [])
  }

  @Test("FAM-1: an invitation is valid as long as its author may invite")
  func invitations() {
    var model = people()
    let code = InvitationCode(77)
    model.ingest(fact(.setRole(of: Self.observer, to: .parent), 1, by: Self.parent))
    model.ingest(fact(.invite(as: .observer, code: code, by: Self.observer), 2, by: Self.observer))
    let born = LocalDay(year: 1985, month: 1, day: 1)
    func joins(_ role: Role = .observer) -> String? {
      model.problem(joining: fact(.join(with: code, as: role, born: born), 9, by: .newcomer))
    }
    #expect(joins() == nil)
    #expect(joins(.parent) == "a member joined in a role that the invitation did not offer")
    model.ingest(fact(.setRole(of: Self.observer, to: .observer), 3, by: Self.parent))
    #expect(joins() == "a member joined by an invitation of a former parent")
    model.ingest(fact(.setRole(of: Self.observer, to: .parent), 4, by: Self.parent))
    model.ingest(fact(.deactivateMember(Self.observer), 5, by: Self.parent))
    #expect(joins() == "a member joined by an invitation of a former parent")
  }
}
