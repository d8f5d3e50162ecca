import Chronology

@testable import DomainCore

extension GroupModel {
  /// Whether the model of a group accepts a fact.
  func accepts(_ fact: Fact, by account: Int, now: Instant) -> Bool {
    if fact.kind == .groupJoined {
      if people.isEmpty { return fact.payload.second >> 32 != 0 }
      return !isDeleted && fact.payload.second >> 32 == 0 && here.count < 10
        && !here.contains { people[$0].account == account }
    }
    let author = Int(fact.author.index)
    let subject = Int(fact.subject.index)
    guard people.indices.contains(author), people.indices.contains(subject) else { return false }
    guard people[author].isHere else { return false }
    if isDeleted { return fact.kind == .groupDeleted && author == admin }
    switch fact.kind {
    case .groupMemberRemoved:
      return author == admin && subject != author
    case .groupNameSet, .groupDeleted:
      return author == admin && author == subject
    case .groupWorkoutShared:
      guard fact.payload.first >> 48 == 1 else { return true }
      return people[author].consents && people[author].withdrawn < stamp(fact)
    default:
      return author == subject
    }
  }

  func stamp(_ fact: Fact) -> Stamp { Stamp(time: fact.version.stamp, site: fact.version.site) }

  func take(_ fact: Fact, by account: Int, now: Instant, names: NameTable) {
    if isDeleted { return }
    if !people.isEmpty {
      for week in Self.weeks where !finalWeeks.contains(week) {
        guard isFinal(week, now: now) else { break }
        finalWeeks.insert(week)
      }
    }
    if fact.kind == .groupJoined { return join(fact, account, now: now, names: names) }
    let author = Int(fact.author.index)
    if people[author].zoned < stamp(fact) {
      people[author].zone = Zone(id: fact.zone)
      people[author].zoned = stamp(fact)
    }
    let text = { names.text(of: TextHandle(UInt32(truncatingIfNeeded: fact.payload.first))) }
    let isOn = fact.payload.first == 1
    switch fact.kind {
    case .groupNameSet where named < stamp(fact):
      (name, named) = (text(), stamp(fact))
    case .groupDisplayNameSet where people[author].named < stamp(fact):
      (people[author].name, people[author].named) = (text(), stamp(fact))
    case .groupSharingSet where people[author].shared < stamp(fact):
      showing(author, by: fact, now: now) {
        (people[author].shares, people[author].shared) = (isOn, stamp(fact))
      }
    case .groupConsentSet:
      if !isOn { erase(author, before: stamp(fact)) }
      if people[author].consented < stamp(fact) {
        showing(author, by: fact, now: now) {
          (people[author].consents, people[author].consented) = (isOn, stamp(fact))
        }
      }
    case .groupLeft:
      if isOn { erase(author, before: stamp(fact)) }
      leave(author)
    case .groupMemberRemoved:
      leave(Int(fact.subject.index))
    case .groupDeleted:
      isDeleted = true
    case .groupWorkoutShared:
      share(fact, author, now: now)
    case .groupFeedViewed:
      let seen = min(Int(fact.payload.first), events.count)
      people[author].eventsSeen = max(people[author].eventsSeen, seen)
      people[author].weeksSeen = max(people[author].weeksSeen, Self.monday(fact.day))
    default: break
    }
  }

  private func join(_ fact: Fact, _ account: Int, now: Instant, names: NameTable) {
    if people.isEmpty {
      name = names.text(of: TextHandle(UInt32(fact.payload.second >> 32)))
      named = stamp(fact)
    } else {
      events.append((now, .joined(person: people.count)))
    }
    people.append(
      Person(
        account: account, joined: now,
        name: names.text(of: TextHandle(UInt32(truncatingIfNeeded: fact.payload.second))),
        named: stamp(fact), zone: Zone(id: fact.zone), zoned: stamp(fact),
        firstEvent: events.count, eventsSeen: events.count, weeksSeen: Self.monday(fact.day)))
  }

