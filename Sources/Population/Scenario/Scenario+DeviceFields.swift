// All clocks are right unless a scenario says otherwise, so that what they do can be told apart.

extension Scenario {
  static let clockFields: [ScenarioField] = [
    ScenarioField(
      ["clocks", "skewedShare"], \.clocks.skewedShare, .share, 0,
      "Share of devices whose clock is off from the beginning", .chosen),
    ScenarioField(
      ["clocks", "skewSecondsMax"], \.clocks.skewSecondsMax, .whole(0...31_536_000), 300,
      "How far such a clock is ahead or behind, at most; each amount is as likely",
      .assumed("phones are set by the network, seldom by hand")),
    ScenarioField(
      ["clocks", "driftingShare"], \.clocks.driftingShare, .share, 0,
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
      ["clocks", "wrongZoneShare"], \.clocks.wrongZoneShare, .share, 0,
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
}
