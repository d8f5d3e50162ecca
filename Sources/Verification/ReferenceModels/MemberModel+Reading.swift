public import Chronology
public import DomainCore

// FAM-2, FAM-3, FAM-10: read access between members, computed from the log and the coach's roster.
extension MemberModel {
  /// Whether one member may read a topic of another on a day.
  public func reads(
    _ topic: ReadingTopic, of subject: MemberHandle, _ reader: MemberHandle, on day: LocalDay
  ) -> Bool {
    guard let person = person(reader), !isLockedOut(person, on: day) else { return false }
    let isOwn = reader == subject
    switch person.role {
    // Parents and observers read everything.
    case .parent, .observer: return true
    case .athlete, .groupMember: return isOwn
    case .coach:
      let isOfSport = [.schedule, .goals, .achievements, .diary, .training].contains(topic)
      return isOwn || (isOfSport && trains(subject, reader))
    case .child:
      let isAlwaysSeen = [.schedule, .goals, .achievements].contains(topic)
      // Write access to a topic includes read access.
      let isWritten = [.diary, .training, .academics].contains(topic)
      return isOwn && (isAlwaysSeen || (isWritten && person.mayLog))
    }
  }

  /// FAM-5, FAM-6: a former member has no access; neither has a child whose consent was withdrawn,
  /// until it is old enough or has consent again.
  private func isLockedOut(_ person: Person, on day: LocalDay) -> Bool {
    if !person.isActive { return true }
    return person.isUnderAge(on: day) && person.withdrawn != nil && !person.hasConsent
  }

  /// FAM-10: whether an athlete of the family is on a roster of its coach's.
  private func trains(_ athlete: MemberHandle, _ coach: MemberHandle) -> Bool {
    guard let one = person(athlete), let other = person(coach) else { return false }
    return one.isActive && one.role == .athlete && other.isActive && other.role == .coach
      && rosters.has(athlete, of: coach)
  }
}
