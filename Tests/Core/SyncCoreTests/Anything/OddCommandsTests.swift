import Base
import Chronology
import DomainCore
import Foundation
import TestKit
import Testing

@testable import SyncCore

@Suite("Any input of the core")
struct OddCommandsTests {
  /// The number of commands: few in an unoptimized build, and `SHAKEOUT_FUZZ=10000000` for as many
  /// as fit into a night.
  private static let commandsMax =
    ProcessInfo.processInfo.environment["SHAKEOUT_FUZZ"].flatMap { Int($0) } ?? 20_000
  private static let commandsOfAFamily = 5_000
  private static let today = LocalDay(year: 2026, month: 3, day: 12)

  /// A family with members of all roles, and a copy that believes undecided rows.
  private struct Family: ~Copyable {
    var agreed = Family.founded()
    var believed = Family.founded()

    private static func founded() -> ScopeState {
      ScopeState(
        founders: [.parent, .child, .observer, .coach, .athlete, .parent],
        firstDay: LocalDay(year: 2026, month: 3, day: 2))
    }
  }

  /// How often each kind was accepted, and how often refused.
  private struct Outcomes {
    var accepted: [FactKind: Int] = [:]
    var refused: Set<Refusal> = []
  }

  @Test("from a person, a file or a message is decided and folded, and crashes nothing")
  func everything() throws {
    var outcomes = Outcomes()
    let families = (Self.commandsMax + Self.commandsOfAFamily - 1) / Self.commandsOfAFamily
    for seed in 0..<families {
      var odd = OddCommands(seed: UInt64(seed) + 1, today: Self.today)
      var family = Family()
      for sequence in 1...UInt32(Self.commandsOfAFamily) {
        try Self.say(sequence, &odd, &family, &outcomes)
        if sequence % 1_000 == 0 {
          Self.look(family.agreed, &odd)
          Self.look(family.believed, &odd)
        }
      }
    }
    // Valid ones among them: much of a family's repertoire was accepted somewhere.
    let takenMin = Self.commandsMax < 200_000 ? 30 : 50
    #expect(outcomes.accepted.count > takenMin, "\(outcomes.accepted.count)")
    #expect(outcomes.refused.count > 50, "\(outcomes.refused.count)")
    for refusal in outcomes.refused.sorted(by: { $0.rawValue < $1.rawValue }) {
      #expect(!refusal.sentence.isEmpty)
    }
  }

  private static func say(
    _ sequence: UInt32, _ odd: inout OddCommands, _ family: inout Family,
    _ outcomes: inout Outcomes
  ) throws {
    let now = Instant(
      milliseconds: Int64(today.number) * Span.day + Int64(sequence) * 20 * Span.second)
    let isParent = odd.samples.below(3) > 0
    var fact = Fact(
      command: odd.next(), version: Version(stamp: HybridClock.stamp(of: now), site: 7),
      sequence: sequence, author: isParent ? MemberHandle(0) : odd.member(),
      day: odd.samples.below(4) == 0 ? odd.day() : today, zone: .utc)
    if odd.samples.below(8) == 0 { fact.zone = odd.samples.number() }
    if odd.samples.below(8) == 0 { fact.claimed = odd.samples.number() }
    if odd.samples.below(30) == 0 { fact.version.stamp = odd.samples.number() }
    if sequence % 4 == 0 { fact = try overTheWire(fact) }
    if let refusal = decide(fact, at: .server, now: now, on: family.agreed) {
      outcomes.refused.insert(refusal)
      // A device decides the same command, and may be stricter.
      #expect(decide(fact, at: .device, now: now, on: family.agreed) != nil || isLenient(fact.kind))
    } else {
      family.agreed.apply(fact, committed: now)
      outcomes.accepted[fact.kind, default: 0] += 1
    }
    believe(fact, now: now, in: &family.believed)
    if fact.kind.createsEntity { odd.made.append(fact.identity) }
  }

  /// The commands that a device allows because only a server can decide them: joins, and the photos
  /// of a day.
  private static func isLenient(_ kind: FactKind) -> Bool { kind.admits || kind == .photoAnalyzed }

  /// A row that a server sends undecided, unless it could not be read at all.
  private static func believe(_ fact: Fact, now: Instant, in state: inout ScopeState) {
    var row = FeedRow(
      operation: Operation(fact: fact, basis: 0, scope: 0, followers: 0),
      verdict: Verdict(.changed), digest: .zero, committed: now)
    if row.isPossible { withUnsafePointer(to: &row) { state.fold($0) } }
  }

  private static func overTheWire(_ fact: Fact) throws -> Fact {
    var request = Request()
    request.operations.append(Operation(fact: fact, basis: 0, scope: 0, followers: 0))
    let read = try Wire.request(Wire.bytes(request))
    return read.operations[0].fact
  }

  /// Every query of a screen, about all members.
  private static func look(_ state: borrowing ScopeState, _ odd: inout OddCommands) {
    let now = Instant(milliseconds: Int64(today.number) * Span.day + 9 * Span.hour)
    let zone = odd.zone()
    for index in 0..<min(state.memberCount, 8) {
      let member = MemberHandle(UInt16(index))
      _ = state.dashboard(of: member, at: now, in: zone)
      _ = state.nutrition.nutritionTrend(
        of: member, from: odd.day(), through: odd.day(), state.shared, state.families,
        state.schedule)
      _ = state.shared.nutritionStreak(of: member, asOf: odd.day())
      _ = state.rewards.achievements(of: member, asOf: today, state.shared, state.schedule)
      _ = state.goals.goals(of: member).map {
        ($0.progressPercent, $0.term, $0.isOverdue(asOf: today))
      }
      _ = state.training.workoutTotals(of: member, on: odd.day(), state.shared)
    }
    for slot in 0..<state.habitCount {
      _ = state.habits.statistics(slot, asOf: odd.day(), state.shared)
    }
    _ = state.conflicts(in: now..<now + Span.week, now: now)
    _ = NotificationPlanner.occasions(in: state, now: now) { _ in zone }
  }
}
