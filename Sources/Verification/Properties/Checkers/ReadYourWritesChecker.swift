public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// What a replica showed of a person's day, and at which position of which feed.
@usableFromInline struct DisplayedDay: BitwiseCopyable {
  @usableFromInline var subject = MemberHandle.newcomer
  @usableFromInline var incarnation: UInt32 = 0
  @usableFromInline var epoch: UInt32 = 0
  @usableFromInline var position: UInt32 = 0
  @usableFromInline var day = LocalDay(number: .min)
  @usableFromInline var nutrients = Nutrients.zero

  @usableFromInline init() {}

  @inlinable init<Storage: ReplicaStorage & ~Copyable>(
    of subject: MemberHandle, on day: LocalDay, _ replica: borrowing Replica<Storage>,
    nutrients: Nutrients
  ) {
    self.subject = subject
    self.day = day
    incarnation = replica.store.head.incarnation
    epoch = replica.store.epoch
    position = replica.store.position
    self.nutrients = nutrients
  }

  /// Whether no row has arrived since; then the replica must show the same plus what was added.
  @inlinable func stillHolds<Storage: ReplicaStorage & ~Copyable>(
    for subject: MemberHandle, on day: LocalDay, _ replica: borrowing Replica<Storage>
  ) -> Bool {
    self.day == day && self.subject == subject && position == replica.store.position
      && epoch == replica.store.epoch && incarnation == replica.store.head.incarnation
  }
}

// P7: read your writes. A device shows every operation of its own unless a later write visibly wins
// or the server rejected it. The policy defines what is later: it gives a pending write the version
// that it is shown with (`shownFact`).
//
// Checked when an operation is committed and, for all pending operations, after every page.
// Registers are checked one by one; meals and water by the sums that they add to, even after an
// edit; deletions and restorations by their effect, only when they are committed. One in eight
// operations of the less frequent kinds is checked when it is committed, and the pending ones after
// a sample of pages (`checkPendingFolded`). A check counts only if it has a result.
@usableFromInline struct ReadYourWritesChecker: ~Copyable {
  /// Per site, the day to which its owner has last added a meal or a drink.
  @usableFromInline var shownDays = FlatArray<DisplayedDay>()
  /// What a device showed before each command of a transaction.
  private var nutrientsTogether = FlatArray<Nutrients>()

  @usableFromInline init() {}

  mutating func addSite() { shownDays.append(DisplayedDay()) }

  /// After a failover, what a device showed before need not be true any more.
  mutating func forgetDays() {
    for site in 0..<shownDays.count { shownDays[site] = DisplayedDay() }
  }

  /// A device is about to commit a transaction.
  mutating func noteDays<Storage: ReplicaStorage & ~Copyable>(
    before commands: [Command], day: LocalDay, on replica: borrowing Replica<Storage>,
    _ shared: borrowing MonitorState
  ) {
    nutrientsTogether.removeAll()
    for command in commands {
      nutrientsTogether.append(nutrientsBefore(command, day: day, on: replica, shared))
    }
  }

  /// What a device shows of a person's day before an operation, to compare with afterwards. It
  /// reuses what was shown after the day's previous operation, so that must not have changed since.
  @inlinable func nutrientsBefore<Storage: ReplicaStorage & ~Copyable>(
    _ command: Command, day: LocalDay, on replica: borrowing Replica<Storage>,
    _ shared: borrowing MonitorState
  ) -> Nutrients {
    switch command.kind {
    case .mealLogged where shared.checksSteps(of: replica.scope),
      .waterLogged where shared.checksSteps(of: replica.scope):
      shownDays[Int(replica.site)].stillHolds(for: command.subject, on: day, replica)
        ? shownDays[Int(replica.site)].nutrients
        : replica.nutrients(of: command.subject, on: day)
    default: .zero
    }
  }

  @inlinable mutating func checkShown<Storage: ReplicaStorage & ~Copyable>(
    _ operation: Operation, nutrientsBefore: Nutrients, on replica: borrowing Replica<Storage>,
    at now: Instant, _ shared: inout MonitorState
  ) {
    // The person saw that it is saved, whatever the outbox has.
    let fact = replica.shown(operation.fact, at: replica.store.pendingCount - 1)
    let hasEffect = hasEffect(fact, since: nutrientsBefore, on: replica)
    let shows = shows(fact, on: replica)
    shared.noteShown(hasEffect, operation, at: now)
    shared.noteShown(shows, operation, at: now)
    if hasEffect == nil && shows == nil {
      shared.noteShown(showsFolded(operation, on: replica, at: now, shared), operation, at: now)
    }
  }

  /// Operations without an overlay are shown from a state into which they are folded. That state is
  /// expensive, so one operation in eight is checked, and only under the policy by which the last
  /// write wins. Nil for all others.
  @inlinable func showsFolded<Storage: ReplicaStorage & ~Copyable>(
    _ operation: Operation, on replica: borrowing Replica<Storage>, at now: Instant,
    _ shared: borrowing MonitorState
  ) -> Bool? {
    guard !operation.fact.kind.isOverlaid, shared.settings.policy == .fieldwise,
      isChosen(operation.fact)
    else { return nil }
    return showsEffect(of: operation.fact, on: replica)
  }

