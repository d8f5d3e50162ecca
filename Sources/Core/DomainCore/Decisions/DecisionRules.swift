public import Chronology

/// Where a decision is made; the rules are the same except where only one place has the data.
public enum DecisionPlace: UInt8, BitwiseCopyable, Sendable {
  /// On a device, based on what it shows: the person waits for the result.
  case device = 0
  /// On the server at commit, possibly long after the person acted.
  case server = 1
}

/// Decides whether a fact may become part of a scope's history.
///
/// The device decides before it shows the person "saved"; the server decides again at commit, by
/// the same rules, on the committed state of that time. Pure and O(1), except for the comparison of
/// a new or renamed habit with the existing names.
@inlinable
public func decide<View: ScopeReader & ~Copyable>(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on scope: borrowing View
) -> Refusal? {
  decide(fact, tapped: fact.tapped, at: place, now: now, on: scope)
}

/// The same for a server that corrected the time of a fact's tap: the fact's day is compared with
/// the uncorrected clock, which is `tapped` (HAB-3).
///
/// **Decided**: that clock may have been days slow, and then the day is wrong; or it was right and
/// a person changed it since, and then the correction is wrong. The server cannot distinguish the
/// two, and a person who did nothing wrong must lose nothing. A day that does not even fit the
/// clock of the tap is refused, and its author is notified; nothing is moved silently.
@inlinable
public func decide<View: ScopeReader & ~Copyable>(
  _ fact: Fact, tapped: Instant, at place: DecisionPlace, now: Instant, on scope: borrowing View
) -> Refusal? {
  if fact.kind.admits {
    guard fact.author == .newcomer, fact.subject == .newcomer else { return .authorUnknown }
  } else {
    guard Int(fact.author.index) < scope.memberCount else { return .authorUnknown }
    guard Int(fact.subject.index) < scope.memberCount else { return .subjectUnknown }
    if let refusal = decideActing(fact, at: place, on: scope) { return refusal }
  }
  guard scope.covers(fact.day) else { return .dayOutOfRange }
  // HAB-2: at most one day after the clock's own day, the largest offset between zones.
  guard fact.day <= now.utcDay.adding(days: 1) else { return .dayInFuture }
  guard fact.isNear(tap: tapped) else { return .dayNotOfTap }
  switch fact.kind {
  case .completionSet:
    return decideLogging(fact, on: scope) ?? decideCompletion(fact, tapped: tapped, on: scope)
      ?? (place == .server ? decideBegun(fact, now: now) : nil)
  case .mealLogged:
    return decideLogging(fact, on: scope)
      ?? MealPortion(fact.payload).refusal
  case .waterLogged:
    return decideLogging(fact, on: scope)
      ?? (WaterAmount(fact.payload).isWellFormed ? nil : .amountOutOfRange)
  case .wellnessSet:
    return decideLogging(fact, on: scope)
      ?? (WellnessScore(fact.payload).isWellFormed ? nil : .scoreOutOfRange)
  case .favoriteMealSet:
    return decideLogging(fact, on: scope) ?? decideFavorite(fact)
  case .childMayLogSet:
    return decideMayLog(fact, on: scope)
  case .photoAnalyzed:
    // NUT-7: only the server can count the quota, across families.
    return decideLogging(fact, on: scope)
  default:
    return fact.kind.area == .habits
      ? decideHabit(fact, at: place, on: scope)
      : scope.refusalByArea(fact, at: place, now: now)
  }
}

/// FAM-5, FAM-6: whether the author's account is open, and the subject still belongs to the family.
///
/// An operation of another device about a person who was removed meanwhile is not lost: only a
/// device that knows of the removal refuses it.
@inlinable
public func decideActing<View: ScopeReader & ~Copyable>(
  _ fact: Fact, at place: DecisionPlace, on scope: borrowing View
) -> Refusal? {
  let author = scope.member(fact.author)
  guard author.isActive else { return .memberRemoved }
  if let refusal = author.refusalWithoutConsent(on: fact.day, at: fact.version) { return refusal }
  if place == .device && fact.subject != fact.author && fact.kind.area != .families
    && fact.kind.area != .groups
  {
    guard scope.member(fact.subject).isActive else { return .subjectRemoved }
  }
  return nil
}

@inlinable
public func decideLogging<View: ScopeReader & ~Copyable>(
  _ fact: Fact, on scope: borrowing View
) -> Refusal? {
  let author = scope.member(fact.author)
  return Permissions.mayLog(author: fact.author, author, subject: fact.subject)
    ? nil : .loggingNotAllowed
}

