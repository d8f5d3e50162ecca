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
