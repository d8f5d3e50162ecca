import Environment
public import SimulatedWorld

/// The kinds of steps that are faults and not actions of people.
public enum StepFaultKind: Sendable {
  /// A device without a connection, or an unreachable server.
  case network
  /// A clock that is set, or that drifts.
  case clock
  /// A device that shows another time zone.
  case zone
  /// Data on a device or on the server is lost or out of date.
  case install

  /// The kind of a step; nil for actions of people.
  public init?(_ action: StepAction) {
    switch action {
    case .offline, .outage, .deviceFault(_, .captivePortal, _): self = .network
    case .setClock, .setServerClock: self = .clock
    case .setZone: self = .zone
    case .failOver, .reinstall, .backUp, .restore, .crash, .wakeWidget, .update,
      .deviceFault(_, .storageFull, _), .diskFault, .serverDiskFault:
      self = .install
    // No default: the compiler asks whether a control run must leave out a new kind of step.
    case .open, .close, .refresh, .exchange, .submit, .submitTogether, .join, .leave,
      .deleteAccount, .signIn, .linkCalendar, .askCalendar, .editCalendar, .expireCalendarTokens,
      .openHealthStore, .recordWorkout, .healthStoreFault, .catalogFails, .impossible:
      return nil
    }
  }
}
