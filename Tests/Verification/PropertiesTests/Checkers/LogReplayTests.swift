import Base
import Chronology
import ReferenceModels
import SyncCore
import Testing

@testable import DomainCore
@testable import Properties

@Suite("Violations of P11, P13, P14 and P20 that a replay of the log detects")
struct LogReplayTests {
  let world = MonitoredWorld()
  let habit: Entity
  let goal: Entity
  let reward: Entity
  let bonus: Entity
  let duty: Duty

  /// A week of a habit, a goal that is reached, a bonus and a reward for it, a drive to practice.
  init() {
    let day = MonitoredWorld.firstDay
    habit = world.creates()
    for _ in 0..<7 {
      world.completes(habit)
      world.now += Span.day
    }
    let parent = MonitoredWorld.parent
    goal =
      world.does(
        MonitoredWorld.phone,
        .createGoal(
          for: parent,
          GoalCreation(
            .skill, title: TextHandle(5), target: 3, unit: .empty, from: day,
            through: day.adding(days: 20), priority: .low))
      ).fact.identity
    world.does(MonitoredWorld.phone, .completeGoal(goal, of: parent))
    bonus = world.does(MonitoredWorld.phone, .awardBonus(to: parent, 30)).fact.identity
    reward =
      world.does(MonitoredWorld.phone, .offerReward(TextHandle(6), price: 40, by: parent))
      .fact.identity
    world.does(MonitoredWorld.phone, .claimReward(reward, for: parent, price: 40))
    let season = Season(first: day, last: day.adding(days: 60))
    let sport = world.does(
      MonitoredWorld.phone,
      .createSport(for: MonitoredWorld.child, SportCreation(name: TextHandle(7), season: season)))
    let start = ClassStart(day: day.adding(days: 10), minute: 600, zone: .utc)
    let made = world.does(
      MonitoredWorld.phone,
      .createClass(
        for: MonitoredWorld.child,
        ClassCreation(
          sport: sport.fact.identity, type: .practice, start: start, durationMinutes: 60)))
    duty = Duty(.pickUp, of: OccurrenceID(made.fact.identity, day.adding(days: 10)))
    world.does(MonitoredWorld.phone, .claim(duty, by: parent))
    world.exchangeAll()
  }

  private func look() {
    world.monitor.tellAgain(scope: world.scope, on: world.server, at: world.now)
  }

  private func position(_ kind: FactKind) -> Int {
    var position = 0
    while world.row(position).operation.fact.kind != kind { position += 1 }
    return position
  }

  @Test("a correct fold violates nothing")
  func healthy() {
    look()
    let balance = world.server.scopes[0].state.rewards.balance(of: MonitoredWorld.parent)
    #expect(balance == 50 + 100 + 30 - 40)
    #expect(world.reports == [])
    for property in [Property.caps, .conservation, .derivedState] {
      #expect(world.checks(of: property) > 0, "\(property)")
    }
  }

  @Test("P20: a balance that is not the sum of its ledger is detected")
  func balance() {
    world.server.scopes[0].state.rewards.people[0].balance += 1
    look()
    #expect(world.broken == [.conservation])
  }

  @Test("P20: a bonus paid that the log lacks, or has with another amount, is detected")
  func bonuses() {
    let place = position(.bonusAwarded)
    world.changeFeed { $0[place].operation.fact.payload.first = 31 }
    look()
    #expect(world.broken == [.conservation])
  }

  @Test("P20: a cause that paid twice, and a wrong revoked amount, are detected")
  func twice() {
    for amount in [30, -29] as [Int32] {
      var balances = PointBalanceModel()
      let cause = PointCause(.bonus, bonus, of: MonitoredWorld.parent)
      func entry(_ amount: Int32, _ turn: UInt32) -> LedgerEntry {
        LedgerEntry(
          cause: cause, by: bonus, day: MonitoredWorld.firstDay, amount: amount, turn: turn,
          earlier: 0)
      }
      let first = balances.book(entry(30, 0))
      let second = balances.book(entry(amount, amount > 0 ? 0 : 1))
      #expect(first == nil && second != nil)
    }
  }

  @Test("P20: points for an incomplete goal are detected")
  func goals() {
    let place = position(.goalCompletedSet)
    world.changeFeed { $0[place].operation.fact.payload.first = 0 }
    look()
    #expect(world.broken == [.conservation, .derivedState])
  }

