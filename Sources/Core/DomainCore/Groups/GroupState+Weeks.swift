import Base
public import Chronology

extension GroupState {
  /// GRP-4: when a week's result becomes final: 48 hours after its Sunday ended for the last
  /// member, by the members' current zones.
  public func groupWeekFinal(_ week: LocalDay) -> Instant {
    var latest = Instant(milliseconds: .min)
    for index in 0..<active.count {
      let zone = GroupZone.zone(seats[Int(active[index].index)].zone.value)
      latest = max(latest, zone.startOfDay(week.weekStart.adding(days: 7)))
    }
    return active.isEmpty ? latest : latest + GroupWeek.graceMilliseconds
  }

  /// GRP-4: whether a week's result no longer changes. A final result stays final, also when a
  /// person joins from or travels to a zone where it is still Sunday.
  public func isGroupWeekFinal(_ week: LocalDay, now: Instant) -> Bool {
    week.weekStart <= head.finalThrough || groupWeekFinal(week) <= now
  }

  /// GRP-4: the current week of a member.
  public func groupWeek(of member: MemberHandle, now: Instant) -> LocalDay {
    GroupZone.zone(seats[Int(member.index)].zone.value).localDay(at: now).weekStart
  }

  /// GRP-4, GRP-9: records which weeks are final at the time of a commit. O(1).
  mutating func closeWeeks(at committed: Instant, _ shared: inout SharedState) {
    guard head.isFounded else { return }
    // No Sunday ends more than 16 hours before it ends in UTC, which decides most cases.
    let next = Int64(head.finalThrough.number) + 14
    let earliest = next * Span.day - 16 * Span.hour + GroupWeek.graceMilliseconds
    guard committed.milliseconds >= earliest else { return }
    let then = committed - GroupWeek.graceMilliseconds
    var open = LocalDay(number: .max - 7)
    for index in 0..<active.count {
      let zone = GroupZone.zone(seats[Int(active[index].index)].zone.value)
      open = min(open, zone.localDay(at: then).weekStart)
    }
    let final = open.adding(days: -7)
    guard !active.isEmpty, final > head.finalThrough else { return }
    var head = head
    head.finalThrough = final
    replaceGroupHead(by: head, &shared)
  }
}
