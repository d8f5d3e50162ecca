public import Environment

// The fault occurrences of steps that inject a fault or may lead to one.
extension FaultOccurrence {
  /// The occurrence of a step, by its action or its kind; nil if it is no fault. Faults that are
  /// recorded where they occur, such as an outage that a request meets, are not included.
  init?(_ action: StepAction, _ id: StepID) {
    switch action {
    case .offline: self = id.verb == .longOffline ? .longOffline : .shortOffline
    case .refresh: self = .backgroundSync
    case .setClock(_, let setting):
      if id.session != StepID.byItself {
        self = .clockSetBack
      } else if id.number == 0 {
        self = .clockJump
      } else {
        self = setting.offsetMilliseconds != 0 ? .clockSkew : .clockDrift
      }
    case .setZone: self = id.number == 1 ? .wrongTimeZone : .travel
    case .setServerClock: self = .serverClockSkew
    case .reinstall: self = .reinstall
    case .update: self = .versionUpdate
    case .crash: self = .crash
    case .wakeWidget: self = .widget
    case .restore(let device, let source): self = device == source ? .restore : .clone
    case .signIn: self = .sharedDeviceSignIn
    case .failOver: self = .failover
    // Noted where it meets a save of the app's.
    case .diskFault(_, let fault) where fault.kind == .secondProcess: return nil
    case .diskFault(_, let fault): self = fault.kind.occurrence
    case .serverDiskFault(let fault):
      self = fault.kind == .powerCut ? .serverPowerCut : .serverDiskFailure
    case .expireCalendarTokens: self = .calendarTokensExpired
    case .healthStoreFault: self = .healthStoreFailure
    case .catalogFails: self = .catalogFailure
    case .leave: self = .churn
    case .deleteAccount: self = .accountDeletion
    case .open, .close, .exchange, .submit, .submitTogether, .join, .deviceFault, .outage, .backUp,
      .linkCalendar, .askCalendar, .editCalendar, .openHealthStore, .recordWorkout,
      .impossible:
      self.init(id.verb)
    }
  }

  /// The occurrence of a step that submits commands.
  @inlinable init?(_ verb: StepKind?) {
    switch verb {
    case .occasional, .occasionalInGroup: self = .randomCommand
    case .contended, .contendedInGroup: self = .contention
    case .joinFamily: self = .lateJoin
    case .joinTogether: self = .simultaneousJoin
    case .markAgain, .mealAgain, .waterAgain: self = .doubleTap
    case .unmark: self = .undo
    case .habitEnd, .habitRestore: self = .deletion
    default: return nil
    }
  }
}
