import Base
import Chronology

extension GroupState {
  /// GRP-4, GRP-6: applies the latest publication of a workout. O(1).
  ///
  /// The workout counts for the week of its frozen day, unless that week is final: then it is
  /// recorded, and the result stays, whether the workout arrives or is withdrawn late.
  mutating func shareWorkout(_ fact: Fact, committed: Instant, _ shared: inout SharedState)
    -> Effect
  {
    let summary = WorkoutSummary(fact.payload)
    let member = fact.author
    let key = RowKey(fact.entity.raw, UInt64(member.index))
    let place = workouts.place(of: key, orAdd: GroupWorkout(day: summary.day))
    var row = workouts[place]
    guard row.version < fact.version else { return .superseded }
    if row.version != .never { shared.digestStored.remove(row.digest(under: key)) }
    if row.isErased {
      row.isErased = false
      row.day = summary.day
    }
    row.version = fact.version
    row.calories = summary.calories
    row.count = summary.count
    let counts = summary.count > 0
    if row.day.weekStart > head.finalThrough && row.isCounted != counts {
      row.isCounted = counts
      let isTold = counts && !row.isTold && seats[Int(member.index)].isShown
      row.isTold = row.isTold || isTold
      changeScore(
        of: member, on: row.day, isAdded: counts, cause: isTold ? fact.entity : nil,
        committed: committed)
    }
    workouts[place] = row
    shared.digestStored.add(row.digest(under: key))
    return .changed
  }

  /// GRP-4: adds a workout to the score of its week, or removes it, and updates the entering run of
  /// the weeks that follow.
  ///
  /// Only weeks that are not final follow one that is not final: two or three at most.
  mutating func changeScore(
    of member: MemberHandle, on day: LocalDay, isAdded: Bool, cause: Entity?, committed: Instant
  ) {
    var week = day.weekStart
    var place = scorePlace(of: member, week: week)
    var after = scores[place]
    after.count(day.weekday, isAdded: isAdded)
    var notified: UInt16 = 0
    while true {
      let before = scores[place]
      scores[place] = after
      if let cause {
        notified = emitRankChanges(
          by: scoreChange(of: member, week, before, after, now: committed), cause,
          notified: notified, committed: committed)
      }
      week = week.adding(days: 7)
      let leaving = after.leaving
      guard let next = scores.place(of: GroupState.key(week: week, member)) else {
        // GRP-10: the run enters a week that has no workout so far.
        guard let cause, before.leaving != leaving else { return }
        let (old, new) = (WeekScore(entering: before.leaving), WeekScore(entering: leaving))
        _ = emitRankChanges(
          by: scoreChange(of: member, week, old, new, now: committed), cause, notified: notified,
          committed: committed)
        return
      }
      guard scores[next].entering != leaving else { return }
      place = next
      after = scores[next]
      after.entering = leaving
    }
  }

  private func scoreChange(
    of member: MemberHandle, _ week: LocalDay, _ before: WeekScore, _ after: WeekScore,
    now: Instant
  ) -> ScoreChange {
    let today = dayOfWeek(week, for: member, now: now)
    return ScoreChange(
      member: member, week: week,
      before: SIMD2(before.checkIns, before.currentRun(asOf: today)),
      after: SIMD2(after.checkIns, after.currentRun(asOf: today)))
  }

  /// The member's current day within a week, counted from its Monday.
  private func dayOfWeek(_ week: LocalDay, for member: MemberHandle, now: Instant) -> Int {
    let zone = GroupZone.zone(seats[Int(member.index)].zone.value)
    return week.distance(to: zone.localDay(at: now))
  }

  /// GRP-4, GRP-10: the value of a member's week on each board, by challenge; 0 means no row.
  func groupValues(of member: MemberHandle, week: LocalDay, now: Instant) -> SIMD2<UInt32> {
    let today = dayOfWeek(week, for: member, now: now)
    if let score = score(of: member, week: week) {
      return SIMD2(score.checkIns, score.currentRun(asOf: today))
    }
    // Without a workout in this week, the previous week's run continues if its Sunday was
    // yesterday.
    let previous = score(of: member, week: week.adding(days: -7))
    return SIMD2(0, WeekScore(entering: previous?.leaving ?? 0).currentRun(asOf: today))
  }

  private mutating func scorePlace(of member: MemberHandle, week: LocalDay) -> Int {
    let key = GroupState.key(week: week, member)
    if let place = scores.place(of: key) { return place }
    let previous = score(of: member, week: week.adding(days: -7))
    return scores.add(WeekScore(entering: previous?.leaving ?? 0), under: key)
  }

  /// FAM-12: permanently deletes everything shared up to `version`, on the boards and in the
  /// archive. O(workouts of the group), which is rare.
  mutating func withdrawConsent(
    of member: MemberHandle, at version: Version, _ shared: inout SharedState
  ) {
    var seat = seats[Int(member.index)]
    guard seat.withdrawn < version else { return }
    seat.withdrawn = version
    replaceSeat(of: member, by: seat, &shared)
    for place in 0..<workouts.count {
      let key = workouts.key(at: place)
      var row = workouts[place]
      guard key.second == UInt64(member.index), row.version < version, !row.isErased else {
        continue
      }
      shared.digestStored.remove(row.digest(under: key))
      if row.isCounted {
        changeScore(
          of: member, on: row.day, isAdded: false, cause: nil, committed: Instant(milliseconds: 0))
      }
      row.erase()
      workouts[place] = row
      shared.digestStored.add(row.digest(under: key))
    }
  }
}
