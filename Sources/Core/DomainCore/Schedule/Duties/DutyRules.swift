import Chronology

// Who may claim, assign, release, cover and swap a duty. The refusals are `claimNotAllowed`,
// `driverNotAllowed`, `dutyTaken`, `dutyChanged`, `dutyNotYours` and `swapUnknown`, whose texts are
// in `Refusal.sentence`. The commands are in DutyCommands; what a fact changes is in
// ScheduleState+Duties.

/// SCH-5, FAM-4: who may drive: parents, and the observers that parents ask.
func mayDrive(_ member: Member) -> Bool {
  member.isActive && (member.role == .parent || member.role == .observer)
}

/// SCH-5: a step that changes who drives.
enum DutyStep {
  case claimed
  case released
  case assigned
  case coverageSet
  case swapChanged
}

extension ScheduleState {
  /// SCH-5: decides a change of the driver, given the driver that the deciding replica knows.
  ///
  /// The first claim that the server commits wins. A later one is refused with a reason, which its
  /// author sees; the same applies to an assignment whose author believed in another driver.
  ///
  /// A swap has rules of its own (`decideSwap`): one driver proposes it and the other accepts.
  func decideDuty(
    _ step: DutyStep, _ fact: Fact, at place: DecisionPlace, _ shared: borrowing SharedState
  ) -> Refusal? {
    if step == .swapChanged { return decideSwap(fact, at: place, shared) }
    let payload = DutyPayload(fact)
    if let refusal = decideTakingPlace(payload.duty.occurrence) { return refusal }
    let author = shared.member(fact.author)
    let isParent = Permissions.mayManage(author)
    let record = standing(of: payload.duty, shared)
    switch step {
    case .claimed:
      guard fact.subject == fact.author else { return .dutyNotYours }
      // FAM-4: observers do not claim duties; a parent assigns them.
      guard isParent else { return .claimNotAllowed }
      // A second tap of the same person changes nothing and is not refused.
      guard record.holder != fact.author else { return nil }
      return record.isFree ? nil : .dutyTaken
    case .assigned:
      guard isParent else { return .parentNeeded }
      guard mayDrive(shared.member(fact.subject)) else { return .driverNotAllowed }
      guard record.holder != fact.subject else { return nil }
      guard record.holder == payload.expected else {
        return payload.expected == .newcomer ? .dutyTaken : .dutyChanged
      }
      return nil
    case .released:
      // FAM-4: a member who was given a duty may return it.
      guard isParent || fact.subject == fact.author && mayDrive(author) else {
        return .dutyNotYours
      }
      guard record.isHeld else { return place == .server ? nil : .dutyChanged }
      return record.holder == fact.subject ? nil : .dutyChanged
    case .coverageSet, .swapChanged:
      guard fact.subject == fact.author, mayDrive(author) else { return .dutyNotYours }
      return record.holder == fact.author ? nil : .dutyNotYours
    }
  }

  /// SCH-5: decides a step of a swap between two drivers.
  ///
  /// FAM-4: an observer does not take a duty by itself, so only a parent proposes. The other driver
  /// answers for themselves, also an observer, because then a parent is the one who gives the duty.
  func decideSwap(_ fact: Fact, at place: DecisionPlace, _ shared: borrowing SharedState)
    -> Refusal?
  {
    let swap = SwapPayload(fact)
    guard mayDrive(shared.member(fact.author)) else { return .parentNeeded }
    switch swap.step {
    case .proposed, .accepted:
      if let refusal = decideTakingPlace(swap.given.occurrence)
        ?? decideTakingPlace(swap.wanted.occurrence)
      {
        return refusal
      }
    case .withdrawn, .declined:
      if let refusal = decideClass(fact.entity) { return refusal }
    }
    switch swap.step {
    case .proposed:
      guard Permissions.mayManage(shared.member(fact.author)) else { return .parentNeeded }
      guard mayDrive(shared.member(fact.subject)) else { return .driverNotAllowed }
      guard standing(of: swap.given, shared).holder == fact.author else { return .dutyNotYours }
      return standing(of: swap.wanted, shared).holder == fact.subject && fact.subject != fact.author
        ? nil : .dutyChanged
    case .withdrawn:
      guard standing(of: swap.given, shared).holder == fact.author else { return .dutyNotYours }
      let isOpen =
        standing(of: swap.given, shared).partner == fact.subject
        && standing(of: swap.given, shared).swapDuty == swap.wanted
      return isOpen || place == .server ? nil : .swapUnknown
    case .accepted, .declined:
      guard mayDrive(shared.member(fact.subject)) else { return .swapUnknown }
      return isOpen(swap, from: fact.subject, to: fact.author, shared) ? nil : .swapUnknown
    }
  }
}
