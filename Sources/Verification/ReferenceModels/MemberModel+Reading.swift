public import Chronology
public import DomainCore

// FAM-2, FAM-3, FAM-10: who may read what of whom, by what the log has made of both, and of the
// coach's roster.
extension MemberModel {
  /// Whether somebody reads something of somebody's on a day.
  public func reads(
    _ topic: ReadingTopic, of subject: MemberHandle, _ reader: MemberHandle, on day: LocalDay
  ) -> Bool {
    guard let person = person(reader), !isLockedOut(person, on: day) else { return false }
    let isOwn = reader == subject
    switch person.role {
    // Who looks after a family, or looks on, sees all of it.
    case .parent, .observer: return true
    case .athlete, .groupMember: return isOwn
    case .coach:
      let isOfSport = [.schedule, .goals, .achievements, .diary, .training].contains(topic)
      return isOwn || (isOfSport && trains(subject, reader))
    case .child:
      let isAlwaysSeen = [.schedule, .goals, .achievements].contains(topic)
      // What it may write it may look at.
      let isWritten = [.diary, .training, .academics].contains(topic)
      return isOwn && (isAlwaysSeen || (isWritten && person.mayLog))
    }
  }

  /// FAM-5, FAM-6: who is out has nothing any more; neither has a child whose consent was taken
  /// back, until it is old enough or has it again.
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
