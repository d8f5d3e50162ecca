import Base

// GRP-4, TRN-3: a workout is shared under a name, by which a group counts it once. One that was
// logged has the identity of its log; one that only a health store has gets a name from the store's
// number, the same on every device.
//
// A workout that is both has two names, and its owner may have shared it under either of them
// before it was known that the two are one. A group cannot know that: times do not leave the
// device (GRP-6). So whoever shares it looks under which name the group has it already.
extension FinishedWorkout {
  /// The name of what a health store has under a number, which is part of the log's format.
  static func groupName(ofSample sample: UInt64) -> Entity {
    // Stores count from one as sites do, and a log's identity must not be taken for a sample.
    let mixed = Digest128.mix(sample, 0, 0, UInt64(FactKind.workoutImported.rawValue))
    return Entity(raw: mixed.first)
  }

  /// GRP-4: the names under which a group may have it, the one for a new workout first.
  var groupNames: [Entity] {
    [logged?.entity, imported.map { Self.groupName(ofSample: $0.sample) }].compactMap { $0 }
  }

  /// GRP-4, GRP-6: what its owner says to their group, so that the group has it once: that there
  /// was one, its own day and what it burned.
  ///
  /// `group` is the group's state as the owner's device shows it. Where the group has it under the
  /// other name, it stays under that; where it has both, because two devices shared it before they
  /// knew of each other, the store's is taken back. To say all that again changes nothing.
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

  /// GRP-4: takes it back under whichever name the group has it.
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
