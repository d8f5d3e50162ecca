import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("What a group knows about a workout")
struct GroupPrivacyTests {
  @Test("GRP-6: a group gets count, calories and date, and the payload has space for nothing else")
  func layout() {
    for count in 0...1 as ClosedRange<UInt8> {
      for calories in [0, 1, 750, WorkoutSummary.caloriesMax] {
        for number in [-1, 0, 20_514, Int32.max] {
          let summary = WorkoutSummary(
            day: LocalDay(number: number), calories: calories, count: count)
          #expect(WorkoutSummary(summary.payload) == summary)
        }
      }
    }
    // Every bit of the two words: it decodes to one of the three, or the fact is refused.
    let group = TestGroup(of: 1)
    let honest = group.workout(0, 1, at: group.now)
    var accepted = 0
    for bit in 0..<128 {
      var fact = honest
      if bit < 64 {
        fact.payload.first ^= 1 << UInt64(bit)
      } else {
        fact.payload.second ^= 1 << UInt64(bit - 64)
      }
      let changed = WorkoutSummary(fact.payload) != WorkoutSummary(honest.payload)
      let refusal = group.refusal(of: fact, by: 0)
      #expect(changed || refusal == .workoutDetail, "bit \(bit)")
      if refusal == nil { accepted += 1 }
    }
    #expect(accepted > 8)
  }

