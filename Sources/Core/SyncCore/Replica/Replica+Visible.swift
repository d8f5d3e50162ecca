public import Chronology
public import DomainCore

// What a device shows its owner: the confirmed base with the pending operations on top.
//
// None of it is stored. Each read checks the base and then the pending operations on the same key,
// which are few: O(pending).
extension Replica where Storage: ~Copyable {
  /// Whether a habit shows as done on a day.
  @inlinable public func isDone(_ habit: Entity, on day: LocalDay) -> Bool {
    completion(of: habit, on: day).isDone
  }

  /// The winning completion: the greatest write of base and outbox.
  @inlinable public func completion(of habit: Entity, on day: LocalDay) -> CompletionCell {
    var cell = CompletionCell()
    if let slot = store.state.slot(of: habit) {
      let index = store.state.index(of: day)
      if index >= 0 { cell = store.state.cell(slot, index) }
    }
    for index in 0..<store.pendingCount {
      let fact = shownFact(index)
      guard fact.kind == .completionSet, fact.entity == habit, cell.version < fact.version else {
        continue
      }
      let write = CompletionPayload(fact.payload)
      if write.day == day {
        cell = CompletionCell(
          version: fact.version, state: write.done ? 1 : 2, source: write.source)
      }
    }
    return cell
  }

  /// HAB-4: the streak that the device shows.
  @inlinable public func streak(of habit: Entity, asOf today: LocalDay) -> Int {
    var day = isDone(habit, on: today) ? today : today.adding(days: -1)
    var length = 0
    while isDone(habit, on: day) {
      length += 1
      day = day.adding(days: -1)
    }
    return length
  }

  /// TRN-6: the check-in that the device shows for a person's day, if there is one.
  @inlinable public func checkIn(of person: MemberHandle, on day: LocalDay) -> WellnessScore? {
    checkInWritten(of: person, on: day).value
  }

  /// TRN-6: the check-in with its author.
  @inlinable public func checkInWritten(
    of person: MemberHandle, on day: LocalDay
  ) -> Register<WellnessScore?> {
    let index = store.state.index(of: day)
    let row = index >= 0 ? store.state.personDay(person, index) : PersonDay()
    var shown = Register<WellnessScore?>(
      row.hasCheckIn ? WellnessScore(mental: row.mental, physical: row.physical) : nil,
      at: Version(stamp: row.wellnessStamp, site: row.wellnessSite))
    for index in 0..<store.pendingCount {
      let fact = shownFact(index)
      if fact.kind == .wellnessSet, fact.subject == person, fact.day == day {
        _ = shown.write(WellnessScore(fact.payload), at: fact.version)
      }
    }
    return shown
  }

  /// NUT-5: food and drink of a person's day as the device shows them.
  @inlinable public func nutrients(of person: MemberHandle, on day: LocalDay) -> Nutrients {
    let index = store.state.index(of: day)
    var sum = index >= 0 ? store.state.personDay(person, index).nutrients : .zero
    for index in 0..<store.pendingCount {
      let fact = shownFact(index)
      guard fact.subject == person else { continue }
      // NUT-10: an edit refers to an earlier entry, and may concern any day.
      if fact.kind.isOfFood { return nutrientsFolded(of: person, on: day) }
      guard fact.day == day else { continue }
      if fact.kind == .mealLogged { sum += MealPortion(fact.payload).total }
      if fact.kind == .waterLogged {
        sum.lanes[7] &+= UInt32(WaterAmount(fact.payload).tenthOunces)
      }
    }
    return sum
  }

  /// The same where entries were edited: from a copy that includes all pending operations.
  @inlinable func nutrientsFolded(of person: MemberHandle, on day: LocalDay) -> Nutrients {
    let state = shown
    let index = state.pointee.index(of: day)
    return index >= 0 ? state.pointee.personDay(person, index).nutrients : .zero
  }

  /// TRN-3: all imported workouts of a person as the device shows them, in the order in which they
  /// first arrived.
  public func importedWorkouts(of person: MemberHandle) -> [ImportedWorkout] {
    let isPending = (0..<store.pendingCount).contains {
      store.pending($0).fact.kind.isWorkoutImport
    }
    return isPending
      ? shown.pointee.training.importedWorkouts(of: person, shown.pointee.shared)
      : store.state.training.importedWorkouts(of: person, store.state.shared)
  }

  /// NUT-5: the favorite meal that the device shows in one of a person's slots.
  @inlinable public func favorite(of person: MemberHandle, slot: Int) -> Register<Payload> {
    var shown = store.state.nutrition.favorite(of: person, slot: slot)
    for index in 0..<store.pendingCount {
      let fact = shownFact(index)
      if fact.kind == .favoriteMealSet, fact.subject == person, fact.entity.raw == UInt64(slot) {
        _ = shown.write(fact.payload, at: fact.version)
      }
    }
    return shown
  }

  /// FAM-3, FAM-6: the member as the device shows it, after pending permissions and departures: a
  /// member who has ended their own membership submits nothing more.
  @inlinable @inline(__always) public func member(_ handle: MemberHandle) -> Member {
    store.changesMembers ? memberShown(handle) : store.state.member(handle)
  }

  /// The same where a pending operation changes members.
  @inlinable func memberShown(_ handle: MemberHandle) -> Member {
    var member = store.state.member(handle)
    for index in 0..<store.pendingCount where store.pending(index).fact.subject == handle {
      if store.pending(index).fact.kind.changesMember { member.show(shownFact(index)) }
    }
    return member
  }

  /// HAB-1: the habit that the device shows, deleted or not, or nil when the device never received
  /// it.
  @inlinable public func habitShown(_ habit: Entity) -> Habit? {
    var shown = store.state.slot(of: habit).map { store.state.habitAt($0) }
    guard store.changesHabits else { return shown }
    for index in 0..<store.pendingCount {
      let fact = shownFact(index)
      guard changesHabit(fact, habit) else { continue }
      // As the fold of the feed will apply it, if no other row comes between.
      if fact.kind == .habitCreated {
        shown = shown ?? Habit(created: fact)
      } else {
        _ = shown?.take(fact)
      }
    }
    return shown
  }

  /// Whether a fact changes the habit itself; the common ones only add to its days.
  @inlinable func changesHabit(_ fact: Fact, _ habit: Entity) -> Bool {
    // In other areas the entity field has another meaning than a habit.
    fact.kind.changesHabit && fact.entity == habit
  }
}
