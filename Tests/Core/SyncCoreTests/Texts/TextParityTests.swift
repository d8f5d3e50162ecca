import Base
import Chronology
import DomainCore
import Foundation
import TestKit
import Testing

@testable import SyncCore

@Suite("Texts of one's own and a shared table")
struct TextParityTests {
  /// A random life of a family, the same in both ways.
  private struct Life {
    var dice: SplitMix64
    let home: TextHome
    var habits: [Entity] = []
    var incarnation: UInt32 = 0
    /// The journal before the last failover point.
    var point: Int

    init(seed: UInt64, hasOwnTexts: Bool) throws {
      dice = SplitMix64(seed: seed)
      home = try TextHome(
        hasOwnTexts: hasOwnTexts, of: [TextHome.mother, TextHome.father, TextHome.mother])
      point = Int(home.log.revision)
    }

    private static let words = [
      "Reading", "reading", "READING", "Chess", "Piano", "caf\u{E9}", "cafe\u{301}", "Run", "",
      "  Run ", "\u{200B}",
    ]

    private mutating func below(_ count: Int) -> Int { Int(dice.next() % UInt64(count)) }
    private mutating func word() -> String { Self.words[below(Self.words.count)] }

    mutating func step() throws {
      let phone = below(3)
      let owner = below(2) == 0 ? TextHome.child : TextHome.mother
      let word = word()
      switch below(16) {
      case 0...4:
        let made = try home.submits(
          phone,
          .createHabit(
            for: owner, name: home.name(word, on: phone),
            category: home.label(self.word(), on: phone), icon: 1, rank: 1))
        if case .success(let operation) = made { habits.append(operation.fact.identity) }
      case 5, 6:
        guard !habits.isEmpty else { return }
        let habit = habits[below(habits.count)]
        _ = try home.submits(
          phone, .renameHabit(habit, of: owner, to: home.name(word, on: phone)),
          .setHabitField(
            .habitDescriptionSet, of: habit, owner: owner, to: home.text(word, on: phone).raw))
      case 7:
        guard !habits.isEmpty else { return }
        _ = try home.submits(phone, .deleteHabit(habits[below(habits.count)], of: owner))
      case 8...11: try home.exchange(phone, page: UInt32(1 + below(4)))
      case 12: try home.exchange(phone, isRequestLost: below(2) == 0, isResponseLost: true)
      case 13: try home.restarts(phone)
      case 14: try home.restartsServer()
      default:
        if below(3) == 0 { point = Int(home.log.revision) }
        if below(4) == 0 {
          incarnation += 1
          try home.failsOver(to: point, as: incarnation)
        }
      }
    }
  }

  /// How many lives are compared; `TEXT_LIVES` in the environment asks for more.
  private static let lives =
    UInt64(ProcessInfo.processInfo.environment["TEXT_LIVES"] ?? "") ?? 40

  @Test("verdicts, positions, exports and what people see are equal", arguments: 0..<lives)
  func parity(seed: UInt64) throws {
    var own = try Life(seed: seed, hasOwnTexts: true)
    var shared = try Life(seed: seed, hasOwnTexts: false)
    for step in 0..<60 {
      try own.step()
      try shared.step()
      #expect(own.home.verdicts == shared.home.verdicts, "step \(step)")
      for phone in 0..<3 {
        let (one, other) = (own.home.phones[phone], shared.home.phones[phone])
        #expect(one.replica.store.position == other.replica.store.position)
        #expect(own.home.habits(on: phone) == shared.home.habits(on: phone), "step \(step)")
        #expect(one.replica.rejections.map(\.reason) == other.replica.rejections.map(\.reason))
        let digest = one.replica.store.head.digest
        if digest != 0 { #expect(one.replica.store.state.digest.first == digest) }
      }
    }
    try own.home.settle()
    try shared.home.settle()
    #expect(own.home.export() == shared.home.export())
    #expect(own.home.habitsOfServer == shared.home.habitsOfServer)
    for phone in 0..<3 { #expect(own.home.habits(on: phone) == own.home.habitsOfServer) }
  }
}
