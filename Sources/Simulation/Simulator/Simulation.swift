import Base
import Chronology
public import DomainCore
import Environment
import Workload
public import Population
public import Scenarios
public import SimulatedWorld

/// What the communities of a run share: settings and tables, but no state.
public final class Simulation: Sendable {
  public let scenario: Scenario
  public let households: Households
  public let map: CommunityMap
  public let settings: WorldSettings
  let behaviorContext: BehaviorContext

  /// With `reportsLostUpdates`, a lost update counts like a violation. With `checksEveryScope`, a
  /// large run is checked at each step in all scopes, and not in a sample of them. With
  /// `sharesBases`, devices of most scopes read the server's states where theirs are the same, as
  /// in every large run; the results are the same without it. Without `foldsLogs`, the logs are not
  /// folded again at the end, which finds violations only.
  public init(
    _ scenario: Scenario, reportsLostUpdates: Bool = false, checksEveryScope: Bool = false,
    foldsLogs: Bool = true, sharesBases: Bool? = nil
  ) {
    self.scenario = scenario
    households = Households(scenario)
    map = CommunityMap(scenario, households: households)
    let randomness = Randomness(seed: scenario.seed)
    let sampleTexts = SampleTextPool()
    settings = WorldSettings(
      scenario, texts: sampleTexts.table, calendarTexts: sampleTexts.calendarTexts,
      reportsLostUpdates: reportsLostUpdates, checksEveryScope: checksEveryScope,
      foldsLogs: foldsLogs, sharesBases: sharesBases)
    behaviorContext = BehaviorContext(
      scenario, sampleTexts: sampleTexts,
      offlineWindows: OfflineModel(settings.network, randomness: randomness),
      externalServiceFaults: settings.externalServiceFaults,
      clockFaults: ClockFaultModel(
        ClockSettings(scenario.clocks), randomness: randomness),
      serverFaults: ServerFaultModel(
        failoversPerYear: scenario.network.failoversPerYear,
        behindMinutesMax: scenario.network.failoverMinutesMax,
        outagesPerYear: scenario.network.outagesPerYear,
        outageMinutesMax: scenario.network.outageMinutesMax, randomness: randomness),
      installFaults: InstallFaultModel(
        InstallSettings(scenario.installs), randomness: randomness),
      deviceFaultModel: DeviceFaultModel(
        captivePortalsPerDeviceWeek: scenario.network.captivePortalsPerDeviceWeek,
        captivePortalMinutesMax: scenario.network.captivePortalMinutesMax,
        storageFullPerDeviceYear: scenario.installs.storageFullPerDeviceYear,
        storageFullHoursMax: scenario.installs.storageFullHoursMax, randomness: randomness),
      diskFaults: DiskFaultModel(
        DiskFaultModel.Settings(scenario.storage), randomness: randomness))
  }

  /// Every text that the run's commands may contain.
  public var texts: NameTable { behaviorContext.sampleTexts.table }

  /// Runs a community of the population from its first to its last day.
  public func simulated(_ index: Int, recording: Recording = .nothing) -> Community {
    let (setup, persons) = setup(of: index)
    var community = Community(
      setup, under: settings, deadlineHours: scenario.sync.deadlineHours,
      keeping: GroundTruthOptions(scenario.metrics))
    community.world.record(recording)
    var life = WorkloadGenerator(persons, in: community.world, behaviorContext)
    community.run(&life)
    if scenario.metrics.recordStates { community.states = life.states.copy() }
    return community
  }

  /// A community before its first step.
  func founded(_ index: Int) -> Community {
    Community(
      setup(of: index).0, under: settings, deadlineHours: scenario.sync.deadlineHours)
  }

  /// The setup of a community, and the people in it, in the same order.
  func setup(of index: Int) -> (WorldSetup, [Person]) {
    let place = map[index]
    var setup = WorldSetup(community: index, households: [])
    var persons: [Person] = []
    var firstPerson = place.firstPerson
    for number in place.firstHousehold..<place.firstHousehold + UInt32(place.householdCount) {
      let size = map.size(of: number, firstPerson: firstPerson, households: households)
      let people = (0..<size.people).map { member in
        households.person(firstPerson + UInt32(member), place: member, of: number)
      }
      let joinDay = min(households.joinDay(of: number), Int32(scenario.days - 1))
      setup.households.append(
        WorldSetup.Household(
          number: number, zone: households.zone(of: number),
          joinDay: joinDay, isNotified: behaviorContext.isNotified(household: number),
          people: people.map { WorldSetup.Resident($0, of: joinDay, days: scenario.days) }))
      persons += people
      firstPerson += UInt32(size.people)
    }
    return (setup, persons)
  }
}

extension WorldSetup.Resident {
  /// A person of a household that joins on a day of a run of so many days.
  init(_ person: Person, of joinDay: Int32, days: Int) {
    self.init(
      number: person.index, role: person.role, born: person.born, usesApp: person.logsForItself,
      deviceCount: person.deviceCount, motivation: person.motivation,
      joinDay: person.joinsAfter.map { min(joinDay + $0, Int32(days - 1)) })
  }
}