  @Test("P20: points for a week of a habit that was not done are detected")
  func weeks() {
    let place = position(.completionSet)
    world.changeFeed {
      var done = CompletionPayload($0[place].operation.fact.payload)
      done.done = false
      $0[place].operation.fact.payload = done.payload
    }
    look()
    #expect(world.broken == [.conservation, .derivedState])
  }

  @Test("P20: points that no one had set for a cause are detected")
  func pay() {
    let values = world.does(
      MonitoredWorld.phone, .setPoints(.goalLow, to: 7, by: MonitoredWorld.parent))
    world.exchangeAll()
    let (from, to) = (position(.pointsSet), position(.goalCreated))
    #expect(values.fact.kind == .pointsSet)
    // As if it had been set before the goal was reached.
    world.changeFeed { $0.insert($0.remove(at: from), at: to) }
    look()
    #expect(world.broken == [.conservation])
  }

  @Test("P13: a duty assigned to a second person, or rejected although free, is detected")
  func duties() {
    let place = position(.dutyClaimed)
    let claim = world.row(place)
    world.changeFeed { rows in
      var second = rows[place]
      second.operation.fact.author = MonitoredWorld.child
      rows.append(second)
    }
    look()
    // A child may not claim one either, and the state has the duty as it was.
    #expect(world.broken == [.caps, .isolation, .derivedState])
    let other = LogReplayTests()
    other.world.changeFeed { $0[place].verdict = Verdict(.dutyTaken) }
    other.look()
    #expect(claim.operation.fact.author == MonitoredWorld.parent)
    // The state has a driver of whom the log knows nothing now.
    #expect(other.world.broken == [.caps, .derivedState])
  }

  @Test("P13: a rejected claim that the balance could pay is detected")
  func claims() {
    let place = position(.rewardClaimed)
    world.changeFeed { rows in
      var second = rows[place]
      second.verdict = Verdict(.balanceTooLow)
      rows.append(second)
    }
    look()
    #expect(world.broken == [.caps])
  }

  @Test("P13: a reward claimed at an old price, or rejected at its own, is detected")
  func prices() {
    let claim = position(.rewardClaimed)
    let priced = world.does(
      MonitoredWorld.phone, .priceReward(reward, at: 50, by: MonitoredWorld.parent))
    world.exchangeAll()
    look()
    #expect(world.reports == [])
    // As if it had become more expensive before the claim.
    let from = position(.rewardPriceSet)
    world.changeFeed { $0.insert($0.remove(at: from), at: claim) }
    look()
    #expect(world.reports.contains("a reward was claimed at a price other than its own"))
    let other = LogReplayTests()
    other.world.changeFeed { $0[claim].verdict = Verdict(.rewardPriceChanged) }
    other.look()
    #expect(priced.fact.payload.first == 50)
    #expect(
      other.world.reports.first == "a claim was rejected although it names the reward's price")
  }

  @Test("P13: spending more points than the balance has is detected")
  func overdrawn() {
    // A ledger whose claim comes before everything that was earned.
    let claim = position(.rewardClaimed)
    let offered = world.row(claim).operation.fact.identity
    world.server.scopes[0].state.rewards.ledger = Ledger()
    var fact = world.row(claim).operation.fact
    fact.payload.second = 40
    _ = world.server.scopes[0].state.rewards.ledger.begin(
      PointCause(.claim, offered, of: MonitoredWorld.parent), -40, by: fact)
    look()
    #expect(world.broken.contains(.caps))
    #expect(world.reports.contains("more points were spent than the balance had"))
  }

  @Test("P11: a deleted record that still exists is detected")
  func resurrection() {
    let parent = MonitoredWorld.parent
    world.does(MonitoredWorld.phone, .deleteHabit(habit, of: parent))
    world.does(MonitoredWorld.phone, .deleteGoal(goal, of: parent))
    world.does(MonitoredWorld.phone, .withdrawReward(reward, by: parent))
    world.does(MonitoredWorld.phone, .deleteClass(duty.occurrence.trainingClass))
    world.exchangeAll()
    look()
    #expect(world.reports == [])
    // Five ends, and the rows that say something of what could have been deleted.
    #expect(world.checks(of: .noResurrection) == 5 + 9)
    world.server.scopes[0].state.habits.rows[0].life.count = 2
    world.server.scopes[0].state.goals.rows[0].isDeleted = false
    world.server.scopes[0].state.rewards.catalog[0].isWithdrawn = false
    world.server.scopes[0].state.schedule.classes[0].isDeleted = false
    look()
    // A class that is there has occurrences that no plan has, and screens show all of it.
    #expect(world.broken == [.derivedState, .noResurrection])
    #expect(world.violations.count { $0.property == .noResurrection } == 4)
  }

  @Test("P11: an accepted edit of a deleted record, and a class without its sport, are detected")
  func edits() {
    let parent = MonitoredWorld.parent
    let sport = world.row(position(.sportCreated)).operation.fact.identity
    world.does(MonitoredWorld.phone, .deleteHabit(habit, of: parent))
    world.does(MonitoredWorld.phone, .deleteSport(sport))
    world.exchangeAll()
    look()
    #expect(world.reports == [])
    let (deleted, done) = (position(.habitDeleted), position(.completionSet))
    world.changeFeed { $0.insert($0.remove(at: deleted), at: done) }
    look()
    #expect(world.broken == [.noResurrection])
    #expect(Set(world.reports) == ["an edit of a deleted record was accepted"])
    world.server.scopes[0].state.schedule.sports[0].isDeleted = false
    look()
    #expect(world.reports.contains("a class still exists although its sport was deleted"))
  }

  @Test("P14: a field that is not what was written last is detected")
  func fields() {
    let parent = MonitoredWorld.parent
    let name = HabitName(text: TextHandle(9), folded: TextHandle(9))
    world.does(MonitoredWorld.phone, .renameHabit(habit, of: parent, to: name))
    world.does(MonitoredWorld.phone, .priceReward(reward, at: 50, by: parent))
    world.exchangeAll()
    look()
    #expect(world.reports == [])
    world.server.scopes[0].state.habits.rows[0].name.value.text = TextHandle(8)
    world.server.scopes[0].state.goals.rows[0].title = TextHandle(8)
    world.server.scopes[0].state.rewards.catalog[0].price = 41
    world.server.scopes[0].state.rewards.values[.goalHigh] = 1
    look()
    // No one has set what a high goal pays, so nothing can be checked.
    #expect(world.broken == [.derivedState])
    #expect(world.violations.count == 3)
  }
}

