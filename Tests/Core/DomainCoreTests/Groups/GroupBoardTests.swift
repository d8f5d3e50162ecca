import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("The boards of a group")
struct GroupBoardTests {
  @Test("GRP-4: check-ins are counted from Monday to Sunday, and restart on Monday")
  func checkIns() {
    let group = TestGroup(of: 2)
    group.train(0, 1, at: TestGroup.at(0, hour: 13))
    group.train(0, 2, at: TestGroup.at(0, hour: 18))
    group.train(1, 3, at: TestGroup.at(6, hour: 23.99))
    #expect(group.board(.checkIns) == ["1 a 2", "2 b 1"])
    group.train(1, 4, at: TestGroup.at(7, hour: 0))
    #expect(group.board(.checkIns) == ["1 a 2", "2 b 1"])
    #expect(group.board(.checkIns, week: 1) == ["1 b 1"])
  }

  @Test("GRP-10: the streak is the current run, continues over Sunday, ends with a missed day")
  func streak() {
    let group = TestGroup(of: 3)
    // a: Monday, Tuesday and Thursday; twice on a day is one day.
    for (number, day) in [0, 0, 1, 3].enumerated() {
      group.train(0, number, at: TestGroup.at(day, hour: 13 + Double(number)))
    }
    #expect(group.board(.streak) == ["1 a 1"])
    // b: nine days in a row over the Sunday. c: a run that ended before Monday does not count.
    for day in 0..<9 {
      group.train(1, 100 + day, at: TestGroup.at(day, hour: 12))
      if [4, 5, 6, 8].contains(day) { group.train(2, 200 + day, at: group.now) }
    }
    #expect(group.board(.streak) == ["1 b 7", "2 c 3"])
    #expect(group.board(.streak, week: 1) == ["1 b 9", "2 c 1"])
    group.train(2, 300, at: TestGroup.at(7, hour: 12), committed: TestGroup.at(8, hour: 13))
    #expect(group.board(.streak, week: 1) == ["1 b 9", "2 c 5"])
  }

  @Test("GRP-10: on Monday the run of Sunday still counts, on Tuesday it does not")
  func overSunday() {
    let group = TestGroup(of: 2)
    for day in 4..<7 { group.train(0, day, at: TestGroup.at(day, hour: 12)) }
    group.train(1, 50, at: TestGroup.at(6, hour: 13))
    group.now = TestGroup.at(7, hour: 23.99)
    #expect(group.board(.streak, week: 1) == ["1 a 3", "2 b 1"])
    #expect(group.board(.checkIns, week: 1).isEmpty)
    group.train(1, 51)
    #expect(group.board(.streak, week: 1) == ["1 a 3", "2 b 2"])
    group.now = TestGroup.at(8, hour: 0)
    #expect(group.board(.streak, week: 1) == ["1 b 2"])
    // The values of the previous week are unchanged.
    #expect(group.board(.streak) == ["1 a 3", "2 b 1"])
  }

  @Test("GRP-4: a late workout that joins two runs changes the weeks that follow")
  func lateJoin() {
    let group = TestGroup(of: 1)
    for day in [4, 5, 7, 8] { group.train(0, day, at: TestGroup.at(day, hour: 12)) }
    #expect(group.board(.streak, week: 1) == ["1 a 2"])
    group.train(0, 6, at: TestGroup.at(6, hour: 12), committed: TestGroup.at(8, hour: 14))
    #expect(group.board(.streak) == ["1 a 3"])
    #expect(group.board(.streak, week: 1) == ["1 a 5"])
    group.does(
      .withdrawWorkout(TestGroup.workout(6), of: group.handle(0), on: TestGroup.day(6)), 0)
    #expect(group.board(.streak, week: 1) == ["1 a 2"])
    #expect(group.board(.streak).isEmpty)
  }

