// Faults of devices: of their clocks, and of the apps on them.
//
// By default all clocks are right and no app is touched, so that a scenario shows the effect of
// each fault alone.

extension Scenario {
  static let clockFields: [ScenarioField] = [
    ScenarioField(
      ["clocks", "skewedFraction"], \.clocks.skewedFraction, .share, 0,
      "Share of devices whose clock is off from the beginning", .chosen),
    ScenarioField(
      ["clocks", "skewSecondsMax"], \.clocks.skewSecondsMax, .whole(0...31_536_000), 300,
      "Maximum seconds that such a clock is ahead or behind; all amounts are equally likely",
      .assumed("phones are set by the network, rarely by hand")),
    ScenarioField(
      ["clocks", "driftingFraction"], \.clocks.driftingFraction, .share, 0,
      "Share of devices whose clock drifts", .chosen),
    ScenarioField(
      ["clocks", "driftPartsPerMillionMax"], \.clocks.driftPartsPerMillionMax,
      .whole(0...100_000), 50,
      "Maximum drift of such a clock in parts per million, either way",
      .assumed("a quartz drifts by tens of parts in a million")),
    ScenarioField(
      ["clocks", "jumpsPerDeviceYear"], \.clocks.jumpsPerDeviceYear, .real(0...365), 0,
      "Times a year that a device's clock jumps or is set by hand; every other time it is "
        + "corrected", .chosen),
    ScenarioField(
      ["clocks", "jumpSecondsMax"], \.clocks.jumpSecondsMax, .whole(0...31_536_000), 86_400,
      "Maximum seconds that a clock is off after a jump",
      .assumed("a day: a person saves a streak")),
    ScenarioField(
      ["clocks", "wrongZoneFraction"], \.clocks.wrongZoneFraction, .share, 0,
      "Share of devices that show another zone's time from the beginning", .chosen),
    ScenarioField(
      ["clocks", "travelsPerPersonYear"], \.clocks.travelsPerPersonYear, .real(0...365), 0,
      "Trips a year of a person to another time zone", .chosen),
    ScenarioField(
      ["clocks", "travelDaysMax"], \.clocks.travelDaysMax, .whole(1...365), 14,
      "Maximum length of a trip in days", .assumed()),
    ScenarioField(
      ["clocks", "serverSkewSecondsMax"], \.clocks.serverSkewSecondsMax, .whole(0...86_400), 0,
      "Maximum seconds that the server's clock is off", .chosen),
  ]

  static let installFields: [ScenarioField] = [
    ScenarioField(
      ["installs", "reinstallsPerDeviceYear"], \.installs.reinstallsPerDeviceYear,
      .real(0...365), 0,
      "Times a year that the app on a device is deleted and reinstalled, empty", .chosen),
    ScenarioField(
      ["installs", "restoresPerDeviceYear"], \.installs.restoresPerDeviceYear, .real(0...365), 0,
      "Times a year that a device is restored from its last backup", .chosen),
    ScenarioField(
      ["installs", "clonesPerDeviceYear"], \.installs.clonesPerDeviceYear, .real(0...365), 0,
      "Times a year that a device is restored from the backup of another device of the same "
        + "person, which stays in use", .chosen),
    ScenarioField(
      ["installs", "backupDays"], \.installs.backupDays, .whole(1...365), 1,
      "Days between two backups of a device, if there are any",
      .assumed("phones are backed up at night, unless they lack space or a charger")),
    ScenarioField(
      ["installs", "sharedSignInsPerDeviceYear"], \.installs.sharedSignInsPerDeviceYear,
      .real(0...365), 0,
      "Times a year that another person of the family signs in on a device and uses it, until "
        + "its owner signs in again", .chosen),
    ScenarioField(
      ["installs", "crashProbability"], \.installs.crashProbability, .share, 0,
      "Share of sessions during or within half a day of which the app crashes or is killed by "
        + "the system; it restarts from its saved state", .chosen),
    ScenarioField(
      ["installs", "widgetsPerDeviceYear"], \.installs.widgetsPerDeviceYear, .real(0...365), 0,
      "Times a year that a widget, a second process on the app's storage, logs a drink and "
        + "exchanges on its own, also while the app does", .chosen),
    ScenarioField(
      ["installs", "oldVersionFraction"], \.installs.oldVersionFraction, .share, 0,
      "Share of devices that begin with the previous version of the app, which does not know "
        + "all operations", .chosen),
    ScenarioField(
      ["installs", "updateDays"], \.installs.updateDays, .whole(1...365), 14,
      "One in so many of the devices that still have it gets the current version each day",
      .assumed("half of all installs have a release within ten days")),
    ScenarioField(
      ["installs", "newVersionFraction"], \.installs.newVersionFraction, .share, 0,
      "Share of devices that have the next version of the app, which writes a field into all "
        + "operations that other versions do not know", .chosen),
    ScenarioField(
      ["installs", "storageFullPerDeviceYear"], \.installs.storageFullPerDeviceYear,
      .real(0...365), 0,
      "Times a year that a device has no free storage to save anything", .chosen),
    ScenarioField(
      ["installs", "storageFullHoursMax"], \.installs.storageFullHoursMax, .whole(1...720), 24,
      "Maximum hours that its storage is full",
      .assumed("people free storage when photos fail, too")),
  ]
}
