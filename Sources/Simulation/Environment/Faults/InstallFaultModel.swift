public import Base
public import Chronology

/// How often faults of installs occur.
public struct InstallSettings: Hashable, Sendable {
  public var reinstallsPerDeviceYear: Double
  public var restoresPerDeviceYear: Double
  public var clonesPerDeviceYear: Double
  /// How many days lie between two backups, if there are any.
  public var backupDays: Int
  public var sharedSignInsPerDeviceYear: Double
  /// The fraction of sessions in or after which the app is terminated.
  public var crashProbability: Double
  public var widgetsPerDeviceYear: Double
  /// The fractions of devices that begin with the previous and with the next version of the app; of
  /// the former, one in `updateDays` gets the current version each day.
  public var oldVersionFraction: Double
  public var newVersionFraction: Double
  public var updateDays: Int

  public init(
    reinstallsPerDeviceYear: Double, restoresPerDeviceYear: Double, clonesPerDeviceYear: Double,
    backupDays: Int, sharedSignInsPerDeviceYear: Double, crashProbability: Double,
    widgetsPerDeviceYear: Double = 0, oldVersionFraction: Double = 0,
    newVersionFraction: Double = 0,
    updateDays: Int = 1
  ) {
    self.reinstallsPerDeviceYear = reinstallsPerDeviceYear
    self.restoresPerDeviceYear = restoresPerDeviceYear
    self.clonesPerDeviceYear = clonesPerDeviceYear
    self.backupDays = backupDays
    self.sharedSignInsPerDeviceYear = sharedSignInsPerDeviceYear
    self.crashProbability = crashProbability
    self.widgetsPerDeviceYear = widgetsPerDeviceYear
    self.oldVersionFraction = oldVersionFraction
    self.newVersionFraction = newVersionFraction
    self.updateDays = updateDays
  }
}

/// What may happen to the app on a device on a day.
public enum InstallFault: UInt16, CaseIterable, Sendable {
  /// Its data is backed up.
  case backup
  /// It is deleted and reinstalled, empty.
  case reinstall
  /// It is restored from its last backup.
  case restore
  /// It is restored from the backup of another device of the same person.
  case clone
  /// Another person of the family signs in on it.
  case sharedDeviceSignIn
  /// Another process of the app opens its saved state.
  case widget
}

/// What happens to the apps on devices, as a pure function of the device and the day.
public struct InstallFaultModel: Sendable {
  private let settings: InstallSettings
  @usableFromInline let crashChance: Probability
  private let randomness: Randomness
  /// Whether crashes are the only faults of apps, so that nothing has to be drawn for days.
  public let areDisabled: Bool
  private let hasBackups: Bool

  public init(_ settings: InstallSettings, randomness: Randomness) {
    self.settings = settings
    self.randomness = randomness
    crashChance = Probability(settings.crashProbability)
    hasBackups = settings.restoresPerDeviceYear > 0 || settings.clonesPerDeviceYear > 0
    areDisabled =
      !hasBackups && settings.reinstallsPerDeviceYear == 0
      && settings.sharedSignInsPerDeviceYear == 0
      && settings.widgetsPerDeviceYear == 0
  }

  /// When a fault of a device's install occurs on a day, as a millisecond of that day.
  public func moment(of fault: InstallFault, device: UInt64, on day: LocalDay) -> Int64? {
    let draw = draw(fault, device: device, on: day, slot: 0)
    guard happens(fault, draw, device: device, on: day) else { return nil }
    return Int64(draw.second.choice(of: Int(Span.day)))
  }

  /// Whether a device is restored from its backup, or another one becomes a clone of it, before the
  /// next backup exists. `isCloned` states for a day whether the latter happens.
  public func isBackupNeeded(
    of device: UInt64, on day: LocalDay, isCloned: (LocalDay) -> Bool
  ) -> Bool {
    for offset in 0...settings.backupDays {
      let day = day.adding(days: offset)
      if moment(of: .restore, device: device, on: day) != nil || isCloned(day) { return true }
    }
    return false
  }