@Suite("Violations of P13 and P14 in groups")
struct GroupReplayTests {
  let door = MonitoredAdmission()

  @Test("an eleventh member is detected")
  func seats() {
    #expect(door.monitor.shared.tally.checks(of: .caps) == 10)
    #expect(door.monitor.shared.tally.violations == [])
    var row = door.server.scopes[0].feed[0]
    row.operation.fact.version.site = 10
    door.monitor.takesSeat(row, scope: 0, at: door.now)
    #expect(door.monitor.shared.tally.violations.map(\.property) == [.caps])
  }

  @Test("a rejection while a seat is free is detected")
  func turnedAway() {
    // The tenth has left, and the server has not noticed.
    var left = door.server.scopes[0].feed[9]
    left.operation.fact.kind = .groupLeft
    door.monitor.takesSeat(left, scope: 0, at: door.now)
    #expect(door.monitor.shared.tally.violations == [])
    door.tries(MonitoredAdmission.late)
    door.exchange(MonitoredAdmission.late)
    #expect(door.monitor.shared.tally.violations.map(\.property) == [.caps])
  }

  @Test("a seat that a person does not have but is notified of is detected")
  func seated() {
    let account = door.server.sites[MonitoredAdmission.late].account
    door.does(9, .leaveGroup(MemberHandle(9), erasingWorkouts: false), as: MemberHandle(9))
    door.exchange(9)
    door.server.directory.accounts[Int(account.raw)].activeGroup = door.scope
    door.tries(MonitoredAdmission.late)
    door.exchange(MonitoredAdmission.late)
    #expect(door.reports == ["a person was shown a seat that they do not have"])
    #expect(door.broken == [.caps])
  }

  @Test("a wrong group membership on the server is detected")
  func seatsAtRest() {
    door.end()
    #expect(door.reports == [])
    let account = door.server.sites[9].account
    door.server.directory.accounts[Int(account.raw)].activeGroup = .max
    door.monitor.quiescent(replicas: door.replicas, server: door.server, at: door.now)
    #expect(door.reports == ["a person's seat differs from the one that they took"])
    #expect(door.broken == [.caps])
  }

  @Test("a wrong number of workouts in a week of a leaderboard is detected")
  func board() {
    let member = MemberHandle(0)
    door.does(0, .setGroupConsent(of: member, to: true), as: member)
    door.does(
      0,
      .shareWorkout(
        Entity(site: 0, sequence: 99), of: member, on: MonitoredAdmission.monday, calories: 5),
      as: member)
    door.exchange(0)
    door.monitor.tellAgain(scope: 0, on: door.server, at: door.now)
    #expect(door.monitor.shared.tally.violations == [])
    door.server.scopes[0].state.group.scores[0].checkIns = 2
    door.monitor.tellAgain(scope: 0, on: door.server, at: door.now)
    #expect(door.broken == [.derivedState])
    #expect(door.reports.first == "the workouts in a week of a leaderboard differ from the log")
  }

