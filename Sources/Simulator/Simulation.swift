import Base
import Chronology
public import DomainCore
import Faults
import Life
public import Population
public import World

/// Everything that the communities of a run share: settings, tables, and no state.
public final class Simulation: Sendable {
  public let scenario: Scenario
  public let households: Households
  public let map: CommunityMap
  public let settings: WorldSettings
  let ways: Ways

  public init(_ scenario: Scenario) {
    self.scenario = scenario
    households = Households(scenario)
    map = CommunityMap(scenario, households: households)
    let randomness = Randomness(seed: scenario.seed)
    let words = Words()
    settings = WorldSettings(scenario, calendarTexts: words.calendarTexts)
    ways = Ways(
      scenario, words: words,
      offlineWindows: OfflineWindows(settings.network, randomness: randomness),
      outsideFaults: settings.outsideFaults,
      clockFaults: ClockFaults(
        ClockSettings(scenario.clocks), randomness: randomness),
      serverFaults: ServerFaults(
        failoversPerYear: scenario.network.failoversPerYear,
        behindMinutesMax: scenario.network.failoverMinutesMax,
        outagesPerYear: scenario.network.outagesPerYear,
        outageMinutesMax: scenario.network.outageMinutesMax, randomness: randomness),
      installFaults: InstallFaults(
        InstallSettings(scenario.installs), randomness: randomness),
      deviceTroubles: DeviceTroubles(
        portalsPerDeviceWeek: scenario.network.portalsPerDeviceWeek,
        portalMinutesMax: scenario.network.portalMinutesMax,
        fullStoresPerDeviceYear: scenario.installs.fullStoresPerDeviceYear,
        fullStoreHoursMax: scenario.installs.fullStoreHoursMax, randomness: randomness))
  }

  /// Every text that the run's commands may carry.
  public var texts: NameTable { ways.words.table }

  /// Lives a community of the population from its first to its last day.
  public func lived(_ index: Int, recording: Recording = .nothing) -> Community {
    let (inventory, persons) = inventory(of: index)
    var community = Community(
      inventory, under: settings, deadlineHours: scenario.sync.deadlineHours,
      keeping: BookRecording(scenario.metrics))
    community.world.record(recording)
    var life = Life(persons, in: community.world, ways)
    community.run(&life)
    if scenario.metrics.recordStates { community.states = life.states.copy() }
    return community
  }

  /// A community before its first step.
  func founded(_ index: Int) -> Community {
    Community(
      inventory(of: index).0, under: settings, deadlineHours: scenario.sync.deadlineHours)
  }

  /// Who and what there is in a community, and the people behind it, in the same order.
  func inventory(of index: Int) -> (Inventory, [Person]) {
    let place = map[index]
    var inventory = Inventory(community: index, households: [])
    var persons: [Person] = []
    var firstPerson = place.firstPerson
    for number in place.firstHousehold..<place.firstHousehold + UInt32(place.householdCount) {
      let size = map.size(of: number, firstPerson: firstPerson, households: households)
      let people = (0..<size.people).map { member in
        households.person(firstPerson + UInt32(member), place: member, of: number)
      }
      let joinDay = min(households.joinDay(of: number), Int32(scenario.days - 1))
      inventory.households.append(
        Inventory.Household(
          number: number, zone: households.zone(of: number),
          joinDay: joinDay, isNotified: ways.isNotified(household: number),
          people: people.map { Inventory.Resident($0, of: joinDay, days: scenario.days) }))
      persons += people
      firstPerson += UInt32(size.people)
    }
    return (inventory, persons)
  }
}

extension Inventory.Resident {
  /// Somebody of a household that joins on a day of a run of so many.
  init(_ person: Person, of joinDay: Int32, days: Int) {
    self.init(
      number: person.index, role: person.role, born: person.born, usesApp: person.logsForItself,
      deviceCount: person.deviceCount, motivation: person.motivation,
      joinDay: person.joinsAfter.map { min(joinDay + $0, Int32(days - 1)) })
  }
}

extension WorldSettings {
  /// So many people are about sixty families. Who runs no more looks for a mistake and wants
  /// everything looked at; who runs more wants figures, and finds in the sample what is common.
  private static var peopleFoldedMax: Int { 256 }

