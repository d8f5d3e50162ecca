extension Scenario {
  static let networkFields: [ScenarioField] = [
    ScenarioField(
      ["network", "latencyMillisecondsMedian"], \.network.latencyMillisecondsMedian,
      .real(1...60_000), 80, "Time that a message takes one way; times are log-normal", .assumed()),
    ScenarioField(
      ["network", "latencySigma"], \.network.latencySigma, .real(0...4), 0.6,
      "Standard deviation of the logarithm of that time", .assumed()),
    ScenarioField(
      ["network", "lossShare"], \.network.lossShare, .share, 0.01,
      "Share of messages that are lost", .assumed("no public figure for sync failure was found")),
    ScenarioField(
      ["network", "answerLossShare"], \.network.answerLossShare, .share, 0,
      "Share of answers that are lost besides, so that what was asked has happened unknown to the "
        + "device",
      .assumed()),
    ScenarioField(
      ["network", "damageShare"], \.network.damageShare, .share, 0,
      "Share of answers that arrive cut short, or that nobody can read", .assumed()),
    ScenarioField(
      ["network", "duplicateShare"], \.network.duplicateShare, .share, 0.005,
      "Share of messages that arrive twice", .assumed()),
    ScenarioField(
      ["network", "reorderShare"], \.network.reorderShare, .share, 0.01,
      "Share of messages that are held back, so that later ones overtake them", .assumed()),
    ScenarioField(
      ["network", "reorderDelayMillisecondsMax"], \.network.reorderDelayMillisecondsMax,
      .whole(0...3_600_000), 2000, "Longest time that such a message is held back", .assumed()),
    ScenarioField(
      ["network", "offlineSpellsPerDeviceWeek"], \.network.offlineSpellsPerDeviceWeek,
      .real(0...7), 5, "Spells without a connection that a device has in a week", .assumed()),
    ScenarioField(
      ["network", "qualitySigma"], \.network.qualitySigma, .real(0...2), 0,
      "How unlike devices are in that; a log-normal factor with mean 1", .chosen),
    ScenarioField(
      ["network", "offlineSpellMinutesMedian"], \.network.offlineSpellMinutesMedian,
      .real(1...10_080), 40, "Length of such a spell; lengths are log-normal",
      .assumed("a gym, a school lesson, a flight")),
    ScenarioField(
      ["network", "offlineSpellSigma"], \.network.offlineSpellSigma, .real(0...4), 1.0,
      "Standard deviation of the logarithm of that length", .assumed()),
    ScenarioField(
      ["network", "offlineDeviceShare"], \.network.offlineDeviceShare, .share, 0.02,
      "Share of devices that are offline for days once in the run", .assumed()),
    ScenarioField(
      ["network", "offlineLongSpellDaysMax"], \.network.offlineLongSpellDaysMax, .whole(1...365),
      7, "Longest time that such a device is offline", .assumed()),
    ScenarioField(
      ["network", "calendarFailureShare"], \.network.calendarFailureShare, .share, 0.02,
      "Share of calls that an external calendar does not take, or puts off", .assumed()),
    ScenarioField(
      ["network", "calendarRequestsPerMinute"], \.network.calendarRequestsPerMinute,
      .whole(1...100_000), 30, "Calls that an external calendar takes in a minute", .assumed()),
    ScenarioField(
      ["network", "calendarTokensExpiredPerWeek"], \.network.calendarTokensExpiredPerWeek,
      .real(0...7), 0.2, "Times in a week that an external calendar lets its tokens expire",
      .assumed()),
    ScenarioField(
      ["network", "calendarSkewSecondsMax"], \.network.calendarSkewSecondsMax,
      .whole(0...86_400), 60, "How far an external calendar's clock is off at most", .assumed()),
    ScenarioField(
      ["network", "catalogueFailureShare"], \.network.catalogueFailureShare, .share, 0.02,
      "Share of the times that a food catalogue or an analysis cannot be reached", .assumed()),
    ScenarioField(
      ["network", "healthLapsesPerWeek"], \.network.healthLapsesPerWeek, .real(0...7), 0.05,
      "Times in a week that a health store forgets what was read, or is closed for a day",
      .assumed()),
    ScenarioField(
      ["network", "failoversPerYear"], \.network.failoversPerYear, .real(0...365), 0,
      "Times in a year that a server fails over to a copy that is behind", .assumed()),
    ScenarioField(
      ["network", "failoverMinutesMax"], \.network.failoverMinutesMax, .whole(0...10_080), 10,
      "How far such a copy is behind at most", .assumed()),
    ScenarioField(
      ["network", "outagesPerYear"], \.network.outagesPerYear, .real(0...365), 0,
      "Times in a year that a server cannot be reached", .assumed()),
    ScenarioField(
      ["network", "outageMinutesMax"], \.network.outageMinutesMax, .whole(1...10_080), 60,
      "Longest time that it cannot be reached", .assumed()),
    ScenarioField(
      ["network", "portalsPerDeviceWeek"], \.network.portalsPerDeviceWeek, .real(0...7), 0,
      "Times in a week that a device is in a network that answers every request itself, until "
        + "somebody agrees to its terms", .assumed()),
    ScenarioField(
      ["network", "portalMinutesMax"], \.network.portalMinutesMax, .whole(1...10_080), 60,
      "Longest time that a device is in such a network", .assumed()),
    ScenarioField(
      ["network", "requestsPerMinute"], \.network.requestsPerMinute, .whole(0...6_000), 0,
      "Requests of an install that the server hears in a minute; 0 is any number", .chosen),
  ]
}
