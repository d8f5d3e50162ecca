// Schedule, duties: commands.

extension Command {
  /// SCH-5: claims a duty: "I'll take this one".
  public static func claim(_ duty: Duty, by driver: MemberHandle) -> Command {
    Command(
      .dutyClaimed, subject: driver, entity: duty.occurrence.trainingClass,
      payload: DutyPayload(duty).payload)
  }

  /// SCH-5: frees a duty of `driver`.
  public static func release(_ duty: Duty, of driver: MemberHandle) -> Command {
    Command(
      .dutyReleased, subject: driver, entity: duty.occurrence.trainingClass,
      payload: DutyPayload(duty).payload)
  }

  /// SCH-5, FAM-4: a parent assigns a duty to `driver`; `holder` is its current driver, if any.
  public static func assign(
    _ duty: Duty, to driver: MemberHandle, insteadOf holder: MemberHandle? = nil
  ) -> Command {
    Command(
      .dutyAssigned, subject: driver, entity: duty.occurrence.trainingClass,
      payload: DutyPayload(duty, expected: holder ?? .newcomer).payload)
  }

  /// SCH-5: the driver asks for a replacement, or no longer.
  public static func requestCoverage(
    of duty: Duty, by driver: MemberHandle, _ isOn: Bool
  ) -> Command {
    Command(
      .dutyCoverageSet, subject: driver, entity: duty.occurrence.trainingClass,
      payload: DutyPayload(duty, isOn: isOn).payload)
  }

  /// SCH-5: a step of a swap; `other` is whom the author swaps with.
  public static func swap(_ swap: SwapPayload, with other: MemberHandle) -> Command {
    Command(
      .dutySwapChanged, subject: other, entity: swap.given.occurrence.trainingClass,
      payload: swap.payload)
  }
}
