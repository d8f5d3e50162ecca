// Training, logs: folds of logged workouts and mobility work.

import Base
import Chronology

extension ScopeState {
  // MARK: Assignments

  mutating func assignWorkout(_ fact: Fact) -> Effect {
    let assignment = WorkoutAssignment(assigned: fact)
    guard training.assignments.add(assignment, madeBy: fact) else { return .superseded }
    training.assignmentDays.add(assignment.athlete, assignment.dueDay)
    training.assignmentCounts.count(assignment, 1)
    shared.accountOnce(fact)
    return .changed
  }

  mutating func changeAssignment(_ fact: Fact) -> Effect {
    let change = TrainingChange(fact.payload, hasDay: false)
    guard let field = AssignmentField(rawValue: change.field),
      let place = training.assignments.place(of: RowKey(fact.entity.raw)),
      shared.write(fact, to: change.fieldKey(of: fact, exercises: false), value: change.stored)
    else { return .superseded }
    let old = training.assignments[place]
    var new = old
    switch field {
    case .title: new.title = change.text
    case .time:
      new.time = SessionTime(packed: change.value)
      training.assignmentDays.move(place, of: new.athlete, from: old.dueDay, to: new.dueDay)
    case .place: new.place = change.text
    case .completion: new.report = EffortReport(packed: change.value)
    case .withdrawal:
      guard !old.isWithdrawn else { return .superseded }
      new.isWithdrawn = true
    }
    training.assignmentCounts.count(old, -1)
    training.assignmentCounts.count(new, 1)
    training.assignments[place] = new
    if old.doneOn != new.doneOn {
      countTraining(of: new.athlete, on: old.doneOn, -1)
      countTraining(of: new.athlete, on: new.doneOn, 1)
    }
    return .changed
  }

  // MARK: Logs

  /// NUT-2: counts or uncounts a person's completed training of a day, and reports it.
  mutating func countTraining(of person: MemberHandle, on day: LocalDay?, _ change: Int32) {
    guard let day else { return }
    schedule.trainedDays.count(TrainedDays.Count(done: change), on: day, of: person)
    nutrition.trainingChanged(of: person, on: day, &shared)
  }

  mutating func logWorkout(_ fact: Fact) -> Effect {
    let workout = Workout(logged: fact)
    guard training.workouts.add(workout, madeBy: fact) else { return .superseded }
    training.workoutDays.add(workout.person, workout.day)
    countTraining(of: workout.person, on: workout.day, 1)
    logChanged(workout)
    shared.accountOnce(fact)
    return .changed
  }

  mutating func logMobility(_ fact: Fact) -> Effect {
    let log = MobilityLog(logged: fact)
    guard training.mobility.add(log, madeBy: fact) else { return .superseded }
    training.mobilityDays.add(log.person, log.day)
    shared.accountOnce(fact)
    return .changed
  }

  /// Two devices that delete the same log agree: the second delete changes nothing.
  mutating func deleteTrainingLog(_ fact: Fact) -> Effect {
    let key = RowKey(fact.entity.raw)
    let register = FieldKey(.trainingLogDeleted, of: fact.entity)
    if let place = training.workouts.place(of: key) {
      guard shared.write(fact, to: register), !training.workouts[place].isDeleted else {
        return .superseded
      }
      training.workouts[place].isDeleted = true
      let workout = training.workouts[place]
      countTraining(of: workout.person, on: workout.day, -1)
      logChanged(workout)
      return .changed
    }
    guard let place = training.mobility.place(of: key), shared.write(fact, to: register),
      !training.mobility[place].isDeleted
    else { return .superseded }
    training.mobility[place].isDeleted = true
    return .changed
  }
}
