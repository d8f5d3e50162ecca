import DomainCore

/// FAM-10, TRN-2 told from the log alone: who is on whose roster, as somebody has said last, and
/// which coach has assigned what.
struct RosterModel: ReferenceModel {
  private struct Pair: Hashable {
    var coach: UInt64
    var athlete: UInt16
  }

  private var pairs: [Pair: (said: Version, isOn: Bool)] = [:]
  private var assigned: [Entity: MemberHandle] = [:]

  /// Takes in the next fact of the log that was not refused.
  mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .rosterSet:
      let pair = Pair(coach: fact.payload.second, athlete: fact.subject.index)
      if let known = pairs[pair], !(known.said < fact.version) { return }
      pairs[pair] = (fact.version, fact.payload.first != 0)
    case .workoutAssigned: assigned[fact.identity] = fact.author
    default: break
    }
  }

  func has(_ athlete: MemberHandle, of coach: MemberHandle) -> Bool {
    pairs[Pair(coach: UInt64(coach.index), athlete: athlete.index)]?.isOn ?? false
  }

  /// Who has assigned a workout.
  func coach(of assignment: Entity) -> MemberHandle? { assigned[assignment] }
}