  private func leave(_ person: Int) {
    guard people[person].isHere else { return }
    people[person].isHere = false
    people[person].finalWhenLeft = finalWeeks
    if here.isEmpty {
      isDeleted = true
    } else if admin == person {
      admin = here.min()!
    }
  }

  private func erase(_ person: Int, before stamp: Stamp) {
    people[person].withdrawn = max(people[person].withdrawn, stamp)
    for (key, workout) in workouts where key.person == person && workout.stamp < stamp {
      workouts[key]!.day = nil
      workouts[key]!.isThere = false
      workouts[key]!.isCounted = false
    }
  }

  private func share(_ fact: Fact, _ person: Int, now: Instant) {
    let key = WorkoutKey(workout: fact.entity.raw, person: person)
    let day = LocalDay(number: Int32(truncatingIfNeeded: fact.payload.first))
    var workout = workouts[key] ?? Workout(stamp: Stamp(time: 0, site: 0), isThere: false)
    guard workout.stamp < stamp(fact) else { return }
    workout.day = workout.day ?? day
    workout.stamp = stamp(fact)
    workout.isThere = fact.payload.first >> 48 == 1
    let isNew = workout.isThere && !workout.isCounted
    let isOpen = !finalWeeks.contains(Self.monday(workout.day!))
    if isOpen { workout.isCounted = workout.isThere }
    let causesEvents = isOpen && isNew && !workout.isReported && people[person].isShown
    if causesEvents { workout.isReported = true }
    guard causesEvents else {
      workouts[key] = workout
      return
    }
    let weeks = (0..<3).map { Self.monday(workout.day!).adding(days: $0 * 7) }
    emitRankChanges(fact.entity.raw, of: person, in: weeks, now: now) { workouts[key] = workout }
  }

  /// Applies a change to a member's sharing, and shows them on the boards if it is on.
  private func showing(_ person: Int, by fact: Fact, now: Instant, _ change: () -> Void) {
    let wasShown = people[person].isShown
    var changed = people[person]
    change()
    swap(&changed, &people[person])
    guard changed.isShown && !wasShown else {
      people[person] = changed
      return
    }
    let open = Self.weeks.filter { !finalWeeks.contains($0) }
    emitRankChanges(fact.identity.raw, of: person, in: open, now: now) { people[person] = changed }
  }

  /// Adds events for ranks lost and gained by a change, each for the first week with one.
  private func emitRankChanges(
    _ cause: UInt64, of person: Int, in weeks: [LocalDay], now: Instant, _ change: () -> Void
  ) {
    func all() -> [[[Int: Int]]] {
      let days = days()
      return weeks.map { ranks($0, days, now: now) }
    }
    let before = all()
    change()
    let after = all()
    var notified: Set<Int> = []
    for week in weeks.indices {
      for other in here where other != person && !notified.contains(other) {
        let boards = Set(
          (0..<2).filter { (before[week][$0][other] ?? 99) < (after[week][$0][other] ?? 0) })
        if boards.isEmpty { continue }
        notified.insert(other)
        events.append((now, .lost(person: other, cause: cause, boards: boards)))
      }
      let ranks = (0..<2).map { gained(person, before[week][$0], after[week][$0]) }
      if ranks != [0, 0] && notified.insert(person).inserted {
        events.append((now, .gained(person: person, cause: cause, ranks: ranks)))
      }
    }
  }

  /// The rank that the person newly has, if another member is level or behind; a rank on a board
  /// without others does not count as gained.
  private func gained(_ person: Int, _ before: [Int: Int], _ after: [Int: Int]) -> Int {
    guard let rank = after[person] else { return 0 }
    if let old = before[person] { return rank < old ? rank : 0 }
    return after.contains { $0.key != person && $0.value >= rank } ? rank : 0
  }
}
