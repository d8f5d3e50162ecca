// What becomes of devices: of their clocks, and of the apps on them.
//
// All clocks are right and every app stays as it is unless a scenario says otherwise, so that what
// they do can be told from what is lost on the way.

extension Scenario {
  static let clockFields: [ScenarioField] = [
    ScenarioField(
      ["clocks", "skewedFraction"], \.clocks.skewedFraction, .share, 0,
      "Share of devices whose clock is off from the beginning", .chosen),
    ScenarioField(
      ["clocks", "skewSecondsMax"], \.clocks.skewSecondsMax, .whole(0...31_536_000), 300,
      "How far such a clock is ahead or behind, at most; each amount is as likely",
      .assumed("phones are set by the network, seldom by hand")),
    ScenarioField(
      ["clocks", "driftingFraction"], \.clocks.driftingFraction, .share, 0,
      "Share of devices whose clock runs at a pace of its own", .chosen),
    ScenarioField(
      ["clocks", "driftPartsPerMillionMax"], \.clocks.driftPartsPerMillionMax,
      .whole(0...100_000), 50, "How fast such a clock gains or loses, at most",
      .assumed("a quartz drifts by tens of parts in a million")),
    ScenarioField(
      ["clocks", "jumpsPerDeviceYear"], \.clocks.jumpsPerDeviceYear, .real(0...365), 0,
      "How often a device's clock jumps or is set by hand; every other time it is put right",
      .chosen),
    ScenarioField(
      ["clocks", "jumpSecondsMax"], \.clocks.jumpSecondsMax, .whole(0...31_536_000), 86_400,
      "How far a clock is off after a jump, at most",
      .assumed("a day: somebody saves a streak")),
    ScenarioField(
      ["clocks", "wrongZoneFraction"], \.clocks.wrongZoneFraction, .share, 0,
      "Share of devices that show another zone's time from the beginning", .chosen),
    ScenarioField(
      ["clocks", "travelsPerPersonYear"], \.clocks.travelsPerPersonYear, .real(0...365), 0,
      "How often a person travels to another zone", .chosen),
    ScenarioField(
      ["clocks", "travelDaysMax"], \.clocks.travelDaysMax, .whole(1...365), 14,
      "How long a journey takes, at most", .assumed()),
    ScenarioField(
      ["clocks", "serverSkewSecondsMax"], \.clocks.serverSkewSecondsMax, .whole(0...86_400), 0,
      "How far the server's clock is off, at most", .chosen),
  ]

  static let installFields: [ScenarioField] = [
    ScenarioField(
      ["installs", "reinstallsPerDeviceYear"], \.installs.reinstallsPerDeviceYear,
      .real(0...365), 0, "How often the app is taken from a device and installed again, empty",
      .chosen),
    ScenarioField(
      ["installs", "restoresPerDeviceYear"], \.installs.restoresPerDeviceYear, .real(0...365), 0,
      "How often a device is set back to its last backup", .chosen),
    ScenarioField(
      ["installs", "clonesPerDeviceYear"], \.installs.clonesPerDeviceYear, .real(0...365), 0,
      "How often a device begins anew with the backup of another one of the same person, which "
        + "goes on beside it", .chosen),
    ScenarioField(
      ["installs", "backupDays"], \.installs.backupDays, .whole(1...365), 1,
      "How many days lie between two backups of a device, where there are any",
      .assumed("phones are backed up at night, unless they lack space or a charger")),
    ScenarioField(
      ["installs", "sharedSignInsPerDeviceYear"], \.installs.sharedSignInsPerDeviceYear,
      .real(0...365), 0,
      "How often somebody of the family signs in on a device and uses it, until its owner does",
      .chosen),
    ScenarioField(
      ["installs", "crashProbability"], \.installs.crashProbability, .share, 0,
      "Share of sessions in which, or within half a day of which, the app is ended, by a mistake of its "
        + "own or by the phone, and begins again from what it had saved", .chosen),
    ScenarioField(
      ["installs", "widgetsPerDeviceYear"], \.installs.widgetsPerDeviceYear, .real(0...365), 0,
      "How often a widget, which is a second process on the storage of the app, counts a glass and "
        + "exchanges on its own, also while the app does", .chosen),
    ScenarioField(
      ["installs", "oldVersionFraction"], \.installs.oldVersionFraction, .share, 0,
      "Share of devices that begin with the version of the app before, which does not know all "
        + "that is said", .chosen),
    ScenarioField(
      ["installs", "updateDays"], \.installs.updateDays, .whole(1...365), 14,
      "Of those that still have it, one in so many gets the version at hand each day",
      .assumed("half of all installs have a release within ten days")),
    ScenarioField(
      ["installs", "newVersionFraction"], \.installs.newVersionFraction, .share, 0,
      "Share of devices that have the version that comes next, which writes into all that is said "
        + "what nobody else knows", .chosen),
    ScenarioField(
      ["installs", "storageFullPerDeviceYear"], \.installs.storageFullPerDeviceYear,
      .real(0...365), 0, "How often a device has no room to save anything", .chosen),
    ScenarioField(
      ["installs", "storageFullHoursMax"], \.installs.storageFullHoursMax, .whole(1...720), 24,
      "Longest time that it has none", .assumed("somebody clears it when photos fail, too")),
  ]
}
