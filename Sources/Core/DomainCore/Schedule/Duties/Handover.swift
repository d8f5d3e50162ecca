import Base

/// SCH-5, NOT-1: a duty was given to a member or taken from them, for the notification of that.
///
/// There is a row for each duty and member from the first time that another member gave or took it;
/// members know of their own changes.
struct Handover: BitwiseCopyable, Hashable, Sendable {
  var duty: Duty
  var member: MemberHandle
  /// Whether the last change gave it to them, and whether another member made it.
  var isGiven = false
  var isByAnother = false
  /// How often another member has changed it so far.
  var number: UInt32 = 0

  static func rowKey(_ duty: Duty, _ member: MemberHandle) -> RowKey {
    RowKey(duty.occurrence.trainingClass.raw, duty.packed | UInt64(member.index) << 32)
  }

  /// Derived from the order of the log, like the duty itself.
  var contribution: Digest128 {
    guard number > 0 else { return .zero }
    return Digest128.mix(
      duty.occurrence.trainingClass.raw, duty.packed | UInt64(member.index) << 32,
      UInt64(number) << 2 | (isGiven ? 2 : 0) | (isByAnother ? 1 : 0), 0x6861_6E64_6F76_6572)
  }
}

extension ScheduleState {
  /// SCH-5: folds a fact about who drives, and records the members for whom others changed that.
  mutating func handOver(_ step: DutyStep, _ fact: Fact, _ shared: inout SharedState) -> Effect {
    let isSwap = step == .swapChanged
    let duty = isSwap ? SwapPayload(fact).given : DutyPayload(fact).duty
    let other = isSwap ? SwapPayload(fact).wanted : duty
    let holder = standing(of: duty, shared).holder
    let otherHolder = isSwap ? standing(of: other, shared).holder : holder
    let effect = changeDuty(step, fact, &shared)
    if effect == .changed {
      noteHandover(of: duty, from: holder, by: fact.author, &shared)
      if other != duty { noteHandover(of: other, from: otherHolder, by: fact.author, &shared) }
    }
    return effect
  }

  private mutating func noteHandover(
    of duty: Duty, from before: MemberHandle, by author: MemberHandle, _ shared: inout SharedState
  ) {
    let after = standing(of: duty, shared).holder
    guard before != after else { return }
    note(duty, of: before, isGiven: false, by: author, &shared)
    note(duty, of: after, isGiven: true, by: author, &shared)
  }

  private mutating func note(
    _ duty: Duty, of member: MemberHandle, isGiven: Bool, by author: MemberHandle,
    _ shared: inout SharedState
  ) {
    let key = Handover.rowKey(duty, member)
    guard member != .newcomer, member != author || handovers.place(of: key) != nil
    else { return }
    let place = handovers.place(of: key, orAdd: Handover(duty: duty, member: member))
    shared.digestStored.remove(handovers[place].contribution)
    handovers[place].isGiven = isGiven
    handovers[place].isByAnother = member != author
    if member != author { handovers[place].number += 1 }
    shared.digestStored.add(handovers[place].contribution)
  }
}
