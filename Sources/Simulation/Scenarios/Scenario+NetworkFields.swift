extension Scenario {
  static let networkFields: [ScenarioField] = [
    ScenarioField(
      ["network", "latencyMillisecondsMedian"], \.network.latencyMillisecondsMedian,
      .real(1...60_000), 80, "Time that a message takes one way; times are log-normal", .assumed()),
    ScenarioField(
      ["network", "latencySigma"], \.network.latencySigma, .real(0...4), 0.6,
      "Standard deviation of the logarithm of that time", .assumed()),
    ScenarioField(
      ["network", "lossProbability"], \.network.lossProbability, .share, 0.01,
      "Share of messages that are lost", .assumed("no public figure for sync failure was found")),
    ScenarioField(
      ["network", "responseLossProbability"], \.network.responseLossProbability, .share, 0,
      "Share of answers that are lost besides, so that what was asked has happened unknown to the "
        + "device",
      .assumed()),
    ScenarioField(
      ["network", "responseDamageProbability"], \.network.responseDamageProbability, .share, 0,
      "Share of answers that arrive cut short, or that nobody can read", .assumed()),
    ScenarioField(
      ["network", "duplicateProbability"], \.network.duplicateProbability, .share, 0.005,
      "Share of messages that arrive twice", .assumed()),
    ScenarioField(
      ["network", "reorderProbability"], \.network.reorderProbability, .share, 0.01,
      "Share of messages that are held back, so that later ones overtake them", .assumed()),
    ScenarioField(
      ["network", "reorderDelayMillisecondsMax"], \.network.reorderDelayMillisecondsMax,
      .whole(0...3_600_000), 2000, "Longest time that such a message is held back", .assumed()),
    ScenarioField(
      ["network", "shortOfflinesPerDeviceWeek"], \.network.shortOfflinesPerDeviceWeek,
      .real(0...7), 5, "Spells without a connection that a device has in a week", .assumed()),
    ScenarioField(
      ["network", "connectionQualitySigma"], \.network.connectionQualitySigma, .real(0...2), 0,
      "How unlike devices are in that; a log-normal factor with mean 1", .chosen),
    ScenarioField(
      ["network", "shortOfflineMinutesMedian"], \.network.shortOfflineMinutesMedian,
      .real(1...10_080), 40, "Length of such a spell; lengths are log-normal",
      .assumed("a gym, a school lesson, a flight")),
    ScenarioField(
      ["network", "shortOfflineSigma"], \.network.shortOfflineSigma, .real(0...4), 1.0,
      "Standard deviation of the logarithm of that length", .assumed()),
    ScenarioField(
      ["network", "longOfflineDeviceFraction"], \.network.longOfflineDeviceFraction, .share, 0.02,
      "Share of devices that are offline for days once in the run", .assumed()),
    ScenarioField(
      ["network", "longOfflineDaysMax"], \.network.longOfflineDaysMax, .whole(1...365),
      7, "Longest time that such a device is offline", .assumed()),
    ScenarioField(
      ["network", "calendarFailureProbability"], \.network.calendarFailureProbability, .share, 0.02,
      "Share of calls that an external calendar does not take, or puts off", .assumed()),
    ScenarioField(
      ["network", "calendarRequestsPerMinuteMax"], \.network.calendarRequestsPerMinuteMax,
      .whole(1...100_000), 30, "Calls that an external calendar takes in a minute", .assumed()),
    ScenarioField(
      ["network", "calendarTokensExpiredPerWeek"], \.network.calendarTokensExpiredPerWeek,
      .real(0...7), 0.2, "Times in a week that an external calendar lets its tokens expire",
      .assumed()),
    ScenarioField(
      ["network", "calendarSkewSecondsMax"], \.network.calendarSkewSecondsMax,
      .whole(0...86_400), 60, "How far an external calendar's clock is off at most", .assumed()),
    ScenarioField(
      ["network", "catalogFailureProbability"], \.network.catalogFailureProbability, .share, 0.02,
      "Share of the times that a food catalogue or an analysis cannot be reached", .assumed()),
    ScenarioField(
      ["network", "healthStoreFailuresPerWeek"], \.network.healthStoreFailuresPerWeek, .real(0...7),
      0.05,
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
      ["network", "captivePortalsPerDeviceWeek"], \.network.captivePortalsPerDeviceWeek,
      .real(0...7), 0,
      "Times in a week that a device is in a network that answers every request itself, until "
        + "somebody agrees to its terms", .assumed()),
    ScenarioField(
      ["network", "captivePortalMinutesMax"], \.network.captivePortalMinutesMax, .whole(1...10_080),
      60,
      "Longest time that a device is in such a network", .assumed()),
    ScenarioField(
      ["network", "requestsPerMinuteMax"], \.network.requestsPerMinuteMax, .whole(0...6_000), 0,
      "Requests of an install that the server hears in a minute; 0 is any number", .chosen),
  ]
}
