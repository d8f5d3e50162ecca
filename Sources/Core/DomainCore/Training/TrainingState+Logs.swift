// Training, logs: folds of logged workouts and mobility work.

import Base
import Chronology

extension TrainingState {
  // MARK: Assignments

  mutating func assignWorkout(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let assignment = WorkoutAssignment(assigned: fact)
    guard assignments.add(assignment, madeBy: fact) else { return .superseded }
    assignmentDays.add(assignment.athlete, assignment.dueDay)
    assignmentCounts.count(assignment, 1)
    shared.accountOnce(fact)
    return .changed
  }

  mutating func changeAssignment(
    _ fact: Fact, _ shared: inout SharedState, _ schedule: inout ScheduleState,
    _ nutrition: borrowing NutritionState
  ) -> Effect {
    let change = TrainingChange(fact.payload, hasDay: false)
    guard let field = AssignmentField(rawValue: change.field),
      let place = assignments.place(of: RowKey(fact.entity.raw)),
      shared.write(fact, to: change.fieldKey(of: fact, exercises: false), value: change.stored)
    else { return .superseded }
    let old = assignments[place]
    var new = old
    switch field {
    case .title: new.title = change.text
    case .time:
      new.time = SessionTime(packed: change.value)
      assignmentDays.move(place, of: new.athlete, from: old.dueDay, to: new.dueDay)
    case .place: new.place = change.text
    case .completion: new.report = EffortReport(packed: change.value)
    case .withdrawal:
      guard !old.isWithdrawn else { return .superseded }
      new.isWithdrawn = true
    }
    assignmentCounts.count(old, -1)
    assignmentCounts.count(new, 1)
    assignments[place] = new
    if old.doneOn != new.doneOn {
      schedule.countTraining(of: new.athlete, on: old.doneOn, -1, &shared, nutrition)
      schedule.countTraining(of: new.athlete, on: new.doneOn, 1, &shared, nutrition)
    }
    return .changed
  }

  // MARK: Logs

  mutating func logWorkout(
    _ fact: Fact, _ shared: inout SharedState, _ schedule: inout ScheduleState,
    _ nutrition: borrowing NutritionState
  ) -> Effect {
    let workout = Workout(logged: fact)
    guard workouts.add(workout, madeBy: fact) else { return .superseded }
    workoutDays.add(workout.person, workout.day)
    schedule.countTraining(of: workout.person, on: workout.day, 1, &shared, nutrition)
    logChanged(workout, &shared, &schedule, nutrition)
    shared.accountOnce(fact)
    return .changed
  }

  mutating func logMobility(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let log = MobilityLog(logged: fact)
    guard mobility.add(log, madeBy: fact) else { return .superseded }
    mobilityDays.add(log.person, log.day)
    shared.accountOnce(fact)
    return .changed
  }

  /// Two devices that delete the same log agree: the second delete changes nothing.
  mutating func deleteTrainingLog(
    _ fact: Fact, _ shared: inout SharedState, _ schedule: inout ScheduleState,
    _ nutrition: borrowing NutritionState
  ) -> Effect {
    let key = RowKey(fact.entity.raw)
    let register = FieldKey(.trainingLogDeleted, of: fact.entity)
    if let place = workouts.place(of: key) {
      guard shared.write(fact, to: register), !workouts[place].isDeleted else {
        return .superseded
      }
      workouts[place].isDeleted = true
      let workout = workouts[place]
      schedule.countTraining(of: workout.person, on: workout.day, -1, &shared, nutrition)
      logChanged(workout, &shared, &schedule, nutrition)
      return .changed
    }
    guard let place = mobility.place(of: key), shared.write(fact, to: register),
      !mobility[place].isDeleted
    else { return .superseded }
    mobility[place].isDeleted = true
    return .changed
  }
}