@inlinable
public func decideCompletion<View: ScopeReader & ~Copyable>(
  _ fact: Fact, tapped: Instant, on scope: borrowing View
) -> Refusal? {
  guard let habit = scope.habit(fact.entity), habit.owner == fact.subject else {
    return .habitUnknown
  }
  guard habit.life.isAlive else { return .habitDeleted }
  let completion = CompletionPayload(fact.payload)
  guard scope.covers(completion.day) else { return .dayOutOfRange }
  // HAB-2, HAB-3: the day of the tap is frozen in the fact, so "today" is the author's today.
  guard completion.day <= fact.day else { return .dayInFuture }
  // Today is the day of the tap, although the fact may claim a day next to it.
  return completion.done || completion.day == fact.dayOfTap(at: tapped) ? nil : .dayNotToday
}

/// HAB-10: no one has done anything on a day that has not begun for them by the server's clock. A
/// device has no other clock than its own.
@inlinable
public func decideBegun(_ fact: Fact, now: Instant) -> Refusal? {
  fact.hasBegun(CompletionPayload(fact.payload).day, at: now) ? nil : .dayInFuture
}

public func decideFavorite(_ fact: Fact) -> Refusal? {
  guard fact.entity.raw < UInt64(NutritionState.favoritesPerMember) else { return .slotOutOfRange }
  return MealPortion(fact.payload).refusal
}

@inlinable
public func decideMayLog<View: ScopeReader & ~Copyable>(
  _ fact: Fact, on scope: borrowing View
) -> Refusal? {
  guard Permissions.mayManage(scope.member(fact.author)) else { return .parentNeeded }
  return scope.member(fact.subject).role == .child ? nil : .subjectNotChild
}

@inlinable
public func decideHabit<View: ScopeReader & ~Copyable>(
  _ fact: Fact, at place: DecisionPlace, on scope: borrowing View
) -> Refusal? {
  let author = scope.member(fact.author)
  guard Permissions.mayManage(author: fact.author, author, subject: fact.subject) else {
    return .parentNeeded
  }
  if fact.kind == .habitCreated {
    let creation = HabitCreation(fact.payload)
    guard creation.isCategoryHeld else { return .valueNotPossible }
    return decideName(creation.name, fact, at: place, on: scope)
  }
  guard let habit = scope.habit(fact.entity), habit.owner == fact.subject else {
    return .habitUnknown
  }
  if fact.kind == .habitRestored { return decideRestore(fact, at: place, of: habit) }
  // Two devices may delete the same habit; the second delete changes nothing and is not refused.
  if fact.kind == .habitDeleted && place == .server { return nil }
  guard habit.life.isAlive else { return .habitDeleted }
  switch HabitCode(fact.kind) {
  case .habitNameSet:
    return decideName(HabitName(packed: fact.payload.first), fact, at: place, on: scope)
  case .habitStartSet:
    return decideStart(fact, on: scope)
  case .habitCreated, .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet,
    .habitArchivedSet, .habitDeleted, .habitRestored, .completionSet, nil:
    return nil
  }
}

/// HAB-4: a habit starts on a day within the family's history.
@inlinable
public func decideStart<View: ScopeReader & ~Copyable>(
  _ fact: Fact, on scope: borrowing View
) -> Refusal? {
  let start = LocalDay(packed: fact.payload.first)
  guard scope.covers(start) else { return .dayOutOfRange }
  return start <= fact.day ? nil : .dayInFuture
}

/// HAB-1: not empty, and not used by another habit that the person sees.
///
/// The server accepts an equal name: the devices could not know of each other. The later habit
/// shows a number instead of being lost (`ScopeState.nameNumber`).
@inlinable
public func decideName<View: ScopeReader & ~Copyable>(
  _ name: HabitName, _ fact: Fact, at place: DecisionPlace, on scope: borrowing View
) -> Refusal? {
  guard name.text != .empty else { return .nameEmpty }
  guard place == .device else { return nil }
  let own = fact.kind == .habitCreated ? Entity.none : fact.entity
  return scope.hasHabit(named: name, of: fact.subject, except: own) ? .nameTaken : nil
}

/// HAB-8: a delete can be undone for ten minutes: measured from tap to tap, to the second, however
/// late the two arrive.
///
/// The time of a tap is that of its author's clock. **Decided**: the server learns with each
/// request how far that clock is off, and corrects a larger error than it tolerates in the row
/// (`Fact.tapped`). So it measures both taps by one clock and has the final decision. A device
/// judges by its own clock; a slow one may show a habit as restored that the server does not
/// restore.
///
/// The server accepts a restore that another device already made, and one tapped before the latest
/// delete: neither changes anything (`HabitLifecycle.take`).
public func decideRestore(
  _ fact: Fact, at place: DecisionPlace, of habit: HabitSummary
) -> Refusal? {
  guard !habit.life.isAlive else { return place == .device ? .habitNotDeleted : nil }
  let waited = fact.tapped - habit.life.deletedAt
  return waited <= HabitLifecycle.undoMilliseconds ? nil : .undoTooLate
}
