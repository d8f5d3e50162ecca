import Base
import Chronology
import DomainCore
import Environment
import TestKit
import Testing
import SimulatedWorld

@testable import Workload

@Suite("The ground truth records what really happened")
struct GroundTruthRecorderTests {
  private static let firstDay = LocalDay(year: 2026, month: 1, day: 5)

  /// A parent with a phone and a small child, over a network without faults.
  private static func world() -> World {
    let network = NetworkSettings(
      latencyMillisecondsMedian: 100, latencySigma: 0, loss: .never, duplicate: .never,
      reorder: .never, reorderDelayMillisecondsMax: 0, shortOfflinesPerDeviceWeek: 0,
      shortOfflineMinutesMedian: 1, shortOfflineSigma: 0, longOffline: .never,
      longOfflineDaysMax: 0)
    let settings = WorldSettings(
      seed: 1, firstDay: firstDay, days: 4,
      sync: WorldSettings.Sync(
        pageRowsMax: 10, pushOperationsMax: 10, requestTimeoutMilliseconds: 1_000,
        retryBackoffMillisecondsMin: 1, retryBackoffMillisecondsMax: 60_000,
        clockSkewBoundMilliseconds: 1),
      network: network,
      externalServices: ExternalServiceSettings(
        calendarFailure: .never, calendarTokensExpiredPerWeek: 0, calendarSkewSecondsMax: 0,
        catalogFailure: .never, healthStoreFailuresPerWeek: 0),
      calendarRequestsPerMinuteMax: 1, calendarTexts: [.empty])
    let people = [(Role.parent, 1985, true), (.child, 2019, false)].enumerated().map { index, one in
      WorldSetup.Resident(
        number: UInt32(index), role: one.0, born: LocalDay(year: one.1, month: 2, day: 3),
        usesApp: one.2, deviceCount: one.2 ? 1 : 0, motivation: 0)
    }
    let household = WorldSetup.Household(
      number: 0, zone: .utc, joinDay: 0, isNotified: false, people: people)
    return World(WorldSetup(community: 0, households: [household]), settings)
  }

  /// The recorder of a world in which actions happen at noon of their days.
  private static func groundTruth(
    of steps: [(day: Int, action: StepAction)]
  ) -> (groundTruth: [PersonDayRecord], leftDay: Int32) {
    var world = world()
    var groundTruth = GroundTruthRecorder(of: world, deadlineHours: 24)
    for (number, step) in steps.enumerated() {
      let noon = firstDay.adding(days: step.day).noon
      let id = StepID(who: 0, day: Int32(step.day), session: 0, verb: .occasional, number: number)
      world.perform(Step(id, at: noon, step.action))
      groundTruth.listen(to: &world)
    }
    world.finish(before: world.settings.watermark)
    groundTruth.listen(to: &world)
    groundTruth.close(over: world)
    return ((0..<8).map { groundTruth.record($0 / 4, day: $0 % 4) }, groundTruth.leftDay(of: 0))
  }

  private static func glass(for member: UInt16) -> Command {
    .logWater(
      for: MemberHandle(member), WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 720))
  }

  @Test("a drink that a parent logs for a child is the child's water and the parent's action")
  func forAnother() {
    let days = Self.groundTruth(of: [
      (1, .submit(Self.glass(for: 1), ReplicaAddress(0))), (1, .close(device: 0)),
    ]).groundTruth
    let (parent, child) = (days[1], days[4 + 1])
    #expect(parent.truth.actions == 1 && parent.truth.waters == 0 && parent.sessions == 1)
    #expect(child.truth.actions == 0 && child.truth.waters == 1)
    #expect(parent.truth == parent.observed && child.truth == child.observed)
  }

  @Test("an action that never reaches the server counts all the same")
  func unseen() {
    let window = OfflineWindow(
      from: Instant(milliseconds: 0), until: Zone.utc.startOfDay(Self.firstDay.adding(days: 99)))
    let days = Self.groundTruth(of: [
      (0, .offline(device: 0, window)), (1, .submit(Self.glass(for: 0), ReplicaAddress(0))),
      (1, .close(device: 0)),
    ]).groundTruth
    #expect(days[1].truth.waters == 1 && days[1].truth.operations == 1)
    #expect(days[1].observed.waters == 0 && days[1].observed.operations == 0)
  }

  @Test("a clock that is a day ahead changes what the server knows, and not the truth")
  func wrongClock() {
    let ahead = ClockDeviation(offsetMilliseconds: Span.day)
    let days = Self.groundTruth(of: [
      (0, .setClock(device: 0, ahead)), (1, .submit(Self.glass(for: 0), ReplicaAddress(0))),
      (1, .close(device: 0)),
    ]).groundTruth
    #expect(days[1].truth.waters == 1 && days[2].truth.waters == 0)
    #expect(days[1].observed.waters == 0)
  }

  @Test("a crash counts for a session, for yesterday's if today has none yet, and never twice")
  func crashes() {
    let days = Self.groundTruth(of: [
      (0, .crash(device: 0)), (1, .close(device: 0)), (1, .crash(device: 0)),
      (1, .crash(device: 0)), (2, .close(device: 0)), (2, .close(device: 0)),
      (3, .crash(device: 0)),
    ]).groundTruth
    #expect(days[0..<4].map(\.sessions) == [0, 1, 2, 0])
    #expect(days[0..<4].map(\.crashedSessions) == [0, 1, 1, 0])
  }

  @Test("a crash while the app is open counts for that session, once")
  func crashesWithin() {
    let days = Self.groundTruth(of: [
      (0, .open(device: 0)), (0, .crash(device: 0)), (0, .crash(device: 0)),
      (0, .close(device: 0)), (1, .open(device: 0)), (1, .close(device: 0)),
    ]).groundTruth
    #expect(days[0..<2].map(\.sessions) == [1, 1])
    #expect(days[0..<2].map(\.crashedSessions) == [1, 0])
  }

  @Test("a person who leaves is enrolled until the day before")
  func leaving() {
    let (days, leftDay) = Self.groundTruth(of: [(2, .leave(person: 0))])
    #expect(leftDay == 2)
    #expect(days[0..<4].map(\.isEnrolled) == [true, true, false, false])
    #expect(days[4..<8].allSatisfy { !$0.isEnrolled })
  }
}