  convenience init(_ scenario: Scenario, calendarTexts: [TextHandle]) {
    self.init(
      seed: scenario.seed, firstDay: scenario.firstDay, days: scenario.days,
      sync: Sync(scenario.sync), network: NetworkSettings(scenario.network),
      outside: OutsideSettings(scenario.network),
      calendarRequestsPerMinute: scenario.network.calendarRequestsPerMinute,
      calendarTexts: calendarTexts, requestsPerMinute: scenario.network.requestsPerMinute,
      scopesPerFold: scenario.people <= Self.peopleFoldedMax ? 1 : 64,
      mayFailOver: scenario.network.failoversPerYear > 0)
  }
}

extension BookRecording {
  init(_ parameters: MetricsParameters) {
    self.init()
    sessions = parameters.recordSessions
    eventsOneIn = parameters.recordEvents.oneIn
  }
}

extension WorldSettings.Sync {
  init(_ parameters: SyncParameters) {
    self.init(
      pageRowsMax: parameters.pageRowsMax, pushOperationsMax: parameters.pushOperationsMax,
      requestTimeoutMilliseconds: Int64(parameters.requestTimeoutMilliseconds),
      retryBackoffMillisecondsMin: Int64(parameters.retryBackoffMillisecondsMin),
      retryBackoffMillisecondsMax: Int64(parameters.retryBackoffMillisecondsMax),
      clockSkewBoundMilliseconds: Int64(parameters.clockSkewBoundMilliseconds),
      policy: parameters.policy)
  }
}

extension OutsideSettings {
  init(_ parameters: NetworkParameters) {
    self.init(
      calendarFailure: Probability(parameters.calendarFailureShare),
      calendarTokensExpiredPerWeek: parameters.calendarTokensExpiredPerWeek,
      calendarSkewSecondsMax: parameters.calendarSkewSecondsMax,
      catalogueFailure: Probability(parameters.catalogueFailureShare),
      healthLapsesPerWeek: parameters.healthLapsesPerWeek)
  }
}

extension NetworkSettings {
  init(_ parameters: NetworkParameters) {
    self.init(
      latencyMillisecondsMedian: parameters.latencyMillisecondsMedian,
      latencySigma: parameters.latencySigma,
      loss: Probability(parameters.lossShare),
      duplicate: Probability(parameters.duplicateShare),
      reorder: Probability(parameters.reorderShare),
      reorderDelayMillisecondsMax: Int64(parameters.reorderDelayMillisecondsMax),
      offlineSpellsPerDeviceWeek: parameters.offlineSpellsPerDeviceWeek,
      offlineSpellMinutesMedian: parameters.offlineSpellMinutesMedian,
      offlineSpellSigma: parameters.offlineSpellSigma,
      offlineLong: Probability(parameters.offlineDeviceShare),
      offlineLongSpellDaysMax: parameters.offlineLongSpellDaysMax)
    answerLoss = Probability(parameters.answerLossShare)
    damage = Probability(parameters.damageShare)
    qualitySigma = parameters.qualitySigma
  }
}

extension ClockSettings {
  init(_ parameters: ClockParameters) {
    self.init(
      skewed: Probability(parameters.skewedShare), skewSecondsMax: parameters.skewSecondsMax,
      drifting: Probability(parameters.driftingShare),
      driftPartsPerMillionMax: parameters.driftPartsPerMillionMax,
      jumpsPerDeviceYear: parameters.jumpsPerDeviceYear,
      jumpSecondsMax: parameters.jumpSecondsMax,
      wrongZone: Probability(parameters.wrongZoneShare),
      travelsPerPersonYear: parameters.travelsPerPersonYear,
      travelDaysMax: parameters.travelDaysMax,
      serverSkewSecondsMax: parameters.serverSkewSecondsMax)
  }
}

extension InstallSettings {
  init(_ parameters: InstallParameters) {
    self.init(
      reinstallsPerDeviceYear: parameters.reinstallsPerDeviceYear,
      restoresPerDeviceYear: parameters.restoresPerDeviceYear,
      clonesPerDeviceYear: parameters.clonesPerDeviceYear, backupDays: parameters.backupDays,
      loansPerDeviceYear: parameters.loansPerDeviceYear,
      crashShare: parameters.crashShare, widgetsPerDeviceYear: parameters.widgetsPerDeviceYear,
      oldVersionShare: parameters.oldVersionShare,
      newVersionShare: parameters.newVersionShare, updateDays: parameters.updateDays)
  }
}
