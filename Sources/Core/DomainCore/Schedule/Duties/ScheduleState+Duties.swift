// Schedule, duties: folds and queries of who drives.

import Base
import Chronology

// SCH-5: duties follow the order of the log. The server has decided each of these facts against the
// state that they are applied to here; on a device, a pending operation may be applied to a later
// state than the one it was decided on, and then has no effect.
extension ScheduleState {
  mutating func changeDuty(_ step: DutyStep, _ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let made = trainingClass(fact.entity), isAlive(made) else {
      return .superseded
    }
    if step == .swapChanged { return applySwap(SwapPayload(fact), fact, &shared) }
    let payload = DutyPayload(fact)
    var record = standing(of: payload.duty, shared)
    switch step {
    case .claimed:
      guard record.holder != fact.author, record.isFree else { return .superseded }
      record = taken(by: fact.author, shared)
    case .assigned:
      guard record.holder == payload.expected, record.holder != fact.subject else {
        return .superseded
      }
      record = taken(by: fact.subject, shared)
    case .released:
      guard record.holder == fact.subject, record.isHeld else { return .superseded }
      record = DutyRecord()
    case .coverageSet:
      guard record.holder == fact.author, record.isCoverageRequested != payload.isOn else {
        return .superseded
      }
      record.isCoverageRequested = payload.isOn
    case .swapChanged:
      return .superseded
    }
    write(record, to: payload.duty, by: fact, &shared)
    return .changed
  }

  private func taken(by member: MemberHandle, _ shared: borrowing SharedState) -> DutyRecord {
    DutyRecord(heldBy: member, takenAfter: shared.ends.count(of: member))
  }

  private mutating func applySwap(_ swap: SwapPayload, _ fact: Fact, _ shared: inout SharedState)
    -> Effect
  {
    var given = standing(of: swap.given, shared)
    let wanted = standing(of: swap.wanted, shared)
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
      guard isOpen(swap, from: fact.subject, to: fact.author, shared) else { return .superseded }
      if swap.step == .accepted {
        write(taken(by: fact.subject, shared), to: swap.wanted, by: fact, &shared)
        given = taken(by: fact.author, shared)
      } else {
        given.endSwap()
      }
    }
    write(given, to: swap.given, by: fact, &shared)
    return .changed
  }

  /// SCH-5: whether a swap is still as proposed: offered to the same member, and both still have
  /// the duties that they would give.
  public func isOpen(
    _ swap: SwapPayload, from proposer: MemberHandle, to partner: MemberHandle,
    _ shared: borrowing SharedState
  ) -> Bool {
    let given = standing(of: swap.given, shared)
    return given.holder == proposer && given.partner == partner && given.swapDuty == swap.wanted
      && standing(of: swap.wanted, shared).holder == partner && given.isHeld
  }

  /// SCH-5, FAM-6: the current state of a duty: without a driver if the driver's membership ended
  /// before the duty was done. O(1).
  ///
  /// It stays so when the membership is resumed, until the duty is taken again; past duties keep
  /// their driver.
  public func standing(of duty: Duty, _ shared: borrowing SharedState) -> DutyRecord {
    guard let row = occurrences.place(of: duty.occurrence.rowKey) else { return DutyRecord() }
    return shared.standing(occurrences[row][duty.kind], at: instant(of: duty))
  }

  /// Stores a duty and who wrote its driver last, and updates the digest.
  private mutating func write(
    _ record: DutyRecord, to duty: Duty, by fact: Fact, _ shared: inout SharedState
  ) {
    let row = occurrences.place(of: duty.occurrence.rowKey, orAdd: OccurrenceRecord())
    if occurrences[row][duty.kind].holder != record.holder {
      occurrences[row].driven = fact.version
    }
    shared.digestStored.remove(Self.contribution(of: occurrences[row][duty.kind], duty))
    shared.digestStored.add(Self.contribution(of: record, duty))
    occurrences[row][duty.kind] = record
  }

  /// A duty that was never written contributes nothing.
  private static func contribution(of record: DutyRecord, _ duty: Duty) -> Digest128 {
    guard record != DutyRecord() else { return .zero }
    var digest = Digest128.mix(
      duty.occurrence.trainingClass.raw, duty.packed,
      UInt64(record.holder.index) << 32 | UInt64(record.partner.index) << 16
        | (record.isCoverageRequested ? 1 : 0), UInt64(FactKind.dutyClaimed.rawValue))
    digest.fold(
      Digest128.mix(
        record.swapDuty.occurrence.trainingClass.raw, record.swapDuty.packed,
        UInt64(record.takenAfter), 0))
    return digest
  }
}

extension SharedState {
  /// FAM-6: a duty as it holds at the instant it is done; nil if the class does not exist.
  ///
  /// The instant is only computed where a membership has ended, because that takes a search in the
  /// table of zones.
  func standing(_ record: DutyRecord, at instant: @autoclosure () -> Instant?) -> DutyRecord {
    let isKept =
      record.isHeld
      && keepsDuty(record.holder, takenAfter: record.takenAfter, start: instant())
    return isKept ? record : DutyRecord()
  }
}
