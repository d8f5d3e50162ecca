import Environment

/// Something that has really gone wrong, or was done so that something might: what a trouble that
/// exists comes to in the end, or does not.
public enum Strike: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  // Messages.
  case requestLost, responseLost, damage, doubling
  /// An answer came when nobody waited for it any more, or for another.
  case overtaking
  /// A message took longer than its device waits.
  case lateness
  case retry
  case turnedAway
  /// A server that is down was asked.
  case outage
  // Devices.
  case spell, absence, captivePortal, storageFull, refresh
  case skew, drift, jump, wrongZone, travel, serverClock
  /// A device asked whose clock was further off than the server bears.
  case beyondBound
  case reinstall, update, crash, widget, restore, clone, sharedDeviceSignIn, failOver
  // What lies outside.
  case calendarFailure, calendarToken, calendarLimit, catalog, healthStoreFault, healthChange
  // People.
  case whim, contention, joining, joiningTogether, doubleTap, savedStreak, undoing, leaving, ending
  case comingBack, deletion, youngJoining

  /// What a step is by its action, or by its name; nil for what is nothing unusual.
  init?(_ action: StepAction, _ id: StepID) {
    switch action {
    case .offline: self = id.verb == .longOffline ? .absence : .spell
    case .refresh: self = .refresh
    case .setClock(_, let setting):
      if id.session != StepID.byItself {
        self = .savedStreak
      } else if id.number == 0 {
        self = .jump
      } else {
        self = setting.offsetMilliseconds != 0 ? .skew : .drift
      }
    case .setZone: self = id.number == 1 ? .wrongZone : .travel
    case .setServerClock: self = .serverClock
    case .reinstall: self = .reinstall
    case .update: self = .update
    case .crash: self = .crash
    case .wakeWidget: self = .widget
    case .restore(let device, let source): self = device == source ? .restore : .clone
    case .signIn: self = .sharedDeviceSignIn
    case .failOver: self = .failOver
    case .expireCalendarTokens: self = .calendarToken
    case .healthStoreFault: self = .healthStoreFault
    case .catalogFails: self = .catalog
    case .leave: self = .leaving
    case .deleteAccount: self = .deletion
    default: self.init(id.verb)
    }
  }

  /// What somebody does who says something.
  @inlinable init?(_ verb: StepKind?) {
    switch verb {
    case .occasional, .occasionalInGroup: self = .whim
    case .contended, .contendedInGroup: self = .contention
    case .joinFamily: self = .joining
    case .joinTogether: self = .joiningTogether
    case .markAgain, .mealAgain, .waterAgain: self = .doubleTap
    case .unmark: self = .undoing
    case .habitEnd, .habitRestore: self = .ending
    default: return nil
    }
  }
}