  @Test("GRP-6: a group stores nothing else")
  func kept() {
    let group = TestGroup(of: 1)
    group.train(0, 1)
    let row = group.state.group.workouts[0]
    #expect(row.calories == 300 && row.count == 1 && row.day == TestGroup.monday)
    let fields = Mirror(reflecting: row).children.compactMap(\.label)
    #expect(
      fields == ["version", "day", "calories", "count", "isCounted", "isTold", "isErased"])
  }

  @Test("GRP-6: a malformed or impossible workout is refused")
  func malformed() {
    let group = TestGroup(of: 1)
    func respond(_ summary: WorkoutSummary, entity: Entity = TestGroup.workout(1)) -> Refusal? {
      group.refusal(
        of: group.fact(
          Command(
            .groupWorkoutShared, subject: group.handle(0), entity: entity,
            payload: summary.payload), by: 0), by: 0)
    }
    let day = TestGroup.monday
    #expect(respond(WorkoutSummary(day: day, calories: 20_000)) == nil)
    #expect(respond(WorkoutSummary(day: day, calories: 20_001)) == .amountOutOfRange)
    #expect(respond(WorkoutSummary(day: day, calories: 9, count: 2)) == .workoutDetail)
    #expect(respond(WorkoutSummary(day: day, calories: 9, count: 0)) == .workoutDetail)
    #expect(respond(WorkoutSummary(day: day, calories: 9), entity: .none) == .workoutDetail)
  }

  @Test("GRP-6: a member who does not share is on no board, past or present")
  func sharing() {
    let group = TestGroup(of: 2)
    for week in 0..<3 {
      for account in 0..<2 {
        group.train(account, week * 2 + account, at: TestGroup.at(week * 7 + 6, hour: 12))
      }
    }
    let both = ["1 a 1", "1 b 1"]
    for (isOn, expected) in [(true, both), (false, ["1 a 1"]), (true, both)] {
      group.share(1, isOn)
      for week in 0..<3 {
        for challenge in GroupChallenge.allCases {
          #expect(group.board(challenge, week: week) == expected)
        }
      }
      #expect(group.archive(.checkIns) == expected)
      #expect(group.activeAccounts == [0, 1])
    }
  }

  @Test("GRP-6: while sharing is off a device sends nothing; the server accepts earlier workouts")
  func sharingOff() {
    let group = TestGroup(of: 2)
    let sent = group.workout(1, 1, at: group.now)
    group.share(1, false)
    let made = group.workout(1, 2, at: group.now)
    #expect(group.refusal(of: made, by: 1, at: .device) == .sharingOff)
    #expect(group.submit(sent, by: 1) == .changed)
    #expect(group.board(.checkIns).isEmpty)
    group.share(1, true)
    #expect(group.board(.checkIns) == ["1 b 1"])
    // Workouts of that time can be published now, for their own days.
    #expect(group.refusal(of: made, by: 1, at: .device) == nil)
  }

  @Test("GRP-6: the later of two sharing settings wins, in any order of arrival")
  func sharingRegister() {
    let group = TestGroup(of: 1)
    group.train(0, 1)
    let off = group.fact(.setGroupSharing(of: group.handle(0), to: false), by: 0)
    let on = group.fact(.setGroupSharing(of: group.handle(0), to: true), by: 0, site: 91)
    #expect(group.submit(on, by: 0) == .changed)
    #expect(group.submit(off, by: 0) == .superseded)
    #expect(group.board(.checkIns) == ["1 a 1"])
  }

  @Test("FAM-12: nothing leaves the device before its owner consents")
  func consentMissing() {
    let group = TestGroup()
    group.join(0)
    let made = group.workout(0, 1, at: group.now)
    #expect(group.refusal(of: made, by: 0, at: .device) == .groupConsentMissing)
    #expect(group.submit(made, by: 0) == .refused(.groupConsentMissing))
    group.agree(0)
    #expect(group.train(0, 1) == .changed)
  }

  @Test("FAM-12: a withdrawn consent deletes everything the member shared, in the archive too")
  func withdrawn() {
    let group = TestGroup(of: 2)
    for day in [5, 6, 13, 20] {
      group.train(0, day, at: TestGroup.at(day, hour: 12))
      group.train(1, 100 + day, at: TestGroup.at(day, hour: 13))
    }
    let pending = group.workout(1, 300, at: group.now)
    #expect(group.archive(.checkIns) == ["1 a 2", "1 b 2"])
    #expect(group.agree(1, false) == .changed)
    for week in 0..<3 {
      #expect(group.board(.checkIns, week: week).map { $0.dropFirst(2).first! } == ["a"])
      #expect(group.board(.streak, week: week).count == 1)
    }
    for place in 0..<group.state.group.workouts.count
    where group.state.group.workouts.key(at: place).second == 1 {
      let row = group.state.group.workouts[place]
      #expect(row.isErased && row.calories == 0 && row.count == 0 && row.day.number == 0)
    }
    // A new consent restores nothing; neither does an operation pending on another device.
    group.agree(1)
    #expect(group.board(.checkIns, week: 2) == ["1 a 1"])
    #expect(group.submit(pending, by: 1) == .refused(.consentWithdrawn))
    // A new publication counts, but not in a week that is final.
    #expect(group.train(1, 120, at: TestGroup.at(20, hour: 20)) == .changed)
    #expect(group.board(.checkIns, week: 2) == ["1 a 1", "1 b 1"])
    group.does(
      .shareWorkout(
        TestGroup.workout(101), of: group.handle(1), on: TestGroup.day(1), calories: 1), 1)
    #expect(group.archive(.checkIns) == ["1 a 2"])
    #expect(group.isIdenticalToCopy() && group.isIdenticalToReplay())
  }

  @Test("FAM-12: a withdrawal that arrives after a newer consent still deletes earlier workouts")
  func withdrawnBefore() {
    let group = TestGroup(of: 1)
    group.train(0, 1)
    let withdrawal = group.fact(.setGroupConsent(of: group.handle(0), to: false), by: 0, site: 91)
    group.agree(0)
    group.train(0, 2)
    #expect(group.submit(withdrawal, by: 0) == .changed)
    #expect(group.board(.checkIns) == ["1 a 1"])
    #expect(group.state.group.seats[0].consents)
  }

  @Test("FAM-12: a member who leaves may delete everything they shared, in the archive too")
  func leaving() {
    for erases in [false, true] {
      let group = TestGroup(of: 2)
      group.train(1, 1, at: TestGroup.at(1, hour: 12))
      group.now = TestGroup.at(12, hour: 12)
      group.leave(1, erasing: erases)
      #expect(group.archive(.checkIns) == (erases ? [] : ["1 b 1"]))
    }
  }

  @Test("FAM-12: a deleted account leaves its group and deletes what it shared")
  func departure() {
    let group = TestGroup(of: 2)
    let member = group.handle(1)
    #expect(
      group.state.group.groupDeparture(of: member) == .leaveGroup(member, erasingWorkouts: true))
    group.leave(1)
    let departures = [member, MemberHandle(40)].map { group.state.group.groupDeparture(of: $0) }
    #expect(departures == [nil, nil])
    group.does(.deleteGroup(by: group.handle(0)), 0)
    let last = group.state.group.groupDeparture(of: group.handle(0))
    #expect(last == nil)
  }
}
