import Base
import Chronology
import ReferenceModels
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

@Suite("P14 of what people look up is seen to fail")
struct AgendaReplayTests {
  let busy = ContendedWorld()
  let course: Entity
  let essay: Entity

  /// An essay that was put off by a day, a milestone, a reward and a session that was moved.
  init() {
    let (child, day) = (busy.child, busy.day)
    course =
      busy.says(.createCourse(for: child, name: TextHandle(31), code: TextHandle(32)))
      .fact.identity
    let draft = AcademicItemDraft(
      .project, title: TextHandle(33), course: course, priority: .high,
      due: DueTime(day: day.adding(days: 1)))
    essay = busy.says(.createAcademicItem(for: child, draft)).fact.identity
    busy.says(.setDue(essay, of: child, to: DueTime(day: day.adding(days: 2))))
    busy.says(
      .setGoalMilestone(
        GoalMilestone(2, at: 1, title: TextHandle(34)), of: busy.goal, of: child))
    busy.says(.offerReward(TextHandle(35), price: 40, by: busy.parent))
    let session = SessionKey(template: busy.template, on: day)
    let time = SessionTime(day: day.adding(days: 3), minuteOfDay: 600, minutes: 30)
    busy.says(.moveSession(session, of: child, to: time))
    busy.world.exchangeAll()
  }

  private func reports(_ change: (inout ScopeState) -> Void) -> [String] {
    busy.reports { change(&$0.server.scopes[0].state) }
  }

  @Test("not at all by folds that are right")
  func healthy() { #expect(reports { _ in } == []) }

  @Test("ACA-1: when a deadline is listed on the day that it was put off from")
  func putOff() {
    let reports = reports {
      $0.academics.dueDays.move(
        0, of: busy.child, from: busy.day.adding(days: 2), to: busy.day.adding(days: 1))
    }
    #expect(reports.contains("a day has other deadlines than the log"))
  }

  @Test("ACA-1: when something is listed whose course was put away")
  func withCourse() {
    busy.says(.archiveCourse(course, of: busy.child, true))
    busy.world.exchangeAll()
    #expect(reports { _ in } == [])
    let reports = reports { $0.academics.courses[0].isArchived = false }
    #expect(reports.contains("what is due is not what the log says, or in another order"))
    #expect(reports.contains("somebody's courses are not those of the log"))
  }

  @Test("ACA-1: when as much is late, or done, as is not")
  func counts() {
    let reports = reports { $0.academics.items[0].priority = .low }
    #expect(reports.contains("as much is late as the log does not say"))
  }

  @Test("GOAL-3: when a goal has other milestones")
  func milestones() {
    let goal = busy.goal
    let reports = reports {
      let key = FieldKey(.goalMilestoneSet, of: goal, detail: 2)
      let payload = GoalMilestone(2, at: 5, title: TextHandle(34)).payload
      _ = $0.shared.registers.write(payload, at: Version(stamp: .max >> 1, site: 1), under: key)
    }
    #expect(reports == ["the milestones of a goal are not those of the log"])
  }

  @Test("TRN-1: when a session is still on the day that it was moved from")
  func sessions() {
    let reports = reports {
      $0.training.sessionDays.move(
        0, of: busy.child, from: busy.day.adding(days: 3), to: busy.day)
    }
    #expect(reports.contains("a day has other sessions than the log"))
  }

  @Test("REW-5: when a reward is not offered, or somebody had what they gave back")
  func rewards() {
    let reports = reports { $0.rewards.catalog[0].isWithdrawn = true }
    #expect(reports.contains("other rewards are offered than were, or in another order"))
  }
}
