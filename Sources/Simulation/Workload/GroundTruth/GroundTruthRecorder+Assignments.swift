import Base
import Chronology
import DomainCore
import SyncCore
import SimulatedWorld

/// TRN-2: the workouts that coaches have assigned, as submitted on devices.
struct AssignmentRecorder: ~Copyable {
  struct Entry: BitwiseCopyable {
    var athlete: Int
    var due: LocalDay
    var isDone = false
    var isWithdrawn = false
  }

  var entries = FlatArray<Entry>()
  var places = FlatMap()
  /// The result for each person, once a run has been read.
  var counts = FlatArray<AssignedWorkouts>()
}

/// TRN-2: how many due workouts a person was assigned, and how many they completed.
public struct AssignedWorkouts: BitwiseCopyable, Hashable, Sendable {
  public var assigned: Int64 = 0
  public var completed: Int64 = 0
  /// The same, as the server knows it.
  public var observedAssigned: Int64 = 0
  public var observedCompleted: Int64 = 0
}

extension GroundTruthRecorder {
  /// A person's assignments that were due by the run's last day.
  public func assignedWorkouts(of person: Int) -> AssignedWorkouts { assignments.counts[person] }

  /// Records an assigned workout, or a change of one.
  mutating func assigned(_ happening: SimulationEvent, _ world: borrowing World) {
    let fact = happening.fact
    if fact.kind == .workoutAssigned {
      guard let athlete = person(fact.subject, besides: happening.person, world) else { return }
      assignments.places.insert(
        fact.identity.raw, handle: UInt32(assignments.entries.count))
      assignments.entries.append(
        AssignmentRecorder.Entry(athlete: athlete, due: SessionPlan(fact.payload).time.day))
      return
    }
    guard let found = assignments.places[fact.entity.raw] else { return }
    let (place, change) = (Int(found), TrainingChange(fact.payload, hasDay: false))
    switch AssignmentField(rawValue: change.field) {
    case .time: assignments.entries[place].due = SessionTime(packed: change.value).day
    case .completion:
      assignments.entries[place].isDone = EffortReport(packed: change.value).isDone
    case .withdrawal: assignments.entries[place].isWithdrawn = true
    case .title, .place, nil: break
    }
  }

  /// Counts what was due by the run's last day, in the truth and on the server.
  mutating func closeAssignments(over world: borrowing World) {
    let last = firstDay.adding(days: days - 1)
    assignments.counts = FlatArray(
      repeating: AssignedWorkouts(), count: world.directory.people.count)
    for place in 0..<assignments.entries.count {
      let entry = assignments.entries[place]
      guard !entry.isWithdrawn, entry.due <= last else { continue }
      assignments.counts[entry.athlete].assigned += 1
      if entry.isDone { assignments.counts[entry.athlete].completed += 1 }
    }
    for person in 0..<world.directory.people.count {
      let household = world.directory.households[world.directory.people[person].household]
      let members = world.backend.server.scopes[Int(household.scope)].state.memberCount
      for coach in 0..<members {
        let rate = world.backend.server.scopes[Int(household.scope)].state.training.completionRate(
          coach: MemberHandle(UInt16(coach)), athlete: world.directory.people[person].member,
          asOf: last)
        assignments.counts[person].observedAssigned += Int64(rate.due)
        assignments.counts[person].observedCompleted += Int64(rate.completed)
      }
    }
  }
}