extension WorldSettings {
  convenience init(
    _ scenario: Scenario, texts: NameTable, calendarTexts: [TextHandle], reportsLostUpdates: Bool,
    checksEveryScope: Bool, foldsLogs: Bool = true, sharesBases: Bool? = nil
  ) {
    self.init(
      seed: scenario.seed, firstDay: scenario.firstDay, days: scenario.days,
      sync: Sync(scenario.sync), network: NetworkSettings(scenario.network),
      externalServices: ExternalServiceSettings(scenario.network),
      calendarRequestsPerMinuteMax: scenario.network.calendarRequestsPerMinuteMax,
      calendarTexts: calendarTexts, requestsPerMinuteMax: scenario.network.requestsPerMinuteMax,
      sample: ScopeSample.Size(people: scenario.people, checksEveryScope: checksEveryScope),
      foldsLogs: foldsLogs, sharesBases: sharesBases,
      mayFailOver: scenario.network.failoversPerYear > 0,
      reportsLostUpdates: reportsLostUpdates, storage: scenario.storage.kind,
      logFramesMax: scenario.storage.logFramesMax,
      texts: scenario.sync.separateTexts ? RunTexts(texts) : nil)
  }
}

extension GroundTruthOptions {
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

extension ExternalServiceSettings {
  init(_ parameters: NetworkParameters) {
    self.init(
      calendarFailure: Probability(parameters.calendarFailureProbability),
      calendarTokensExpiredPerWeek: parameters.calendarTokensExpiredPerWeek,
      calendarSkewSecondsMax: parameters.calendarSkewSecondsMax,
      catalogFailure: Probability(parameters.catalogFailureProbability),
      healthStoreFailuresPerWeek: parameters.healthStoreFailuresPerWeek)
  }
}

extension NetworkSettings {
  init(_ parameters: NetworkParameters) {
    self.init(
      latencyMillisecondsMedian: parameters.latencyMillisecondsMedian,
      latencySigma: parameters.latencySigma,
      loss: Probability(parameters.lossProbability),
      duplicate: Probability(parameters.duplicateProbability),
      reorder: Probability(parameters.reorderProbability),
      reorderDelayMillisecondsMax: Int64(parameters.reorderDelayMillisecondsMax),
      shortOfflinesPerDeviceWeek: parameters.shortOfflinesPerDeviceWeek,
      shortOfflineMinutesMedian: parameters.shortOfflineMinutesMedian,
      shortOfflineSigma: parameters.shortOfflineSigma,
      longOffline: Probability(parameters.longOfflineDeviceFraction),
      longOfflineDaysMax: parameters.longOfflineDaysMax)
    responseLoss = Probability(parameters.responseLossProbability)
    damage = Probability(parameters.responseDamageProbability)
    connectionQualitySigma = parameters.connectionQualitySigma
  }
}

extension ClockSettings {
  init(_ parameters: ClockParameters) {
    self.init(
      skewed: Probability(parameters.skewedFraction), skewSecondsMax: parameters.skewSecondsMax,
      drifting: Probability(parameters.driftingFraction),
      driftPartsPerMillionMax: parameters.driftPartsPerMillionMax,
      jumpsPerDeviceYear: parameters.jumpsPerDeviceYear,
      jumpSecondsMax: parameters.jumpSecondsMax,
      wrongZone: Probability(parameters.wrongZoneFraction),
      travelsPerPersonYear: parameters.travelsPerPersonYear,
      travelDaysMax: parameters.travelDaysMax,
      serverSkewSecondsMax: parameters.serverSkewSecondsMax)
  }
}

extension DiskFaultModel.Settings {
  init(_ parameters: StorageParameters) {
    guard parameters.kind == .sqlite else {
      self.init(perDeviceYear: [], serverPerYear: [])
      return
    }
    self.init(
      perDeviceYear: [
        parameters.powerCutsPerDeviceYear, parameters.diskFailuresPerDeviceYear,
        parameters.lyingSyncsPerDeviceYear, parameters.flippedBitsPerDeviceYear,
        parameters.misdirectedWritesPerDeviceYear, parameters.secondProcessesPerDeviceYear,
      ],
      serverPerYear: [parameters.serverPowerCutsPerYear, parameters.serverDiskFailuresPerYear])
  }
}

extension InstallSettings {
  init(_ parameters: InstallParameters) {
    self.init(
      reinstallsPerDeviceYear: parameters.reinstallsPerDeviceYear,
      restoresPerDeviceYear: parameters.restoresPerDeviceYear,
      clonesPerDeviceYear: parameters.clonesPerDeviceYear, backupDays: parameters.backupDays,
      sharedSignInsPerDeviceYear: parameters.sharedSignInsPerDeviceYear,
      crashProbability: parameters.crashProbability,
      widgetsPerDeviceYear: parameters.widgetsPerDeviceYear,
      oldVersionFraction: parameters.oldVersionFraction,
      newVersionFraction: parameters.newVersionFraction, updateDays: parameters.updateDays)
  }
}
