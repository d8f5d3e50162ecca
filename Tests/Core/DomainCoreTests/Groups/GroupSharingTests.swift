import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("Sharing workouts, logged and imported")
struct GroupSharingTests {
  private static let sample = ImportedWorkout(
    sample: 1, revision: 1, start: TestGroup.at(0, hour: 9), durationMilliseconds: 3_600_000,
    kind: 1, kilocalories: 400)
  private static let imported = FinishedWorkout(imported: sample, on: TestGroup.day(0))

  /// The same workout as its owner logged it, from site 1, like all facts of account 0.
  private static let log: Workout = {
    let log = WorkoutLog(
      .running, start: TestGroup.at(0, hour: 9), duration: 3_000_000, calories: 350,
      day: TestGroup.day(0))
    return Workout(
      logged: TestGroup(of: 1).fact(.logWorkout(for: MemberHandle(0), log), by: 0))
  }()
  private static let logged = FinishedWorkout(logged: log, on: TestGroup.day(0))
  private static let both = FinishedWorkout(logged: log, imported: sample, on: TestGroup.day(0))

  private func share(_ workout: FinishedWorkout, _ group: TestGroup, _ account: Int = 0) {
    for command in workout.sharing(of: group.handle(account), in: group.state) {
      #expect(group.does(command, account) == .changed)
    }
  }

  @Test("GRP-4, GRP-6: an import is shared by its own day and calories, and a repeat counts once")
  func importAlone() {
    let group = TestGroup(of: 2)
    group.now = TestGroup.at(7, hour: 1)
    for _ in 0..<3 { share(Self.imported, group) }
    #expect(group.board(.checkIns) == ["1 a 1"] && group.board(.checkIns, week: 1) == [])
    let row = group.state.group.workouts[0]
    #expect(row.day == TestGroup.day(0) && row.calories == 400)
    // Another member's store counts from one as well.
    share(Self.imported, group, 1)
    #expect(group.board(.checkIns) == ["1 a 1", "1 b 1"])
    for command in Self.imported.withdrawal(of: group.handle(0), in: group.state) {
      #expect(group.does(command, 0) == .changed)
    }
    #expect(group.board(.checkIns) == ["1 b 1"])
    #expect(group.isIdenticalToReplay())
  }

  @Test("GRP-4: the name of an import is part of the format, and differs from every log")
  func name() {
    let names = (0..<1_000).map { FinishedWorkout.groupName(ofSample: UInt64($0)) }
    #expect(Set(names).count == 1_000 && !names.contains(.none))
    // Sites count from one, far below this number.
    #expect(names.allSatisfy { $0.raw >> 32 > 100_000 })
    #expect(FinishedWorkout.groupName(ofSample: 1).raw == 5_868_112_528_521_930_675)
    #expect(Self.both.groupNames == [Self.log.entity, names[1]])
  }

  @Test("GRP-4, TRN-3: a workout that is both counts once, under the name that it has already")
  func matched() {
    for first in [Self.imported, Self.logged, Self.both] {
      let group = TestGroup(of: 1)
      share(first, group)
      let name = group.state.group.workouts.key(at: 0)
      for _ in 0..<2 { share(Self.both, group) }
      #expect(group.board(.checkIns) == ["1 a 1"])
      #expect(group.state.group.workouts.count == 1)
      #expect(group.state.group.workouts.key(at: 0) == name)
      // GRP-6: nothing else, and the calories that its owner entered.
      #expect(group.state.group.workouts[0].calories == 350)
      // After its log is deleted only the store's sample remains, under the same name, or under the
      // other one after a withdrawal.
      for command in Self.both.withdrawal(of: group.handle(0), in: group.state) {
        group.does(command, 0)
      }
      #expect(group.board(.checkIns) == [])
      share(Self.imported, group)
      #expect(group.board(.checkIns) == ["1 a 1"])
    }
  }

  @Test("GRP-4: the next sharing repairs a workout that two devices shared under two names")
  func concurrent() {
    let group = TestGroup(of: 1)
    let before = Self.logged.sharing(of: group.handle(0), in: group.state)
    share(Self.imported, group)
    for command in before { group.does(command, 0) }
    #expect(group.board(.checkIns) == ["1 a 2"])
    share(Self.both, group)
    #expect(group.board(.checkIns) == ["1 a 1"])
    let commands = Self.both.sharing(of: group.handle(0), in: group.state)
    #expect(commands.map(\.entity) == [Self.log.entity])
    #expect(group.isIdenticalToReplay())
  }

  @Test("FAM-12: an import leaves no device without consent")
  func consent() {
    let group = TestGroup()
    group.join(0)
    let command = Self.imported.sharing(of: group.handle(0), in: group.state)[0]
    #expect(group.does(command, 0) == .refused(.groupConsentMissing))
  }
}
