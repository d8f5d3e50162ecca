import Chronology

/// SCH-5, FAM-4: who may drive: parents, and the observers that parents ask.
func mayDrive(_ member: Member) -> Bool {
  member.isActive && (member.role == .parent || member.role == .observer)
}

/// SCH-5: what is said of who drives.
enum DutyStep {
  case claimed
  case released
  case assigned
  case coverageSet
  case swapChanged
}

/// SCH-5: decides who has a duty, against the holder that the place knows.
///
/// The first claim that the server commits holds. The later one is refused by name of the reason,
/// which is how its author is told; the same goes for an assignment that was made in another
/// belief about who had the duty.
func decideDuty(
  _ step: DutyStep, _ fact: Fact, at place: DecisionPlace, on state: borrowing ScopeState
) -> Refusal? {
  if step == .swapChanged { return decideSwap(fact, at: place, on: state) }
  let payload = DutyPayload(fact)
  if let refusal = decideTakingPlace(payload.duty.occurrence, on: state) { return refusal }
  let author = state.member(fact.author)
  let isParent = Permissions.mayManage(author)
  let record = state[payload.duty]
  switch step {
  case .claimed:
    guard fact.subject == fact.author else { return .dutyNotYours }
    // FAM-4: an observer is given duties.
    guard isParent else { return .claimNotAllowed }
    // A second tap of the same person finds it so and is not refused.
    guard record.holder != fact.author else { return nil }
    return record.isFree ? nil : .dutyTaken
  case .assigned:
    guard isParent else { return .parentNeeded }
    guard mayDrive(state.member(fact.subject)) else { return .driverNotAllowed }
    guard record.holder != fact.subject else { return nil }
    guard record.holder == payload.expected else {
      return payload.expected == .newcomer ? .dutyTaken : .dutyChanged
    }
    return nil
  case .released:
    // FAM-4: who was given a duty may give it back.
    guard isParent || fact.subject == fact.author && mayDrive(author) else { return .dutyNotYours }
    guard record.isHeld else { return place == .server ? nil : .dutyChanged }
    return record.holder == fact.subject ? nil : .dutyChanged
  case .coverageSet, .swapChanged:
    guard fact.subject == fact.author, mayDrive(author) else { return .dutyNotYours }
    return record.holder == fact.author ? nil : .dutyNotYours
  }
}

/// SCH-5: decides a step of a swap between two drivers.
///
/// FAM-4: an observer does not take a duty by itself, so only a parent proposes; whoever is asked
/// answers for themselves, an observer too, because then a parent has given.
func decideSwap(_ fact: Fact, at place: DecisionPlace, on state: borrowing ScopeState) -> Refusal? {
  let swap = SwapPayload(fact)
  guard mayDrive(state.member(fact.author)) else { return .parentNeeded }
  switch swap.step {
  case .proposed, .accepted:
    if let refusal = decideTakingPlace(swap.given.occurrence, on: state)
      ?? decideTakingPlace(swap.wanted.occurrence, on: state)
    {
      return refusal
    }
  case .withdrawn, .declined:
    if let refusal = decideClass(fact.entity, on: state) { return refusal }
  }
  switch swap.step {
  case .proposed:
    guard Permissions.mayManage(state.member(fact.author)) else { return .parentNeeded }
    guard mayDrive(state.member(fact.subject)) else { return .driverNotAllowed }
    guard state[swap.given].holder == fact.author else { return .dutyNotYours }
    return state[swap.wanted].holder == fact.subject && fact.subject != fact.author
      ? nil : .dutyChanged
  case .withdrawn:
    guard state[swap.given].holder == fact.author else { return .dutyNotYours }
    let isOpen =
      state[swap.given].partner == fact.subject && state[swap.given].swapDuty == swap.wanted
    return isOpen || place == .server ? nil : .swapUnknown
  case .accepted, .declined:
    guard mayDrive(state.member(fact.subject)) else { return .swapUnknown }
    return state.isOpen(swap, from: fact.subject, to: fact.author) ? nil : .swapUnknown
  }
}