  @Test("GRP-4: a run over whole weeks keeps its length")
  func wholeWeeks() {
    let group = TestGroup(of: 1)
    for day in 0..<24 { group.train(0, day, at: TestGroup.at(day, hour: 20)) }
    #expect(
      (0..<4).map { group.board(.streak, week: $0) } == [
        ["1 a 7"], ["1 a 14"], ["1 a 21"], ["1 a 24"],
      ])
  }

  @Test("GRP-4: a retry, a second device and a second import count a workout once")
  func once() {
    let group = TestGroup(of: 2)
    group.train(0, 1)
    group.train(0, 1)
    let monitor = group.fact(
      .shareWorkout(
        TestGroup.workout(1), of: group.handle(0), on: TestGroup.monday, calories: 320),
      by: 0, site: 91)
    #expect(group.submit(monitor, by: 0) == .changed)
    #expect(group.board(.checkIns) == ["1 a 1"])
    // Another member's row for the same workout is separate: two people trained together.
    group.train(1, 1)
    #expect(group.board(.checkIns) == ["1 a 1", "1 b 1"])
  }

  @Test("GRP-4: the first of two devices that date a workout differently decides its day")
  func otherDay() {
    let group = TestGroup(of: 1)
    group.train(0, 1, at: TestGroup.at(1, hour: 23))
    let tokyo = Zone(named: "Asia/Tokyo")!
    let phone = group.workout(0, 1, at: group.now, zone: tokyo)
    #expect(WorkoutSummary(phone.payload).day == TestGroup.day(2))
    group.submit(phone, by: 0)
    group.train(0, 2, at: TestGroup.at(3, hour: 12))
    // On Wednesday it would form a run with Thursday.
    #expect(group.board(.streak) == ["1 a 1"] && group.board(.checkIns) == ["1 a 2"])
  }

  @Test("GRP-4: a deleted workout is withdrawn, and may be shared again")
  func withdrawn() {
    let group = TestGroup(of: 1)
    group.train(0, 1)
    let taken = Command.withdrawWorkout(
      TestGroup.workout(1), of: group.handle(0), on: TestGroup.monday)
    #expect(group.does(taken, 0) == .changed)
    #expect(group.board(.checkIns).isEmpty && group.board(.streak).isEmpty)
    group.does(taken, 0)
    #expect(group.board(.checkIns).isEmpty)
    group.train(0, 1)
    #expect(group.board(.checkIns) == ["1 a 1"])
    // The earlier of two writes loses, in any order of arrival.
    let early = group.fact(taken, by: 0, at: TestGroup.at(0, hour: 11), site: 92)
    #expect(group.submit(early, by: 0) == .superseded)
    #expect(group.board(.checkIns) == ["1 a 1"])
  }

  @Test("GRP-4: a workout counts for the day of its tap, also when it arrives days later")
  func late() {
    let group = TestGroup(of: 2)
    let made = group.workout(0, 1, at: TestGroup.at(6, hour: 20))
    group.now = TestGroup.at(8, hour: 20)
    group.submit(made, by: 0)
    #expect(group.board(.checkIns) == ["1 a 1"] && group.board(.checkIns, week: 1).isEmpty)
  }

  @Test("GRP-4: 48 hours after Sunday the result is final; later workouts are only recorded")
  func final() {
    // Tuesday 24:00 is 48 hours after Sunday's end.
    for (hour, expected) in [(23.999, ["1 a 2"]), (24, ["1 a 1"])] {
      let group = TestGroup(of: 2)
      group.train(0, 1, at: TestGroup.at(5, hour: 12))
      let late = group.workout(0, 2, at: TestGroup.at(6, hour: 12))
      let tomorrow = group.workout(0, 3, at: TestGroup.at(7, hour: 12))
      let next = group.workout(0, 4, at: TestGroup.at(8, hour: 12))
      group.now = TestGroup.at(8, hour: 0) + Int64(hour * 3_600_000)
      #expect(group.isFinal(week: 0) == (hour == 24))
      #expect((group.archive(.checkIns) == nil) == (hour != 24))
      #expect(group.submit(late, by: 0) == .changed)
      for fact in [tomorrow, next] { group.submit(fact, by: 0) }
      #expect(group.board(.checkIns) == expected)
      #expect(group.state.group.workouts.count == 4)
      // A workout that the result excludes is not part of a run either.
      #expect(group.board(.streak, week: 1) == [hour == 24 ? "1 a 2" : "1 a 4"])
    }
  }

  @Test("GRP-4: withdrawing a workout after the end changes the record, not the result")
  func withdrawnLate() {
    let group = TestGroup(of: 1)
    group.train(0, 1, at: TestGroup.at(5, hour: 12))
    group.now = TestGroup.at(10, hour: 12)
    let taken = Command.withdrawWorkout(
      TestGroup.workout(1), of: group.handle(0), on: TestGroup.day(5))
    #expect(group.does(taken, 0) == .changed)
    #expect(group.archive(.checkIns) == ["1 a 1"])
    group.train(0, 1, at: TestGroup.at(5, hour: 14), committed: TestGroup.at(10, hour: 13))
    #expect(group.archive(.checkIns) == ["1 a 1"])
  }

  @Test("GRP-4: a workout cannot count for tomorrow, nor before the group's first days")
  func range() {
    let group = TestGroup(of: 1)
    func share(_ day: Int) -> TestGroup.Outcome {
      group.does(
        .shareWorkout(
          TestGroup.workout(day + 50), of: group.handle(0), on: TestGroup.day(day), calories: 9), 0)
    }
    #expect(share(1) == .refused(.dayInFuture))
    #expect(share(-8) == .refused(.dayOutOfRange))
    #expect(share(-7) == .changed && share(0) == .changed)
    #expect(group.board(.checkIns, week: -1) == ["1 a 1"])
  }

  @Test("GRP-5: ties share a rank at every rank, the next one skips, ordered by name")
  func ties() {
    let group = TestGroup(of: 10)
    var number = 0
    for (account, times) in [1, 3, 2, 3, 1, 2, 3, 5, 1, 5].enumerated() {
      for _ in 0..<times {
        number += 1
        group.train(account, number)
      }
    }
    #expect(
      group.board(.checkIns)
        == [
          "1 h 5", "1 j 5", "3 b 3", "3 d 3", "3 g 3", "6 c 2", "6 f 2", "8 a 1", "8 e 1", "8 i 1",
        ])
    #expect(group.board(.streak).allSatisfy { $0.hasPrefix("1 ") && $0.hasSuffix(" 1") })
    #expect(group.board(.streak).map { $0.dropFirst(2).first! } == Array("abcdefghij"))
  }

  @Test("GRP-5: a tie is ordered by name as the caller compares, equal names by joining")
  func names() {
    let group = TestGroup(of: 4)
    for account in 0..<4 { group.train(account, account) }
    func rename(_ account: Int, _ name: String) {
      group.does(
        .setDisplayName(of: group.handle(account), to: group.names.handle(of: name)), account)
    }
    rename(0, "Zoe")
    rename(3, "Anna")
    rename(1, "Mia")
    rename(2, "Mia")
    #expect(group.board(.checkIns) == ["1 Anna 1", "1 Mia 1", "1 Mia 1", "1 Zoe 1"])
    let backwards = group.state.group.board(
      week: TestGroup.monday, challenge: .checkIns, now: group.now,
      nameOrder: { group.names.text(of: $0) > group.names.text(of: $1) })
    #expect(backwards.rows.map(\.member.index) == [0, 1, 2, 3])
    #expect(
      group.does(.setDisplayName(of: group.handle(1), to: .empty), 1) == .refused(.displayNameEmpty)
    )
  }

  @Test("GRP-9: leaving removes a member's rows from current boards, not from archived weeks")
  func leaving() {
    let group = TestGroup(of: 3)
    group.train(0, 1, at: TestGroup.at(2, hour: 12))
    group.train(2, 2, at: TestGroup.at(3, hour: 12))
    // The first week has ended but is not final: it is still a current board.
    group.now = TestGroup.at(8, hour: 12)
    group.leave(2)
    #expect(group.board(.checkIns) == ["1 a 1"])
    group.now = TestGroup.at(10, hour: 12)
    #expect(group.archive(.checkIns) == ["1 a 1"])

    group.train(1, 3, at: TestGroup.at(10, hour: 12))
    group.now = TestGroup.at(16, hour: 12)
    group.train(1, 4)
    group.leave(1)
    #expect(group.archive(.checkIns, week: 1) == ["1 b 1"])
    #expect(group.board(.checkIns, week: 2).isEmpty)
    // A member who rejoins is in the archive once, under the former seat.
    group.join(1)
    #expect(group.archive(.checkIns, week: 1) == ["1 b 1"])
  }

  @Test("GRP-9: the result of every past week can be read")
  func archive() {
    let group = TestGroup(of: 2)
    for week in 0..<60 {
      for account in 0..<2 where (week + account) % 3 > 0 {
        group.train(account, week * 2 + account, at: TestGroup.at(week * 7 + 2, hour: 12))
      }
    }
    group.now = TestGroup.at(60 * 7 + 3, hour: 12)
    let expected = [["1 b 1"], ["1 a 1", "1 b 1"], ["1 a 1"]]
    for week in 0..<60 { #expect(group.archive(.checkIns, week: week) == expected[week % 3]) }
    #expect(group.archive(.checkIns, week: 60) == nil)
    #expect(group.isIdenticalToCopy() && group.isIdenticalToReplay())
  }
}
