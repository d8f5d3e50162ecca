import Base
import Chronology
import ReferenceModels
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

@Suite("Violations of P14 and P20 in what depends on a plan")
struct PlanReplayTests {
  let busy = ContendedWorld()

  /// A practice of a class of its own, `days` after the first.
  private func plans(_ days: Int, lasting minutes: UInt16 = 60) -> OccurrenceID {
    let start = ClassStart(day: busy.day.adding(days: days), minute: 600, zone: .utc)
    let made = busy.says(
      .createClass(
        for: busy.child,
        ClassCreation(
          sport: busy.sport, type: .practice, start: start, durationMinutes: minutes)))
    return OccurrenceID(made.fact.identity, start.day)
  }

  private func reports(_ change: (inout Server) -> Void = { _ in }) -> [String] {
    busy.world.exchangeAll()
    return busy.reports { change(&$0.server) }
  }

  @Test("SCH-4: a moved class at its series' hour, or missing, is detected")
  func moved() {
    let later = MovedStart(day: busy.day.adding(days: 3), minute: 900)
    busy.says(.moveOccurrence(plans(1), to: later))
    #expect(reports() == [])
    let hour = reports {
      let row = $0.scopes[0].state.schedule.occurrences.count - 1
      $0.scopes[0].state.schedule.occurrences[row].movedPacked =
        MovedStart(day: later.day, minute: 600).packed
    }
    #expect(hour.contains("an occurrence's time differs from its plan"))
    let gone = reports { $0.scopes[0].state.schedule.classes[1].isDeleted = true }
    #expect(gone.contains("an occurrence's time differs from its plan"))
  }

  @Test("SCH-6: a missing conflict, and one of nothing, are detected")
  func conflicts() {
    let (first, second) = (plans(1), plans(1, lasting: 30))
    for occurrence in [first, second] {
      busy.says(.claim(Duty(.dropOff, of: occurrence), by: busy.parent))
    }
    #expect(reports() == [])
    let shown = busy.world.server.scopes[0].state.conflicts(
      in: busy.world.now..<busy.world.now + 3 * Span.day, now: busy.world.now)
    #expect(Set(shown.map(\.kind)) == [.child, .driver, .unassigned])
    let what = "the conflicts shown differ from those of the plan"
    #expect(reports { $0.scopes[0].state.schedule.classes[2].durationMinutes = 20 }.contains(what))
  }

  @Test("GOAL-3: a wrong attended share of the plan, or of a type of class, is detected")
  func shares() {
    busy.says(
      .setGoalAttendance(
        busy.goal, of: busy.child, to: AttendanceRule(isShare: true, types: [.practice])))
    _ = plans(1)
    #expect(reports() == [])
    let stands = busy.world.server.scopes[0].state.goals.rows[0].current
    #expect(stands == 50)
    let reports = reports { $0.scopes[0].state.goals.rows[0].current = 100 }
    #expect(reports.contains("the progress of a goal differs from the log"))
  }

  @Test("REW-4, REW-7: a perfect month or season trophy despite an absence is detected")
  func seasons() {
    for day in 1...3 {
      let occurrence = plans(0, lasting: UInt16(day))
      busy.says(.setAttendance(of: busy.child, at: occurrence, to: true))
    }
    #expect(reports() == [])
    // A class of which the log knows nothing was missed.
    let missed = reports {
      var made = $0.scopes[0].state.schedule.classes[0]
      made.entity = Entity(site: 9, sequence: 9)
      _ = $0.scopes[0].state.schedule.classes.add(made, under: RowKey(made.entity.raw))
      $0.scopes[0].state.schedule.movedHeads.append(.max)
    }
    #expect(missed.contains("the perfect-attendance badge of a month differs from the attendance"))
    #expect(missed.contains("a season trophy differs from the attendance of the season"))
  }

  @Test("REW-2: points for another kind or priority are detected")
  func pay() {
    let what = "a cause paid an amount that no one had set for it"
    let (made, goal) = (busy.position(.classCreated), busy.position(.goalCreated))
    #expect(reports() == [])
    let game = busy.reports { world in
      world.changePayload(at: made) {
        var creation = ClassCreation($0)
        creation.type = .game
        return creation.payload
      }
    }
    #expect(game.contains(what))
    let priority = ContendedWorld().reports { world in
      world.changePayload(at: goal) {
        var creation = GoalCreation($0)
        creation.priority = .high
        return creation.payload
      }
    }
    #expect(priority.contains(what))
  }
}
