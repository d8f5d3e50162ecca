extension Scenario {
  static let networkFields: [ScenarioField] = [
    ScenarioField(
      ["network", "latencyMillisecondsMedian"], \.network.latencyMillisecondsMedian,
      .real(1...60_000), 80,
      "Median time of a message one way, in milliseconds; times are log-normal", .assumed()),
    ScenarioField(
      ["network", "latencySigma"], \.network.latencySigma, .real(0...4), 0.6,
      "Standard deviation of the logarithm of that time", .assumed()),
    ScenarioField(
      ["network", "lossProbability"], \.network.lossProbability, .share, 0.01,
      "Share of messages that are lost", .assumed("no public figure for sync failure was found")),
    ScenarioField(
      ["network", "responseLossProbability"], \.network.responseLossProbability, .share, 0,
      "Share of responses that are lost in addition: the server has performed the request, and "
        + "the device does not know", .assumed()),
    ScenarioField(
      ["network", "responseDamageProbability"], \.network.responseDamageProbability, .share, 0,
      "Share of responses that arrive truncated or unreadable", .assumed()),
    ScenarioField(
      ["network", "duplicateProbability"], \.network.duplicateProbability, .share, 0.005,
      "Share of messages that arrive twice", .assumed()),
    ScenarioField(
      ["network", "reorderProbability"], \.network.reorderProbability, .share, 0.01,
      "Share of messages that are held back, so that later ones overtake them", .assumed()),
    ScenarioField(
      ["network", "reorderDelayMillisecondsMax"], \.network.reorderDelayMillisecondsMax,
      .whole(0...3_600_000), 2000,
      "Maximum delay of such a message in milliseconds", .assumed()),
    ScenarioField(
      ["network", "shortOfflinesPerDeviceWeek"], \.network.shortOfflinesPerDeviceWeek,
      .real(0...7), 5,
      "Short offline periods of a device a week", .assumed()),
    ScenarioField(
      ["network", "connectionQualitySigma"], \.network.connectionQualitySigma, .real(0...2), 0,
      "How much devices differ in that: sigma of a log-normal factor with mean 1", .chosen),
    ScenarioField(
      ["network", "shortOfflineMinutesMedian"], \.network.shortOfflineMinutesMedian,
      .real(1...10_080), 40,
      "Median length of a short offline period in minutes; lengths are log-normal",
      .assumed("a gym, a school lesson, a flight")),
    ScenarioField(
      ["network", "shortOfflineSigma"], \.network.shortOfflineSigma, .real(0...4), 1.0,
      "Standard deviation of the logarithm of that length", .assumed()),
    ScenarioField(
      ["network", "longOfflineDeviceFraction"], \.network.longOfflineDeviceFraction, .share, 0.02,
      "Share of devices that are offline for days once in the run", .assumed()),
    ScenarioField(
      ["network", "longOfflineDaysMax"], \.network.longOfflineDaysMax, .whole(1...365),
      7,
      "Maximum days that such a device is offline", .assumed()),
    ScenarioField(
      ["network", "calendarFailureProbability"], \.network.calendarFailureProbability, .share, 0.02,
      "Share of calls that an external calendar rejects or defers", .assumed()),
    ScenarioField(
      ["network", "calendarRequestsPerMinuteMax"], \.network.calendarRequestsPerMinuteMax,
      .whole(1...100_000), 30,
      "Calls a minute that an external calendar accepts", .assumed()),
    ScenarioField(
      ["network", "calendarTokensExpiredPerWeek"], \.network.calendarTokensExpiredPerWeek,
      .real(0...7), 0.2,
      "Times a week that an external calendar expires its sync tokens", .assumed()),
    ScenarioField(
      ["network", "calendarSkewSecondsMax"], \.network.calendarSkewSecondsMax,
      .whole(0...86_400), 60,
      "Maximum seconds that an external calendar's clock is off", .assumed()),
    ScenarioField(
      ["network", "catalogFailureProbability"], \.network.catalogFailureProbability, .share, 0.02,
      "Share of the requests for which a food catalog or a photo analysis is unreachable",
      .assumed()),
    ScenarioField(
      ["network", "healthStoreFailuresPerWeek"], \.network.healthStoreFailuresPerWeek, .real(0...7),
      0.05,
      "Times a week that a health store invalidates its anchors or denies access for a day",
      .assumed()),
    ScenarioField(
      ["network", "failoversPerYear"], \.network.failoversPerYear, .real(0...365), 0,
      "Times a year that the server fails over to a stale replica", .assumed()),
    ScenarioField(
      ["network", "failoverMinutesMax"], \.network.failoverMinutesMax, .whole(0...10_080), 10,
      "Maximum minutes that such a replica lags", .assumed()),
    ScenarioField(
      ["network", "outagesPerYear"], \.network.outagesPerYear, .real(0...365), 0,
      "Times a year that the server is unreachable", .assumed()),
    ScenarioField(
      ["network", "outageMinutesMax"], \.network.outageMinutesMax, .whole(1...10_080), 60,
      "Maximum length of an outage in minutes", .assumed()),
    ScenarioField(
      ["network", "captivePortalsPerDeviceWeek"], \.network.captivePortalsPerDeviceWeek,
      .real(0...7), 0,
      "Times a week that a device is behind a captive portal, which answers every request "
        + "itself until the person accepts its terms", .assumed()),
    ScenarioField(
      ["network", "captivePortalMinutesMax"], \.network.captivePortalMinutesMax, .whole(1...10_080),
      60,
      "Maximum minutes that a device is behind a captive portal", .assumed()),
    ScenarioField(
      ["network", "requestsPerMinuteMax"], \.network.requestsPerMinuteMax, .whole(0...6_000), 0,
      "Requests a minute that the server accepts from an install; 0 means any number", .chosen),
  ]
}
