import Base
import Chronology
import DomainCore
import Metrics
import SyncCore
public import SimulatedWorld

// The end of a run: counts the days of habits, and reads what the server knows at the watermark
// into the observed half of every row.
extension GroundTruthRecorder {
  public mutating func close(over world: borrowing World) {
    enroll(world)
    closeAssignments(over: world)
    for index in 0..<world.directory.people.count {
      guard world.directory.people[index].member != .newcomer else { continue }
      let household = world.directory.households[world.directory.people[index].household]
      for day in 0..<days { observeDay(day, of: index, scope: Int(household.scope), world) }
    }
    for habit in 0..<habits.count {
      let record = habits[habit]
      fillHabit(
        habitDays.row(habit), owner: record.owner, from: record.createdDay,
        until: record.endedDay, side: .truth)
    }
    for household in 0..<world.directory.households.count {
      let scope = Int(world.directory.households[household].scope)
      for slot in 0..<world.backend.server.scopes[scope].state.habitCount {
        observeHabit(slot, of: household, world)
      }
    }
  }

  /// Reads everything again that the end of a run reads, as of now.
  public mutating func reread(_ world: borrowing World) {
    for row in 0..<records.count {
      records[row].truth.forgetHabits()
      records[row].observed.forgetHabits()
    }
    close(over: world)
  }

  /// A person who uses the app is enrolled from the household's first day to the day on which they
  /// left.
  private mutating func enroll(_ world: borrowing World) {
    for index in 0..<world.directory.people.count where world.directory.people[index].usesApp {
      let joined = world.directory.people[index].joinDay
      for day in Int(joined)..<min(days, Int(max(joined, leftDays[index]))) {
        records[index * days + day].isEnrolled = true
      }
    }
  }

  private mutating func observeDay(
    _ day: Int, of index: Int, scope: Int, _ world: borrowing World
  ) {
    let known = world.backend.server.scopes[scope].state.personDay(
      world.directory.people[index].member, day)
    let row = index * days + day
    records[row].observed.actions = known.actions
    records[row].observed.meals = .init(clamping: known.mealCount)
    records[row].observed.waters = .init(clamping: Int(known.waters))
    records[row].observed.waterTenthOunces =
      .init(clamping: Int(known.nutrients.waterTenthOunces))
    records[row].observed.tenthKilocalories = known.nutrients.tenthKilocalories
    records[row].observed.workouts = .init(
      clamping: world.backend.server.scopes[scope].state.training.loggedWorkoutCount(
        of: world.directory.people[index].member, on: firstDay.adding(days: day)))
    records[row].observed.mental = known.mental
    records[row].observed.physical = known.physical
  }

  private mutating func observeHabit(
    _ slot: Int, of household: Int, _ world: borrowing World
  ) {
    let scope = Int(world.directory.households[household].scope)
    let habit = world.backend.server.scopes[scope].state.habitAt(slot)
    guard let owner = world.directory.person(habit.owner, of: household) else { return }
    let first = firstDay.number
    var ended = Int32.max
    if !habit.life.isAlive {
      ended = habit.life.deletedDay.number - first
    } else if habit.archived.value {
      ended = habit.archivedDay.number - first
    }
    let history = world.backend.server.scopes[scope].state.habits.history(of: slot)
    fillHabit(
      history, owner: owner, from: habit.createdDay.number - first, until: ended,
      side: .observed)
  }

  /// Adds a habit's days to its owner's records: due, done, and the longest streak so far.
  private mutating func fillHabit(
    _ doneDays: borrowing DoneDays, owner: Int, from: Int32, until: Int32, side: Side
  ) {
    var run: UInt16 = 0
    var longest: UInt16 = 0
    for day in stride(from: max(0, Int(from)), to: days, by: 1) {
      let isDue = day < Int(until)
      let isDone = isDue && doneDays.isDone(0, day)
      run = isDone ? run + 1 : 0
      longest = max(longest, run)
      records[owner * days + day].addHabit(
        isDue: isDue, isDone: isDone, longest: longest, to: side)
    }
  }
}
