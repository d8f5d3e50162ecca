// Groups, deleted workouts: what a group counts no more.

import Base

extension ScopeState {
  /// TRN-10: the commands after which a person's group counts what they deleted here no more.
  ///
  /// `deletion` is the accepted fact that deleted a logged workout, or removed an imported one. If
  /// the person still has the workout, because the health store has what was deleted from the log
  /// or the other way around, the group counts it under the name that remains.
  public func withdrawal(
    after deletion: Fact, of seat: MemberHandle, in group: borrowing ScopeState
  ) -> [Command] {
    let name =
      deletion.kind == .workoutImportRemoved
      ? FinishedWorkout.groupName(ofSample: deletion.entity.raw) : deletion.entity
    guard let row = group.group.workouts.row(of: RowKey(name.raw, UInt64(seat.index))),
      row.count > 0
    else { return [] }
    var commands: [Command] = []
    if let deleted = training.workout(deletion.entity)?.span {
      let remaining = training.workouts(of: deletion.subject, on: row.day, shared)
      for same in remaining where same.logged == nil && same.canBe(deleted) {
        commands = same.sharing(of: seat, in: group)
      }
    }
    return commands + [.withdrawWorkout(name, of: seat, on: row.day)]
  }
}

extension FinishedWorkout {
  /// TRN-3: whether an imported workout can be one that was logged.
  fileprivate func canBe(_ logged: WorkoutSpan) -> Bool {
    imported.map {
      WorkoutSpan(
        start: start, end: end, source: .store, identity: Entity(raw: $0.sample)
      ).canBe(logged)
    } ?? false
  }
}
