import SimulatedWorld

// What the kinds of trouble come to, where they come to anything: a kind that was drawn may have
// met nobody in a seed.
extension SwarmDraw.Kind {
  /// By which strikes it is seen that a kind has struck: those of the first of its parameters that
  /// has any. Nil for what is simply there, as many devices or far zones are.
  var strikes: [Strike]? {
    for setting in settings {
      let path = setting.prefix { $0 != "=" }
      if let strikes = Self.byParameter[String(path)] { return strikes }
    }
    return nil
  }

  /// Whether the kind has struck in a seed.
  func hasStruck(in outcome: SeedOutcome) -> Bool {
    strikes?.contains { outcome.strikes[$0] ?? 0 > 0 } ?? true
  }

  private static let byParameter: [String: [Strike]] = [
    "network.lossProbability": [.requestLost, .responseLost],
    "network.responseLossProbability": [.responseLost],
    "network.responseDamageProbability": [.damage],
    "network.duplicateProbability": [.doubling],
    "network.reorderProbability": [.overtaking],
    "network.latencyMillisecondsMedian": [.lateness, .overtaking],
    "sync.requestTimeoutMilliseconds": [.retry],
    "network.shortOfflinesPerDeviceWeek": [.spell],
    "network.longOfflineDeviceFraction": [.absence],
    "sync.backgroundRefreshHours": [.refresh],
    "clocks.skewedFraction": [.skew],
    "clocks.driftingFraction": [.drift],
    "clocks.jumpsPerDeviceYear": [.jump],
    "clocks.wrongZoneFraction": [.wrongZone],
    "clocks.travelsPerPersonYear": [.travel],
    "clocks.serverSkewSecondsMax": [.serverClock],
    "sync.clockSkewBoundMilliseconds": [.beyondBound],
    "installs.reinstallsPerDeviceYear": [.reinstall],
    "installs.oldVersionFraction": [.update],
    "installs.crashProbability": [.crash],
    "installs.widgetsPerDeviceYear": [.widget],
    "installs.restoresPerDeviceYear": [.restore],
    "installs.clonesPerDeviceYear": [.clone],
    "installs.sharedSignInsPerDeviceYear": [.sharedDeviceSignIn],
    "installs.storageFullPerDeviceYear": [.storageFull],
    "network.failoversPerYear": [.failOver],
    "network.outagesPerYear": [.outage],
    "network.captivePortalsPerDeviceWeek": [.captivePortal],
    "network.requestsPerMinuteMax": [.turnedAway],
    "network.calendarFailureProbability": [.calendarFailure, .calendarToken],
    "network.calendarRequestsPerMinuteMax": [.calendarLimit],
    "network.catalogFailureProbability": [.catalog],
    "network.healthStoreFailuresPerWeek": [.healthStoreFault, .healthChange],
    "activities.randomCommandProbability": [.whim],
    "contention.contendedSessionProbability": [.contention],
    "contention.groupRejoinProbability": [.comingBack],
    "contention.accountDeletionProbability": [.deletion],
    "contention.minorsInGroupsFraction": [.youngJoining],
    "population.laterJoinerFraction": [.joining],
    "behavior.doubleTapProbability": [.doubleTap],
    "behavior.simultaneousJoinProbability": [.joiningTogether],
    "behavior.clockSetBackProbability": [.savedStreak],
    "behavior.habitUndoProbability": [.undoing],
    "behavior.leaveHazardDaily": [.leaving],
    "behavior.habitDeleteProbability": [.ending],
  ]
}