  /// Two members who share a workout each, which violates nothing.
  private func shares() {
    for device in 0..<2 {
      let member = MemberHandle(UInt16(device))
      door.does(device, .setGroupConsent(of: member, to: true), as: member)
      door.does(
        device,
        .shareWorkout(
          Entity(site: UInt32(device), sequence: 99), of: member, on: MonitoredAdmission.monday,
          calories: 5), as: member)
      door.exchange(device)
    }
    look()
    #expect(door.monitor.shared.tally.violations == [])
  }

  private func look() { door.monitor.tellAgain(scope: 0, on: door.server, at: door.now) }

  @Test("a leaderboard that lacks a sharing member, or shows one who does not share, is detected")
  func sharing() {
    shares()
    door.server.scopes[0].state.group.seats[0].shares = false
    look()
    #expect(door.reports.contains("a member's value on a leaderboard differs from the log"))
    #expect(door.broken == [.derivedState])
    let other = GroupReplayTests()
    other.shares()
    var row = other.door.server.scopes[0].feed[10]
    row.operation.fact.payload = Payload(0)
    row.operation.fact.version.stamp += 1 << 20
    other.door.server.scopes[0].feed.append(row)
    other.look()
    #expect(other.door.reports.contains("a leaderboard shows a member who does not share"))
  }

  @Test(
    "GRP-9: a former member missing on final leaderboards, or present on later ones, is detected")
  func left() {
    shares()
    door.now = door.now + 11 * Span.day
    door.does(1, .leaveGroup(MemberHandle(1), erasingWorkouts: false), as: MemberHandle(1))
    door.exchange(1)
    look()
    #expect(door.reports == [])
    let last = door.server.scopes[0].state.group.seats[1].finalWhenLeft
    #expect(last == MonitoredAdmission.monday)
    for other in [last.adding(days: -7), last.adding(days: 7)] {
      door.server.scopes[0].state.group.seats[1].finalWhenLeft = other
      look()
    }
    #expect(door.reports.contains("a member's value on a leaderboard differs from the log"))
  }

  @Test("wrong members or a wrong admin of a group are detected")
  func members() {
    door.server.scopes[0].state.group.head.admin = MemberHandle(3)
    look()
    #expect(door.reports == ["a group's members or admin differ from the log"])
  }

  @Test("P24: a group notified of one cause twice is detected")
  func events() {
    let event = door.server.scopes[0].state.group.events[0]
    door.server.scopes[0].state.group.events.append(event)
    look()
    #expect(door.reports.contains("a group is notified of one cause twice"))
    #expect(door.broken == [.notifications, .derivedState])
  }

  @Test("GRP-7: a feed item of what has not happened, or was already seen, is detected")
  func feeds() {
    shares()
    let what = "a member's group feed differs from what has happened"
    let before = door.server.scopes[0].state.group.events.count
    #expect(door.server.scopes[0].state.group.events[before - 1].kind == .rankGained)
    door.server.scopes[0].state.group.events[before - 1].ranks = SIMD2(2, 1)
    look()
    #expect(door.reports == [what])
    let other = GroupReplayTests()
    let member = MemberHandle(1)
    other.door.does(1, .viewGroupFeed(of: member, through: 99), as: member)
    other.door.exchange(1)
    other.look()
    #expect(other.door.reports == [])
    other.door.server.scopes[0].state.group.seats[1].eventsViewed = 0
    other.look()
    #expect(other.door.reports == [what])
  }

  @Test("GRP-3: an invitation that shows another group is detected")
  func preview() {
    door.server.scopes[0].state.group.head.name = TextHandle(77)
    look()
    #expect(door.reports.contains("an invitation shows another group than the log has"))
  }

  @Test("P12: an admin's operation by a member, and sharing without consent, are detected")
  func rights() {
    shares()
    let place = door.server.scopes[0].feed.count - 1
    var row = door.server.scopes[0].feed[place]
    row.operation.fact.author = MemberHandle(5)
    door.server.scopes[0].feed.append(row)
    row.operation.fact.kind = .groupNameSet
    door.server.scopes[0].feed.append(row)
    look()
    #expect(door.reports.contains("a group accepted a workout without the member's consent"))
    #expect(
      door.reports.contains("a group accepted a change that only its admin may make"))
  }
}
