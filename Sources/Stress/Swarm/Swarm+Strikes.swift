import World

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
    "network.lossShare": [.requestLost, .answerLost],
    "network.answerLossShare": [.answerLost],
    "network.damageShare": [.damage],
    "network.duplicateShare": [.doubling],
    "network.reorderShare": [.overtaking],
    "network.latencyMillisecondsMedian": [.lateness, .overtaking],
    "sync.requestTimeoutMilliseconds": [.retry],
    "network.offlineSpellsPerDeviceWeek": [.spell],
    "network.offlineDeviceShare": [.absence],
    "sync.backgroundRefreshHours": [.refresh],
    "clocks.skewedShare": [.skew],
    "clocks.driftingShare": [.drift],
    "clocks.jumpsPerDeviceYear": [.jump],
    "clocks.wrongZoneShare": [.wrongZone],
    "clocks.travelsPerPersonYear": [.travel],
    "clocks.serverSkewSecondsMax": [.serverClock],
    "sync.clockSkewBoundMilliseconds": [.beyondBound],
    "installs.reinstallsPerDeviceYear": [.reinstall],
    "installs.oldVersionShare": [.update],
    "installs.crashShare": [.crash],
    "installs.widgetsPerDeviceYear": [.widget],
    "installs.restoresPerDeviceYear": [.restore],
    "installs.clonesPerDeviceYear": [.clone],
    "installs.loansPerDeviceYear": [.loan],
    "installs.fullStoresPerDeviceYear": [.fullStore],
    "network.failoversPerYear": [.failOver],
    "network.outagesPerYear": [.outage],
    "network.portalsPerDeviceWeek": [.portal],
    "network.requestsPerMinute": [.turnedAway],
    "network.calendarFailureShare": [.calendarFailure, .calendarToken],
    "network.calendarRequestsPerMinute": [.calendarLimit],
    "network.catalogueFailureShare": [.catalogue],
    "network.healthLapsesPerWeek": [.healthLapse, .healthChange],
    "activities.whimShare": [.whim],
    "contention.sessionShare": [.contention],
    "contention.groupReturnShare": [.comingBack],
    "contention.accountDeletedShare": [.deletion],
    "contention.youngInGroupsShare": [.youngJoining],
    "population.laterShare": [.joining],
    "behaviour.doubleTapShare": [.doubleTap],
    "behaviour.togetherShare": [.joiningTogether],
    "behaviour.streakSavedShare": [.savedStreak],
    "behaviour.habitUndoneShare": [.undoing],
    "behaviour.leaveHazardDaily": [.leaving],
    "behaviour.habitDeletedShare": [.ending],
  ]
}
