import Base

// GRP-4, TRN-3: a workout is shared under a name, so that a group counts it once. A logged workout
// has the identity of its log; one that only a health store has gets a name from the store's
// number, which is the same on every device.
//
// A workout in both has two names, and its owner may have shared it under either before the two
// were matched. A group cannot match them: times do not leave the device (GRP-6). So the owner's
// device checks first which name the group has.
extension FinishedWorkout {
  /// The group's name of a health store's sample; part of the log's format.
  static func groupName(ofSample sample: UInt64) -> Entity {
    // Stores count from one as sites do; hashing keeps a log's identity distinct from a sample.
    let mixed = Digest128.mix(sample, 0, 0, UInt64(FactKind.workoutImported.rawValue))
    return Entity(raw: mixed.first)
  }

  /// GRP-4: the names under which a group may have it; a new workout gets the first one.
  var groupNames: [Entity] {
    [logged?.entity, imported.map { Self.groupName(ofSample: $0.sample) }].compactMap { $0 }
  }

  /// GRP-4, GRP-6: the commands after which the owner's group has it once: its existence, its own
  /// day and its calories.
  ///
  /// `group` is the group's state on the owner's device. A workout that the group has under the
  /// other name keeps that name; if the group has both, because two devices shared it before they
  /// synced, the store's name is withdrawn. Repeating these commands changes nothing.
  public func sharing(of member: MemberHandle, in group: borrowing ScopeState) -> [Command] {
    let known = names(of: member, in: group)
    var commands: [Command] = []
    if let name = known.first ?? groupNames.first {
      commands.append(.shareWorkout(name, of: member, on: day, calories: calories))
    }
    for name in known.dropFirst() {
      commands.append(.withdrawWorkout(name, of: member, on: day))
    }
    return commands
  }

  /// GRP-4: withdraws it under each name that the group has.
  public func withdrawal(of member: MemberHandle, in group: borrowing ScopeState) -> [Command] {
    let known = names(of: member, in: group)
    return (known.isEmpty ? Array(groupNames.prefix(1)) : known).map { name in
      .withdrawWorkout(name, of: member, on: day)
    }
  }

  private func names(of member: MemberHandle, in group: borrowing ScopeState) -> [Entity] {
    var known: [Entity] = []
    for name in groupNames {
      let row = group.group.workouts.row(of: RowKey(name.raw, UInt64(member.index)))
      if let row, row.count > 0 { known.append(name) }
    }
    return known
  }
}

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

  /// FAM-15: the commands that give one member the settings that another one has made: those of
  /// the same person in another family.
  public func notificationSettingCommands(
    of member: MemberHandle, for other: MemberHandle
  ) -> [Command] {
    var keys = NotificationKind.allCases.map { FieldKey.notificationChannels(of: $0, for: member) }
    keys += [.quietHours(of: member), .doNotDisturb(of: member), .leadMinutes(of: member)]
    keys += ClassType.allCases.map { FieldKey.leadMinutes(of: member, for: $0) }
    let kinds: [FactKind] =
      NotificationKind.allCases.map { _ in .notificationChannelsSet }
      + [.quietHoursSet, .doNotDisturbSet, .leadMinutesSet]
      + ClassType.allCases.map { _ in .leadMinutesSet }
    return zip(keys, kinds).compactMap { key, kind in
      shared.registers[key].map { Command(kind, subject: other, payload: $0.value) }
    }
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
