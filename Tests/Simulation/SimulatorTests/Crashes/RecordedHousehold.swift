import Base
import Chronology
import DomainCore
import Environment
import Population
import Scenarios
import SyncCore

@testable import Simulator
@testable import SimulatedWorld

/// The plan of one household that was run once, with the steps of its family's devices.
struct RecordedHousehold: Sendable {
  static let devicesMax = 3
  /// The plan is cut so that there are not more storage calls.
  static let callsMax = 300
  static let callsMin = 150

  /// A step of a person, or of their device on its own.
  enum RecordedAction: Sendable {
    case says([Command])
    case exchanges
    case isOffline(OfflineWindow)
  }

  struct Line: Sendable {
    var time: Instant
    var device: Int
    var deed: RecordedAction
    /// Whether the first response is lost.
    var losesResponse: Bool
  }

  var seed: UInt64
  var founders: [Member] = []
  /// By device, its owner.
  var owners: [MemberHandle] = []
  var zone = Zone.utc
  var firstDay = LocalDay(number: 0)
  /// The first day, on which people set everything up: the plan begins after it.
  var prologue: [Line] = []
  var lines: [Line] = []

  /// Runs a household for some days with faults, on which everybody submits occasional commands;
  /// nil if it has too many devices or only one, or too few operations.
  init?(seed: UInt64) {
    self.seed = seed
    let simulation = Simulation(
      .small(people: 3, days: 6, seed: seed) {
        $0.population.joinDaysSpread = 0
        $0.activities.randomCommandProbability = 1
        $0.activities.sportFraction = 1
        $0.activities.groupMemberFraction = 0
        $0.activities.calendarLinkFraction = 0
        $0.activities.healthStoreFraction = 0
        $0.behavior.sessionsPerActiveDayMean = 3
        $0.network.shortOfflinesPerDeviceWeek = 14
        $0.network.shortOfflineMinutesMedian = 240
      })
    let community = simulation.simulated(0, recording: .steps)
    let household = community.setup.households[0]
    for person in 0..<community.world.directory.people.count
    where community.world.directory.people[person].household == 0 {
      for _ in 0..<community.world.directory.people[person].deviceCount {
        owners.append(community.world.directory.people[person].member)
      }
    }
    guard (2...Self.devicesMax).contains(owners.count) else { return nil }
    founders = household.people.map { Member(role: $0.role, born: $0.born) }
    zone = household.zone
    firstDay = simulation.scenario.firstDay
    for entry in community.world.events.journal ?? [] { read(entry.step) }
    let begins = zone.startOfDay(firstDay.adding(days: 1))
    prologue = lines.filter { $0.time < begins }
    lines = lines.filter { $0.time >= begins }
    guard cut() else { return nil }
  }

  private mutating func read(_ step: Step) {
    let deed: (device: Int, deed: RecordedAction)? =
      switch step.action {
      case .submit(let command, let place) where !place.isGroup: (place.device, .says([command]))
      case .submitTogether(let commands, let place) where !place.isGroup:
        (place.device, .says(commands))
      case .open(let device), .close(let device), .refresh(let device): (device, .exchanges)
      case .offline(let device, let window): (device, .isOffline(window))
      default: nil
      }
    guard let deed, deed.device < owners.count else { return }
    // Background refreshes at night are most of a plan and submit nothing.
    if case .refresh = step.action, step.id.raw % 5 != 0 { return }
    let randomWord = Digest128.mix(step.id.raw, seed, 0, 0).first
    lines.append(
      Line(
        time: step.time, device: deed.device, deed: deed.deed, losesResponse: randomWord % 6 == 0))
  }

  /// Cuts the end of a plan with too many storage calls; returns whether enough is left.
  private mutating func cut() -> Bool {
    var (fits, tooMany) = (0, lines.count + 1)
    let all = lines
    while tooMany - fits > 1 {
      let count = (fits + tooMany) / 2
      lines = Array(all.prefix(count))
      if calls() <= Self.callsMax { fits = count } else { tooMany = count }
    }
    lines = Array(all.prefix(fits))
    return (Self.callsMin...Self.callsMax).contains(calls())
  }

  /// The number of storage calls of the plan.
  private func calls() -> Int {
    let stage = CrashTestHousehold(self, fault: StorageFault())
    stage.plays()
    return stage.fault.calls
  }

  /// The first so many households.
  static func first(_ count: Int) -> [RecordedHousehold] {
    var homes: [RecordedHousehold] = []
    var seed: UInt64 = 0
    while homes.count < count {
      seed += 1
      if let home = RecordedHousehold(seed: seed) { homes.append(home) }
    }
    return homes
  }
}
