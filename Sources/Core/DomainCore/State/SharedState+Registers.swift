// Registers outside of the table: those of a member's row and of favorite meals.

import Base

extension SharedState {
  mutating func applyMayLog(_ fact: Fact) -> Effect {
    let child = Int(fact.subject.index)
    let old = members[child].mayLog
    guard members[child].mayLog.write(fact.payload.first != 0, at: fact.version) else {
      return .superseded
    }
    accountRegister(
      asPayload(members[child].mayLog), insteadOf: asPayload(old), kind: .childMayLogSet, child)
    return .changed
  }

  /// Replaces what a register contributes to the digest.
  mutating func accountRegister(
    _ new: Register<Payload>, insteadOf old: Register<Payload>, kind: FactKind, _ position: Int
  ) {
    if old.version != .never {
      digestStored.remove(contribution(of: old, kind: kind, position))
      if old.value != new.value { replaced = old.version }
    }
    digestStored.add(contribution(of: new, kind: kind, position))
  }

  private func asPayload(_ flag: Register<Bool>) -> Register<Payload> {
    Register(Payload(flag.value ? 1 : 0), at: flag.version)
  }

  private func contribution(
    of register: Register<Payload>, kind: FactKind, _ position: Int
  ) -> Digest128 {
    var digest = Digest128.mix(
      register.version.stamp, UInt64(register.version.site), UInt64(position),
      UInt64(kind.rawValue))
    digest.fold(Digest128.mix(register.value.first, register.value.second, 0, 0))
    return digest
  }
}