  /// Depends on the operation's content and time, so that a plan of fewer steps has the same
  /// sample.
  @inlinable func isChosen(_ fact: Fact) -> Bool {
    let second = UInt64(bitPattern: fact.tapped.milliseconds) / 1_000
    return ((second << 8 | UInt64(fact.kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15) >> 61 == 0
  }

  /// The server rejects an operation submitted after its author has left, and it is not shown.
  @usableFromInline func showsEffect<Storage: ReplicaStorage & ~Copyable>(
    of fact: Fact, on replica: borrowing Replica<Storage>
  ) -> Bool? {
    let shown = replica.shown
    let author = Int(fact.author.index)
    if author < shown.pointee.memberCount && !shown.pointee.member(fact.author).isActive {
      return nil
    }
    return EffectVisibility.shows(fact, in: shown.pointee)
  }

  /// The same for a transaction, which is shown as a whole: its operations add to sums together.
  mutating func checkShownTogether<Storage: ReplicaStorage & ~Copyable>(
    from first: Int, on replica: borrowing Replica<Storage>, at now: Instant,
    _ shared: inout MonitorState
  ) {
    let end = replica.store.pendingCount
    // A policy may have added operations to it.
    while nutrientsTogether.count < end - first { nutrientsTogether.append(.zero) }
    // An edit may change any day, so what the other operations add to theirs is unknown.
    let changesFood = (first..<end).contains { replica.store.pending($0).fact.kind.isOfFood }
    for index in first..<end {
      let operation = replica.store.pending(index)
      if changesFood && operation.fact.nutrients != .zero { continue }
      let isLast = !(index + 1..<end).contains {
        replica.store.pending($0).fact.adds(toSameAs: operation.fact)
      }
      var before = nutrientsTogether[index - first]
      for earlier in first..<index {
        let fact = replica.store.pending(earlier).fact
        if fact.adds(toSameAs: operation.fact) { before += fact.nutrients }
      }
      let shown = replica.shownFact(index)
      shared.noteShown(shows(shown, on: replica), operation, at: now)
      if isLast {
        shared.noteShown(hasEffect(shown, since: before, on: replica), operation, at: now)
      }
    }
  }

  @inlinable func checkPendingShown<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    // Checking one operation reads all pending ones, so only part of a long outbox is checked.
    let pending = replica.store.pendingCount
    for index in max(0, pending - 32)..<pending {
      shared.noteShown(
        shows(replica.shownFact(index), on: replica), replica.store.pending(index), at: now,
        "a device no longer shows a pending operation")
    }
  }

  /// Whether a register shows the fact or a later write; nil for other facts.
  @inlinable func shows<Storage: ReplicaStorage & ~Copyable>(
    _ fact: Fact, on replica: borrowing Replica<Storage>
  ) -> Bool? {
    // A member lost in a failover is shown again once they have joined again.
    guard Int(fact.subject.index) < replica.memberCount else { return nil }
    switch fact.kind {
    case .completionSet:
      let write = CompletionPayload(fact.payload)
      let cell = replica.completion(of: fact.entity, on: write.day)
      return fact.version < cell.version
        || (cell.version == fact.version && cell.isDone == write.done)
    case .wellnessSet:
      return stands(
        WellnessScore(fact.payload), fact,
        in: replica.checkInWritten(of: fact.subject, on: fact.day))
        && replica.checkInWritten(of: fact.subject, on: fact.day.adding(days: 1)).version
          != fact.version
    case .mealLogged, .waterLogged, .habitDeleted, .habitRestored: return nil
    // Operations without an overlay are shown from a folded state, which `showsFolded` checks.
    default: return fact.kind.isOverlaid ? showsSetting(fact, on: replica) : nil
    }
  }

  /// The same for settings.
  @inlinable func showsSetting<Storage: ReplicaStorage & ~Copyable>(
    _ fact: Fact, on replica: borrowing Replica<Storage>
  ) -> Bool? {
    let value = UInt32(truncatingIfNeeded: fact.payload.first)
    switch fact.kind {
    case .childMayLogSet:
      return stands(value != 0, fact, in: replica.member(fact.subject).mayLog)
    case .favoriteMealSet:
      let slot = Int(fact.entity.raw)
      return stands(fact.payload, fact, in: replica.favorite(of: fact.subject, slot: slot))
    default: break
    }
    guard let habit = replica.habitShown(fact.entity) else {
      return mayHaveVanished(fact.entity, on: replica) ? nil : false
    }
    switch fact.kind {
    case .habitNameSet:
      return stands(HabitName(packed: fact.payload.first), fact, in: habit.name)
    case .habitDescriptionSet: return stands(TextHandle(value), fact, in: habit.text)
    case .habitCategorySet: return stands(TextHandle(value), fact, in: habit.category)
    case .habitIconSet: return stands(value, fact, in: habit.icon)
    case .habitRankSet: return stands(value, fact, in: habit.rank)
    case .habitArchivedSet: return stands(value != 0, fact, in: habit.archived)
    case .habitCreated: return true
    default: return nil
    }
  }

  /// Whether a habit may have disappeared for which a person has pending changes: the server
  /// rejected it, or lost it in a failover.
  @usableFromInline func mayHaveVanished<Storage: ReplicaStorage & ~Copyable>(
    _ habit: Entity, on replica: borrowing Replica<Storage>
  ) -> Bool {
    if replica.store.head.incarnation > 0 && replica.habit(habit) == nil { return true }
    return (0..<replica.rejectedCount).contains { index in
      let fact = replica.rejected(index).operation.fact
      return fact.kind == .habitCreated && fact.entity == habit
    }
  }

  @inlinable func stands<Value: Equatable>(
    _ value: Value, _ fact: Fact, in register: Register<Value>
  ) -> Bool {
    fact.version < register.version
      || (register.version == fact.version && register.value == value)
  }

  /// Whether a committed operation has its effect; nil for operations that add to nothing.
  @inlinable mutating func hasEffect<Storage: ReplicaStorage & ~Copyable>(
    _ fact: Fact, since before: Nutrients, on replica: borrowing Replica<Storage>
  ) -> Bool? {
    switch fact.kind {
    case .mealLogged:
      var expected = before
      expected += MealPortion(fact.payload).total
      return showsDay(of: fact.subject, on: fact.day, as: expected, replica)
    case .waterLogged:
      var expected = before
      expected.lanes[7] &+= UInt32(WaterAmount(fact.payload).tenthOunces)
      return showsDay(of: fact.subject, on: fact.day, as: expected, replica)
    case .habitDeleted:
      guard let life = replica.habit(fact.entity)?.life else { return false }
      return !life.isAlive || fact.version < life.restored
    case .habitRestored:
      guard let life = replica.habit(fact.entity)?.life else { return false }
      return life.isAlive || fact.version < life.deleted
    default:
      guard fact.kind.isOfFood else { return nil }
      // The edited entry may be on any day, so all remembered days are dropped.
      shownDays[Int(replica.site)] = DisplayedDay()
      return showsEdited(fact, on: replica)
    }
  }

  /// NUT-10: whether the sum of an edited entry's day equals the base with all pending operations
  /// folded in; nil if the entry is unknown.
  @usableFromInline func showsEdited<Storage: ReplicaStorage & ~Copyable>(
    _ fact: Fact, on replica: borrowing Replica<Storage>
  ) -> Bool? {
    let folded = replica.shown
    guard let entry = folded.pointee.nutrition.foodEntry(fact.entity) else { return nil }
    let day = folded.pointee.nutrition.day(of: entry, folded.pointee.shared)
    let row = folded.pointee.personDay(entry.person, folded.pointee.index(of: day))
    return replica.nutrients(of: entry.person, on: day) == row.nutrients
  }

  @inlinable mutating func showsDay<Storage: ReplicaStorage & ~Copyable>(
    of person: MemberHandle, on day: LocalDay, as expected: Nutrients,
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    let shown = replica.nutrients(of: person, on: day)
    shownDays[Int(replica.site)] = DisplayedDay(of: person, on: day, replica, nutrients: shown)
    return shown == expected
  }
}

extension MonitorState {
  /// Counts a result where there is one, and reports a wrong one.
  @inlinable mutating func noteShown(
    _ isShown: Bool?, _ operation: Operation, at now: Instant,
    _ what: String = "a device does not show what it saved"
  ) {
    guard let isShown else { return }
    tally.count(.readYourWrites)
    // FAM-7: a pending operation about a person whose account is deleted has nothing to be shown
    // on.
    if !isShown && !isOfErased(operation.fact, operation.scope) {
      report(.readYourWrites, operation, operation.scope, now, what)
    }
  }
}

extension Fact {
  /// What it adds to its person's day.
  fileprivate var nutrients: Nutrients {
    var sum = Nutrients.zero
    switch kind {
    case .mealLogged: sum = MealPortion(payload).total
    case .waterLogged: sum.lanes[7] = UInt32(WaterAmount(payload).tenthOunces)
    default: break
    }
    return sum
  }

  /// Whether two facts of a transaction add to the same sum.
  fileprivate func adds(toSameAs other: Fact) -> Bool {
    switch kind {
    case .mealLogged, .waterLogged:
      (other.kind == .mealLogged || other.kind == .waterLogged) && subject == other.subject
    case .habitDeleted, .habitRestored:
      (other.kind == .habitDeleted || other.kind == .habitRestored) && entity == other.entity
    default: false
    }
  }
}
