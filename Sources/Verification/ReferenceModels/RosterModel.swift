import DomainCore

/// A reference model of FAM-10 and TRN-2, computed from the log alone: who is on whose roster by
/// the latest write, and which coach assigned which workout.
struct RosterModel: ReferenceModel {
  private struct Pair: Hashable {
    var coach: UInt64
    var athlete: UInt16
  }

  private var pairs: [Pair: (version: Version, isOn: Bool)] = [:]
  private var assigned: [Entity: MemberHandle] = [:]

  /// Processes the next accepted fact of the log.
  mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .rosterSet:
      let pair = Pair(coach: fact.payload.second, athlete: fact.subject.index)
      if let known = pairs[pair], !(known.version < fact.version) { return }
      pairs[pair] = (fact.version, fact.payload.first != 0)
    case .workoutAssigned: assigned[fact.identity] = fact.author
    default: break
    }
  }

  func has(_ athlete: MemberHandle, of coach: MemberHandle) -> Bool {
    pairs[Pair(coach: UInt64(coach.index), athlete: athlete.index)]?.isOn ?? false
  }

  /// The coach who assigned a workout.
  func coach(of assignment: Entity) -> MemberHandle? { assigned[assignment] }
}
