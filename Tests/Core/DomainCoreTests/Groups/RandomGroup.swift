import Base
import Chronology
import TestKit

@testable import DomainCore

/// A random history of a group in the core and in the reference model, side by side.
///
/// Members live in various zones and travel; devices are offline for hours or days, so facts arrive
/// late and out of order; members tap twice, undo actions, leave and rejoin.
final class RandomGroup {
  static let zones = [
    "Etc/UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Europe/Berlin",
    "Asia/Kolkata", "Pacific/Auckland", "Australia/Lord_Howe",
  ].compactMap { Zone(named: $0) }

  let group = TestGroup(accounts: 13)
  let model = GroupModel()
  var dice: Dice
  var zone: [Zone]
  /// Facts on devices that are offline, with who made them.
  var pending: [(fact: Fact, account: Int)] = []
  var refused = 0
  var complaint: String?

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    zone = []
    for _ in 0..<13 { zone.append(dice.pick(Self.zones)) }
  }

  func run(steps: Int) {
    for step in 0..<steps where complaint == nil {
      act(founds: step == 0)
      while !pending.isEmpty && dice.chance(1, in: 4) {
        let late = pending.remove(at: dice.roll(pending.count))
        deliver(late.fact, late.account)
      }
      if step % 36 == 20 { compare() }
    }
    for late in pending { deliver(late.fact, late.account) }
    compare()
  }

  private func act(founds: Bool) {
    group.now += dice.pick([
      Span.minute, Span.hour, 5 * Span.hour, 11 * Span.hour, 26 * Span.hour,
    ])
    // Joins come first, and none is refused.
    let account = founds ? 0 : dice.roll(13)
    if dice.chance(1, in: 25) { zone[account] = dice.pick(Self.zones) }
    guard let command = command(account, founds: founds) else { return }
    let site = dice.chance(1, in: 3) ? UInt32(account + 101) : UInt32(account + 1)
    let joins = command.kind == .groupJoined
    for _ in 0..<(dice.chance(1, in: 12) ? 2 : 1) {
      let fact = group.fact(
        command, by: account, zone: zone[account], site: joins ? UInt32(account + 1) : site)
      if !joins && dice.chance(1, in: 4) {
        pending.append((fact, account))
      } else {
        deliver(fact, account)
      }
    }
  }

  private func command(_ account: Int, founds: Bool) -> Command? {
    if founds { return group.joining(0) }
    guard let handle = group.member[account], model.here.contains(Int(handle.index)) else {
      return dice.chance(2, in: 3) ? group.joining(account) : nil
    }
    let day = zone[account].localDay(at: group.now)
    let workout = TestGroup.workout(account * 40 + dice.roll(12))
    switch dice.roll(60) {
    case 0: return .leaveGroup(handle, erasingWorkouts: dice.chance(1, in: 4))
    case 1: return group.removal(of: dice.pick(Array(group.member.keys).sorted()))
    case 2: return .renameGroup(group.names.handle(of: "Group \(dice.roll(9))"), by: handle)
    case 3: return dice.chance(1, in: 12) ? .deleteGroup(by: handle) : nil
    case 4, 5: return .setGroupSharing(of: handle, to: dice.chance(1, in: 2))
    case 6: return .setGroupConsent(of: handle, to: false)
    case 7...16: return .setGroupConsent(of: handle, to: true)
    case 17, 18:
      return .setDisplayName(of: handle, to: group.names.handle(of: dice.pick(["x", "y", "z"])))
    case 19...22:
      return .viewGroupFeed(of: handle, through: UInt32(dice.roll(model.events.count + 3)))
    case 23...26:
      return .withdrawWorkout(workout, of: handle, on: day)
    default:
      let past =
        dice.chance(1, in: 4) ? min(dice.roll(4), Int(day.number - TestGroup.monday.number) + 7) : 0
      return .shareWorkout(
        workout, of: handle, on: day.adding(days: -max(0, past)), calories: 250)
    }
  }

  private func deliver(_ fact: Fact, _ account: Int) {
    let expected = model.accepts(fact, by: account, now: group.now)
    if expected { model.take(fact, by: account, now: group.now, names: group.names) }
    let outcome = group.submit(fact, by: account)
    if case .refused(let refusal) = outcome {
      refused += 1
      if expected { complaint = complaint ?? "\(fact.kind) was refused: \(refusal)" }
    } else if !expected {
      complaint = complaint ?? "\(fact.kind) was accepted"
    }
    // P13: at most ten members at every position of the log.
    if group.state.group.active.count > 10 { complaint = "eleven members" }
  }

  private func compare() {
    func check<Value: Equatable>(_ core: Value, _ model: Value, _ what: String) {
      if core != model { complaint = complaint ?? "\(what): \(core), but the model has \(model)" }
    }
    let state = group.state.group.head
    check(state.isDeleted, model.isDeleted, "deleted")
    check(group.names.text(of: state.name), model.name, "name")
    if !model.isDeleted {
      check(Int(state.admin.index), model.admin, "admin")
      check(
        (0..<group.state.group.active.count).map { Int(group.state.group.active[$0].index) },
        model.here, "members")
    }
    let days = model.days()
    for (index, week) in GroupModel.weeks.enumerated() where week <= group.now.utcDay {
      let isFinal = model.isFinal(week, now: group.now)
      if !model.isDeleted { check(group.isFinal(week: index - 1), isFinal, "final \(week)") }
      let expected = model.boards(week, days, now: group.now)
      for challenge in GroupChallenge.allCases {
        let archived = group.archive(challenge, week: index - 1)
        if !model.isDeleted { check(archived == nil, !isFinal, "archived \(week)") }
        check(
          archived ?? group.board(challenge, week: index - 1), expected[Int(challenge.rawValue)],
          "\(challenge) of \(week)")
      }
    }
    for person in model.people.indices {
      check(feed(person), model.feed(of: person, now: group.now), "feed of \(person)")
    }
    for account in 0..<13 {
      let isIn = !model.isDeleted && model.here.contains { model.people[$0].account == account }
      check(group.directory.isInGroup(AccountHandle(UInt32(account))), isIn, "group of \(account)")
    }
    let copy = group.state.group.copy()
    check(copy.isIdentical(to: group.state.group), true, "copy")
  }

  /// A feed in the terms of `GroupModel`.
  private func feed(_ person: Int) -> [String] {
    group.state.group.groupFeed(of: MemberHandle(UInt16(person)), now: group.now).map { item in
      let star = item.isUnread ? "*" : ""
      switch item.event.kind {
      case .memberJoined: return star + "joined \(item.event.member.index)"
      case .rankLost:
        let boards = (0..<2).filter { item.event.challenges >> UInt8($0) & 1 == 1 }
        return star + "lost \(boards) by \(item.event.cause.raw)"
      case .rankGained:
        let ranks = (0..<2).map { Int(item.event.ranks[$0]) }
        return star + "gained \(ranks) by \(item.event.cause.raw)"
      case .weekEnded: return star + "ended \(item.event.week)"
      }
    }
  }
}
