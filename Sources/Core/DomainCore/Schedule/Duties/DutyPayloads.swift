/// SCH-5: a duty, and the member whom the author believes to be its driver.
public struct DutyPayload: BitwiseCopyable, Hashable, Sendable {
  public var duty: Duty
  /// For an assignment: the driver it takes the duty from, `newcomer` when it had none.
  public var expected: MemberHandle
  /// For a request of coverage: whether it is on.
  public var isOn: Bool

  @inlinable public init(_ duty: Duty, expected: MemberHandle = .newcomer, isOn: Bool = false) {
    self.duty = duty
    self.expected = expected
    self.isOn = isOn
  }

  @inlinable public init(_ fact: Fact) { self.init(fact.entity, fact.payload) }

  @inlinable public init(_ trainingClass: Entity, _ payload: Payload) {
    duty = Duty(trainingClass, packed: payload.first)
    expected = MemberHandle(UInt16(truncatingIfNeeded: payload.second))
    isOn = payload.second >> 16 & 1 == 1
  }

  @inlinable public var payload: Payload {
    Payload(duty.packed, UInt64(expected.index) | (isOn ? 1 << 16 : 0))
  }
}

/// SCH-5: a step of a swap: offered by one driver, answered by the other.
public enum SwapStep: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case proposed = 0
  case withdrawn = 1
  case accepted = 2
  case declined = 3
}

/// SCH-5: the two duties that change hands; every step names both, so that no one accepts what was
/// not offered.
public struct SwapPayload: BitwiseCopyable, Hashable, Sendable {
  /// The duty of the proposer, and the one they want for it.
  public var given: Duty
  public var wanted: Duty
  public var step: SwapStep

  @inlinable public init(given: Duty, wanted: Duty, _ step: SwapStep) {
    self.given = given
    self.wanted = wanted
    self.step = step
  }

  @inlinable public init(_ fact: Fact) { self.init(fact.entity, fact.payload) }

  @inlinable public init(_ givenClass: Entity, _ payload: Payload) {
    given = Duty(givenClass, packed: payload.second)
    wanted = Duty(Entity(raw: payload.first), packed: payload.second >> 23)
    step = SwapStep(rawValue: UInt8(payload.second >> 46 & 3)) ?? .declined
  }

  @inlinable public var payload: Payload {
    Payload(
      wanted.occurrence.trainingClass.raw,
      given.packed | wanted.packed << 23 | UInt64(step.rawValue) << 46)
  }
}
