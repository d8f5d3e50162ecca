import Base
import Chronology
import DomainCore
import Environment
import TestKit

@testable import SimulatedWorld

/// A family of two parents with a phone each, over a network on which every message takes 100
/// milliseconds and that has no faults unless a test adds them.
enum SmallWorld {
  static let firstDay = LocalDay(year: 2026, month: 1, day: 5)

  static func settings(
    days: Int = 10, timeoutMilliseconds: Int64 = 1_000, seed: UInt64 = 1, pageRowsMax: Int = 100,
    mayFailOver: Bool = false, requestsPerMinuteMax: Int = 0, sharesBases: Bool = false,
    storage: StorageKind = .memory, logFramesMax: Int = 1_000,
    _ change: (inout NetworkSettings) -> Void = { _ in }
  ) -> WorldSettings {
    var network = NetworkSettings(
      latencyMillisecondsMedian: 100, latencySigma: 0, loss: .never, duplicate: .never,
      reorder: .never, reorderDelayMillisecondsMax: 0, shortOfflinesPerDeviceWeek: 0,
      shortOfflineMinutesMedian: 1, shortOfflineSigma: 0, longOffline: .never,
      longOfflineDaysMax: 0)
    change(&network)
    return WorldSettings(
      seed: seed, firstDay: firstDay, days: days,
      sync: WorldSettings.Sync(
        pageRowsMax: pageRowsMax, pushOperationsMax: 100,
        requestTimeoutMilliseconds: timeoutMilliseconds, retryBackoffMillisecondsMin: 1,
        retryBackoffMillisecondsMax: 60_000, clockSkewBoundMilliseconds: 5 * Span.minute),
      network: network,
      externalServices: ExternalServiceSettings(
        calendarFailure: .never, calendarTokensExpiredPerWeek: 0, calendarSkewSecondsMax: 0,
        catalogFailure: .never, healthStoreFailuresPerWeek: 0),
      calendarRequestsPerMinuteMax: 600, calendarTexts: [TextHandle(1)],
      requestsPerMinuteMax: requestsPerMinuteMax,
      sample: sharesBases ? ScopeSample.Size(people: 4_096, checksEveryScope: false) : .all,
      sharesBases: sharesBases, mayFailOver: mayFailOver, storage: storage,
      logFramesMax: logFramesMax)
  }

  static func setup(parents: Int = 2, devices: Int = 1, zone: Zone = .utc) -> WorldSetup {
    let people = (0..<parents).map { number in
      WorldSetup.Resident(
        number: UInt32(number), role: .parent, born: LocalDay(year: 1985, month: 3, day: 4),
        usesApp: true, deviceCount: devices, motivation: 0)
    }
    return WorldSetup(
      community: 0,
      households: [
        WorldSetup.Household(
          number: 0, zone: zone, joinDay: 0, isNotified: false, people: people)
      ])
  }

  static func world(
    _ settings: WorldSettings = settings(), parents: Int = 2, devices: Int = 1
  ) -> World {
    World(setup(parents: parents, devices: devices), settings)
  }

  /// Noon of a day of the run.
  static func noon(_ day: Int = 0) -> Instant {
    firstDay.adding(days: day).noon
  }

  static func id(_ verb: StepKind, who: UInt32 = 0, day: Int = 0, number: Int = 0) -> StepID {
    StepID(who: who, day: Int32(day), session: 0, verb: verb, number: number)
  }

  static func glass(of member: UInt16) -> Command {
    .logWater(
      for: MemberHandle(member),
      WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 720))
  }
}
