import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("A group equals its reference model")
struct GroupOracleTests {
  @Test(
    "GRP-1…GRP-9, FAM-12: seats, boards, archive and feed equal those of the reference model",
    arguments: 0..<10)
  func histories(part: Int) {
    var refused = 0
    var rows = 0
    var events = 0
    var final = 0
    for number in 0..<120 {
      let history = RandomGroup(seed: UInt64(part * 1_000 + number))
      history.run(steps: 72)
      // Whole states are compared byte by byte, which is slow in unoptimized builds.
      let isSame =
        number % 8 > 0 || history.group.isIdenticalToReplay() && history.group.isIdenticalToCopy()
      if history.complaint == nil && !isSame {
        history.complaint = "a second fold of the same log differs"
      }
      if let complaint = history.complaint {
        Issue.record("history \(part * 1_000 + number): \(complaint)")
        return
      }
      refused += history.refused
      rows += history.group.log.count
      events += history.model.events.count
      final += history.model.finalWeeks.count
    }
    // Histories without events prove nothing.
    #expect(rows > 3_000 && refused > 200 && events > 600 && final > 200)
  }

  @Test("GRP-1: P13: eleven push in any order: ten get seats, and none is refused before that")
  func seats() {
    for number in 0..<3_000 {
      var dice = Dice(seed: UInt64(number))
      let group = TestGroup()
      group.join(0)
      var here = 1
      // Joins and leaves in random order; all devices knew of an empty group.
      var queue: [(account: Int, fact: Fact?)] = []
      for account in dice.shuffled(Array(1...12)) {
        queue.append(
          (account, group.fact(.joinGroup(code: TestGroup.code, as: TextHandle(1)), by: account)))
        if dice.chance(1, in: 4) { queue.append((account, nil)) }
      }
      for entry in queue {
        guard let join = entry.fact else {
          if group.member[entry.account] != nil, group.leave(entry.account) == .changed {
            here -= 1
          }
          continue
        }
        let expected: TestGroup.Outcome = here < 10 ? .changed : .refused(.groupFull)
        let outcome = group.submit(join, by: entry.account)
        if outcome != expected {
          Issue.record("history \(number): \(outcome) with \(here) members")
        }
        if outcome == .changed { here += 1 }
        if group.state.group.active.count != here { Issue.record("history \(number)") }
      }
    }
  }

  @Test("GRP-2, GRP-6: registers of different members commute", arguments: 0..<60)
  func registers(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let group = TestGroup(of: 4)
    var facts: [Fact] = []
    for _ in 0..<24 {
      let account = dice.roll(4)
      let handle = group.handle(account)
      let isOn = dice.chance(1, in: 2)
      let name = TextHandle(UInt32(1 + dice.roll(5)))
      let command: Command =
        switch dice.roll(4) {
        case 0: .setDisplayName(of: handle, to: name)
        case 1: .setGroupSharing(of: handle, to: isOn)
        case 2: .setGroupConsent(of: handle, to: isOn)
        default: .renameGroup(name, by: group.handle(0))
        }
      let author = command.kind == .groupNameSet ? 0 : account
      facts.append(
        group.fact(
          command, by: author, zone: dice.pick(RandomGroup.zones),
          site: UInt32(200 + author * 2 + dice.roll(2))))
    }
    func folded(_ facts: [Fact]) -> ScopeState {
      var state = group.state.copy()
      for fact in facts { state.apply(fact, committed: group.now) }
      return state
    }
    let one = folded(facts)
    for _ in 0..<4 {
      let other = folded(dice.shuffled(facts))
      let isSame = one.isIdentical(to: other) && one.digest == other.digest
      #expect(isSame)
    }
  }

  @Test("GRP-1: every fact that changes a group changes its digest")
  func digests() {
    let group = TestGroup(of: 3)
    var seen: Set<Digest128> = [group.state.digest]
    func moved() -> Bool { seen.insert(group.state.digest).inserted }
    for command in [
      Command.renameGroup(TextHandle(40), by: group.handle(0)),
      .setDisplayName(of: group.handle(0), to: TextHandle(41)),
      .setGroupSharing(of: group.handle(0), to: false),
      .setGroupConsent(of: group.handle(0), to: false),
      .shareWorkout(
        TestGroup.workout(1), of: group.handle(1), on: TestGroup.monday, calories: 1),
      .viewGroupFeed(of: group.handle(0), through: 1),
      .leaveGroup(group.handle(0)),
    ] {
      group.does(command, command.subject == group.handle(1) ? 1 : 0)
      #expect(moved(), "\(command.kind)")
    }
    group.does(.deleteGroup(by: group.handle(1)), 1)
    #expect(moved())
  }

  @Test(
    "GRP-1…GRP-9: no payload, zone, day or person from outside stops the fold", arguments: 0..<8)
  func hostile(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let kinds = FactKind.allCases.filter { $0.area == .groups }
    var accepted = 0
    for _ in 0..<40 {
      let group = TestGroup(of: 3)
      group.train(1, 1)
      for _ in 0..<60 {
        func word() -> UInt64 {
          let word = (0..<4).reduce(0) { word, _ in word << 16 | UInt64(dice.roll(65_536)) }
          return dice.pick([0, 1, word, word >> 40, .max, 1 << 48 | UInt64(20_514)])
        }
        let person = dice.pick([0, 1, 2, 3, 900, UInt16.max])
        var fact = group.fact(
          Command(
            dice.pick(kinds), subject: MemberHandle(dice.pick([person, 0, 1, UInt16.max])),
            entity: Entity(raw: word()), payload: Payload(word(), word())),
          by: 0, site: UInt32(dice.roll(4)), author: MemberHandle(person))
        if dice.chance(1, in: 6) { fact.zone = UInt16(truncatingIfNeeded: word()) }
        if dice.chance(1, in: 6) { fact.day = LocalDay(number: Int32(truncatingIfNeeded: word())) }
        if dice.chance(1, in: 6) { fact.version.stamp = word() }
        if group.refusal(of: fact, by: dice.roll(14)) == nil {
          group.state.apply(fact, committed: group.now)
          accepted += 1
        }
        group.now += Int64(dice.roll(60_000_000))
        for challenge in GroupChallenge.allCases {
          _ = group.state.group.board(
            week: TestGroup.monday, challenge: challenge, now: group.now,
            nameOrder: { $0.raw < $1.raw })
        }
        for place in 0..<group.state.group.seats.count {
          _ = group.state.group.groupUnread(of: MemberHandle(UInt16(place)), now: group.now)
        }
      }
      #expect(group.isIdenticalToCopy())
    }
    #expect(accepted > 100)
  }
}
