import Base
import Chronology

// SCH-5: duties follow the order of the log. The server has decided each of these facts against
// the state that they meet here; on a device, what is pending may meet a later state than the one
// it was decided on, and then does nothing.
extension ScopeState {
  mutating func changeDuty(_ fact: Fact) -> Effect {
    guard let made = schedule.trainingClass(fact.entity), schedule.isAlive(made) else {
      return .superseded
    }
    if fact.kind == .dutySwapSaid { return applySwap(SwapPayload(fact), fact) }
    let payload = DutyPayload(fact)
    var record = self[payload.duty]
    switch fact.kind {
    case .dutyClaimed:
      guard record.holder != fact.author, isFree(record) else { return .superseded }
      record = DutyRecord(heldBy: fact.author)
    case .dutyAssigned:
      guard holder(of: record) == payload.expected, record.holder != fact.subject else {
        return .superseded
      }
      record = DutyRecord(heldBy: fact.subject)
    case .dutyReleased:
      guard record.holder == fact.subject, record.isHeld else { return .superseded }
      record = DutyRecord()
    case .dutyCoverageSet:
      guard record.holder == fact.author, record.isCoverageRequested != payload.isOn else {
        return .superseded
      }
      record.isCoverageRequested = payload.isOn
    default:
      return .superseded
    }
    self[payload.duty] = record
    return .changed
  }

  private mutating func applySwap(_ swap: SwapPayload, _ fact: Fact) -> Effect {
    var given = self[swap.given]
    let wanted = self[swap.wanted]
    switch swap.step {
    case .proposed:
      guard given.holder == fact.author, wanted.holder == fact.subject, wanted.isHeld,
        given.holder != wanted.holder
      else { return .superseded }
      given.partner = fact.subject
      given.swapDuty = swap.wanted
    case .withdrawn:
      guard given.holder == fact.author, given.partner == fact.subject,
        given.swapDuty == swap.wanted
      else { return .superseded }
      given.endSwap()
    case .declined, .accepted:
      guard isOpen(swap, from: fact.subject, to: fact.author) else { return .superseded }
      if swap.step == .accepted {
        self[swap.wanted] = DutyRecord(heldBy: fact.subject)
        given = DutyRecord(heldBy: fact.author)
      } else {
        given.endSwap()
      }
    }
    self[swap.given] = given
    return .changed
  }

  /// SCH-5: whether a swap is still as it was proposed: offered to the same, and both still have
  /// what they would give.
  public func isOpen(
    _ swap: SwapPayload, from proposer: MemberHandle, to partner: MemberHandle
  ) -> Bool {
    let given = self[swap.given]
    return given.holder == proposer && given.partner == partner && given.swapDuty == swap.wanted
      && self[swap.wanted].holder == partner && given.isHeld
  }

  /// SCH-5, FAM-6: whether the next claim takes the duty: nobody has it, or who has it was removed
  /// or asks for somebody else.
  public func isFree(_ record: DutyRecord) -> Bool {
    holder(of: record) == .newcomer || record.isCoverageRequested
  }

  /// SCH-5, FAM-6: who has a duty by now, `newcomer` when nobody or a removed member has it.
  public func holder(of record: DutyRecord) -> MemberHandle {
    guard record.isHeld, Int(record.holder.index) < memberCount,
      member(record.holder).isActive
    else { return .newcomer }
    return record.holder
  }

  /// SCH-5: what is known of a duty. Writing it accounts for it in the digest.
  public internal(set) subscript(duty: Duty) -> DutyRecord {
    get { schedule.record(of: duty.occurrence)[duty.kind] }
    set {
      let row = schedule.occurrences.place(
        of: duty.occurrence.rowKey, orAdd: OccurrenceRecord())
      var record = schedule.occurrences[row]
      digestStored.remove(Self.contribution(of: record[duty.kind], duty))
      digestStored.add(Self.contribution(of: newValue, duty))
      record[duty.kind] = newValue
      schedule.occurrences[row] = record
    }
  }

  /// A duty that nobody has touched contributes nothing.
  private static func contribution(of record: DutyRecord, _ duty: Duty) -> Digest128 {
    guard record != DutyRecord() else { return .zero }
    var digest = Digest128.mix(
      duty.occurrence.trainingClass.raw, duty.packed,
      UInt64(record.holder.index) << 32 | UInt64(record.partner.index) << 16
        | (record.isCoverageRequested ? 1 : 0), UInt64(FactKind.dutyClaimed.rawValue))
    digest.fold(
      Digest128.mix(
        record.swapDuty.occurrence.trainingClass.raw, record.swapDuty.packed, 0, 0))
    return digest
  }
}
