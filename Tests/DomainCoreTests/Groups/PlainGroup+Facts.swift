import Chronology

@testable import DomainCore

extension PlainGroup {
  /// Whether a group that keeps its rules takes a fact.
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
      (people[author].shares, people[author].shared) = (isOn, stamp(fact))
    case .groupConsentSet:
      if !isOn { erase(author, before: stamp(fact)) }
      if people[author].consented < stamp(fact) {
        (people[author].consents, people[author].consented) = (isOn, stamp(fact))
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
    let tells = isOpen && isNew && !workout.wasTold && people[person].isShown
    if tells { workout.wasTold = true }
    let weeks = (0..<3).map { Self.monday(workout.day!).adding(days: $0 * 7) }
    let daysBefore = tells ? days() : [:]
    workouts[key] = workout
    guard tells else { return }
    let daysAfter = days()
    let before = weeks.map { ranks($0, daysBefore) }
    let after = weeks.map { ranks($0, daysAfter) }
    var told: Set<Int> = []
    for week in before.indices {
      for other in here where other != person && !told.contains(other) {
        let boards = Set(
          (0..<2).filter { (before[week][$0][other] ?? 99) < (after[week][$0][other] ?? 0) })
        if boards.isEmpty { continue }
        told.insert(other)
        events.append((now, .lost(person: other, workout: fact.entity.raw, boards: boards)))
      }
    }
  }
}
