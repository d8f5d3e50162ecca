import Chronology

// NOT-6 told again: what is not as it was, and what drivers ask for.
extension PlainHome {
  func changes(_ now: Int, _ planned: [PlainOccurrence]) -> [PlainOccasion] {
    var found: [PlainOccasion] = []
    for one in planned
    where one.isCancelled || schedule.moved(one.training, one.day) != nil {
      let start = Int(one.start.milliseconds / Span.minute)
      guard start > now, start < now + 14 * 1_440 else { continue }
      for member in people.indices where people[member].isHere {
        let isFamily = [.parent, .observer].contains(people[member].role)
        let takesPart = one.participants.contains(member)
        let drives = one.dropOff == member || one.pickUp == member
        guard takesPart || drives || (isFamily && !one.participants.isEmpty) else { continue }
        found.append(
          PlainOccasion(
            cause: .change(
              thing: one.training, day: Int(one.day.number), isCancelled: one.isCancelled,
              start: start),
            to: member, due: now, expires: start))
      }
    }
    return found
  }

  func requests(_ now: Int, _ all: [PlainOccurrence]) -> [PlainOccasion] {
    var found: [PlainOccasion] = []
    for duty in duties(all, now, { $0.coverage }) {
      guard
        let one = all.first(where: { $0.training == duty.training && $0.day == duty.day }),
        let asking = duty.isPickUp ? one.pickUp : one.dropOff
      else { continue }
      let begins = duty.isPickUp ? one.end : one.start - Int64(one.travel) * Span.minute
      for member in people.indices where member != asking && people[member].isHere {
        guard [.parent, .observer].contains(people[member].role) else { continue }
        found.append(
          PlainOccasion(
            cause: .coverage(duty, asking), to: member, due: now,
            expires: Int(begins.milliseconds / Span.minute)))
      }
    }
    return found
  }
}
