import Base
import Chronology
import ReferenceModels
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

@Suite("Violations of P14 in lists that people look up")
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

  @Test("correct folds violate nothing")
  func healthy() { #expect(reports { _ in } == []) }

  @Test("ACA-1: a deadline listed on the day from which it was postponed is detected")
  func putOff() {
    let reports = reports {
      $0.academics.dueDays.move(
        0, of: busy.child, from: busy.day.adding(days: 2), to: busy.day.adding(days: 1))
    }
    #expect(reports.contains("the deadlines of a day differ from the log"))
  }

  @Test("ACA-1: a listed assignment of an archived course is detected")
  func withCourse() {
    busy.says(.archiveCourse(course, of: busy.child, true))
    busy.world.exchangeAll()
    #expect(reports { _ in } == [])
    let reports = reports { $0.academics.courses[0].isArchived = false }
    #expect(reports.contains("the assignments due, or their order, differ from the log"))
    #expect(reports.contains("a person's courses differ from the log"))
  }

  @Test("ACA-1: a wrong count of late or completed assignments is detected")
  func counts() {
    let reports = reports { $0.academics.items[0].priority = .low }
    #expect(reports.contains("the number of late assignments differs from the log"))
  }

  @Test("GOAL-3: wrong milestones of a goal are detected")
  func milestones() {
    let goal = busy.goal
    let reports = reports {
      let key = FieldKey(.goalMilestoneSet, of: goal, detail: 2)
      let payload = GoalMilestone(2, at: 5, title: TextHandle(34)).payload
      _ = $0.shared.registers.write(payload, at: Version(stamp: .max >> 1, site: 1), under: key)
    }
    #expect(reports == ["the milestones of a goal differ from the log"])
  }

  @Test("TRN-1: a session that is still on the day from which it was moved is detected")
  func sessions() {
    let reports = reports {
      $0.training.sessionDays.move(
        0, of: busy.child, from: busy.day.adding(days: 3), to: busy.day)
    }
    #expect(reports.contains("the sessions of a day differ from the log"))
  }

  @Test("REW-5: a reward missing from the offers, and a canceled claim that counts, are detected")
  func rewards() {
    let reports = reports { $0.rewards.catalog[0].isWithdrawn = true }
    #expect(reports.contains("the rewards on offer, or their order, differ from the log"))
  }
}
