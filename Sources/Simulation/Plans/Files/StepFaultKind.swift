import Environment
public import SimulatedWorld

/// The kinds of steps that are no doing of people but go wrong with what they use.
public enum StepFaultKind: Sendable {
  /// A device without a connection, or a server that cannot be reached.
  case network
  /// A clock that is set or runs at another pace.
  case clock
  /// A device that shows another zone's time.
  case zone
  /// What is on a device, or on the server, goes or becomes old.
  case install

  /// What a step is; nothing where people act.
  public init?(_ action: StepAction) {
    switch action {
    case .offline, .outage, .deviceFault(_, .captivePortal, _): self = .network
    case .setClock, .setServerClock: self = .clock
    case .setZone: self = .zone
    case .failOver, .reinstall, .backUp, .restore, .crash, .wakeWidget, .update,
      .deviceFault(_, .storageFull, _):
      self = .install
    default: return nil
    }
  }
}