  /// A choice among `count`: the device that is cloned, or the person who signs in.
  public func choice(
    of fault: InstallFault, device: UInt64, on day: LocalDay, among count: Int
  ) -> Int {
    draw(fault, device: device, on: day, slot: 1).first.choice(of: count)
  }

  /// Whether apps are terminated at all.
  @inlinable public var terminatesApps: Bool { crashChance > .never }

  /// When the app of a session is terminated, if it is: in the middle of it, within seconds of its
  /// end, while it still sends its operations, or within the next half day, in the background. Each
  /// is equally likely, and in the last case each order of magnitude.
  public func end(of session: Int, of person: UInt64, on day: LocalDay) -> AppTermination? {
    let draw = randomness.draw(
      FaultPurpose.crash, who: person, day: day.number, slot: UInt16(session))
    guard draw.chance(crashChance) else { return nil }
    let (which, randomWord) = (draw.second % 3, draw.second / 3)
    switch which {
    case 0: return .within(part: Int(randomWord % UInt64(AppTermination.parts)))
    case 1: return .after(1 + Int64(randomWord % 4_000))
    default:
      // From four seconds on, doubled up to thirteen times: nine hours.
      let doublings = Int64(1) << Int64(randomWord % 13)
      return .after(4_000 * doublings + Int64(randomWord / 13 % UInt64(4_000 * doublings)))
    }
  }

  // MARK: Versions

  /// Whether devices have different versions.
  public var hasMixedVersions: Bool {
    settings.oldVersionFraction > 0 || settings.newVersionFraction > 0
  }

  /// The version of the app that a device begins with.
  public func firstVersion(of device: UInt64) -> AppVersion {
    let draw = randomness.draw(FaultPurpose.version, who: device, day: 0)
    if draw.chance(Probability(settings.oldVersionFraction)) { return .before }
    let next = randomness.draw(FaultPurpose.version, who: device, day: 0, slot: 1)
    return next.chance(Probability(settings.newVersionFraction)) ? .next : .current
  }

  /// When a device gets the current version on a day, as a millisecond of that day. On each day,
  /// the same fraction of the waiting devices does.
  public func update(of device: UInt64, on day: LocalDay) -> Int64? {
    let draw = randomness.draw(FaultPurpose.update, who: device, day: day.number)
    let chance = Probability(1 / Double(settings.updateDays))
    return draw.chance(chance) ? Int64(draw.second.choice(of: Int(Span.day))) : nil
  }

  private func happens(
    _ fault: InstallFault, _ draw: RandomBits, device: UInt64, on day: LocalDay
  ) -> Bool {
    switch fault {
    case .backup:
      // Each device has its own nights.
      hasBackups && (Int64(day.number) + Int64(device & 0xFF)) % Int64(settings.backupDays) == 0
    case .reinstall: draw.chance(Self.daily(settings.reinstallsPerDeviceYear))
    case .restore: draw.chance(Self.daily(settings.restoresPerDeviceYear))
    case .clone: draw.chance(Self.daily(settings.clonesPerDeviceYear))
    case .sharedDeviceSignIn: draw.chance(Self.daily(settings.sharedSignInsPerDeviceYear))
    case .widget: draw.chance(Self.daily(settings.widgetsPerDeviceYear))
    }
  }

  private static func daily(_ perYear: Double) -> Probability {
    Probability(min(1, perYear / 365))
  }

  private func draw(
    _ fault: InstallFault, device: UInt64, on day: LocalDay, slot: UInt16
  ) -> RandomBits {
    let purpose =
      switch fault {
      case .backup: FaultPurpose.backup
      case .reinstall: FaultPurpose.reinstall
      case .restore: FaultPurpose.restore
      case .clone: FaultPurpose.clone
      case .sharedDeviceSignIn: FaultPurpose.sharedDeviceSignIn
      case .widget: FaultPurpose.widget
      }
    return randomness.draw(purpose, who: device, day: day.number, slot: slot)
  }
}

/// When an app is terminated.
public enum AppTermination: Equatable, Sendable {
  /// The number of parts of a session between which it may be.
  public static var parts: Int { 4 }

  /// Before a part of the session.
  case within(part: Int)
  /// So many milliseconds after the session.
  case after(Int64)
}
