import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("The feed of a group")
struct GroupFeedTests {
  /// Three members who have viewed each other's joining.
  func group() -> TestGroup {
    let group = TestGroup(of: 3)
    for account in 0..<3 { group.view(account) }
    return group
  }

  @Test("GRP-7: all others see that a member joined, once")
  func joined() {
    let group = TestGroup(of: 3)
    #expect(group.feed(0) == ["*joined b", "*joined c"])
    #expect(group.feed(1) == ["*joined c"])
    #expect(group.feed(2).isEmpty)
    group.leave(2)
    #expect(group.feed(2).isEmpty)
    group.join(2)
    #expect(group.feed(1) == ["*joined c", "*joined c"])
    #expect(group.feed(2).isEmpty)
  }

  @Test("GRP-7: a member sees that another's workout pushed them down, once for the workout")
  func rankLost() {
    let group = group()
    group.train(0, 1, at: TestGroup.at(0, hour: 13))
    group.train(1, 2, at: TestGroup.at(1, hour: 13))
    // A tie: no rank is lost.
    #expect(group.feed(0).allSatisfy { !$0.contains("lost") })
    group.train(1, 3, at: TestGroup.at(2, hour: 13))
    // The run of a ended yesterday, so a has no rank to lose on that board.
    #expect(group.feed(0).last == "*lost checkIns")
    #expect(group.feed(1).allSatisfy { !$0.contains("lost") })
    let count = group.feed(0).count
    // A larger lead loses no rank.
    group.train(1, 4, at: TestGroup.at(3, hour: 13))
    #expect(group.feed(0).count == count)
    // Members take no rank from themselves; b is passed on no board.
    group.train(0, 5, at: TestGroup.at(3, hour: 14))
    #expect(group.feed(1).allSatisfy { !$0.contains("lost") })
  }

  @Test("GRP-7: the owner of a workout sees the gained ranks, once, and none without others")
  func rankGained() {
    let group = group()
    group.train(0, 1)
    #expect(group.feed(0).allSatisfy { !$0.contains("gained") })
    // Tied on both boards, where a was alone.
    group.train(1, 2)
    #expect(group.feed(1).last == "*gained checkIns 1+streak 1")
    group.train(1, 3)
    let gained = group.feed(1).filter { $0.contains("gained") }
    #expect(gained.count == 1, "first already")
    group.train(2, 4)
    #expect(group.feed(2).last == "*gained checkIns 2+streak 1")
    for number in 5..<8 { group.train(2, number) }
    #expect(
      group.feed(2).filter { $0.contains("gained") } == [
        "*gained checkIns 2+streak 1", "*gained checkIns 1",
      ])
  }

  @Test("GRP-7: sharing again takes ranks as a workout does, and causes events")
  func sharingAgain() {
    let group = group()
    group.train(0, 1)
    for number in 2..<4 { group.train(1, number) }
    group.share(1, false)
    group.train(0, 4)
    let before = group.feed(0).filter { $0.contains("lost") }.count
    group.share(1, true)
    #expect(group.board(.checkIns) == ["1 a 2", "1 b 2"])
    #expect(group.feed(1).last == "*gained checkIns 1+streak 1")
    #expect(group.feed(0).filter { $0.contains("lost") }.count == before, "no one is behind b")
    group.share(1, false)
    group.train(1, 5)
    group.share(1, true)
    #expect(group.feed(0).last == "*lost checkIns")
    #expect(group.feed(1).last == "*gained checkIns 1+streak 1")
  }

  @Test("GRP-7: a workout that is withdrawn and shared again is one cause")
  func sameCause() {
    let group = group()
    group.train(0, 1)
    group.train(1, 2)
    group.train(1, 3)
    #expect(group.feed(0).filter { $0.contains("lost") } == ["*lost checkIns"])
    group.does(
      .withdrawWorkout(TestGroup.workout(3), of: group.handle(1), on: TestGroup.monday), 1)
    group.train(1, 3)
    #expect(group.board(.checkIns) == ["1 b 2", "2 a 1"])
    #expect(group.feed(0).filter { $0.contains("lost") }.count == 1)
  }

  @Test("GRP-7: a late workout can take ranks in two weeks, and causes one event")
  func twoWeeks() {
    let group = group()
    // a has a run of two over the Sunday, b one of two with Sunday missing.
    for day in [6, 7] { group.train(0, day, at: TestGroup.at(day, hour: 12)) }
    for day in [5, 7] {
      group.train(1, 100 + day, at: TestGroup.at(day, hour: 12), committed: group.now)
    }
    #expect(group.board(.streak, week: 1) == ["1 a 2", "2 b 1"])
    group.train(1, 106, at: TestGroup.at(6, hour: 12), committed: group.now)
    #expect(group.board(.streak, week: 1) == ["1 b 3", "2 a 2"])
    #expect(group.board(.streak, week: 0) == ["1 b 2", "2 a 1"])
    #expect(group.feed(0).filter { $0.contains("lost") } == ["*lost checkIns+streak"])
  }

  @Test("GRP-7: a member who is not on the boards takes and loses no ranks")
  func hidden() {
    let group = group()
    group.train(0, 1)
    group.share(0, false)
    group.train(1, 2)
    group.train(1, 3)
    #expect(group.feed(0).allSatisfy { !$0.contains("lost") })
    group.share(0, true)
    group.train(2, 4)
    group.share(2, false)
    group.train(2, 5)
    group.train(2, 6)
    #expect(group.feed(1).allSatisfy { !$0.contains("lost") })
  }

  @Test("GRP-7: a workout after the end of its week takes no ranks")
  func tooLate() {
    let group = group()
    group.train(0, 1, at: TestGroup.at(5, hour: 12))
    group.train(1, 2, at: TestGroup.at(5, hour: 12), committed: TestGroup.at(10, hour: 12))
    group.train(1, 3, at: TestGroup.at(5, hour: 13), committed: TestGroup.at(10, hour: 12))
    #expect(group.feed(0).allSatisfy { !$0.contains("lost") })
  }

  @Test("GRP-7: each member sees the end of a week at their own midnight, for seven days")
  func weekEnded() {
    let group = TestGroup(of: 1)
    let kiritimati = GroupZoneTests.kiritimati
    group.join(1, zone: kiritimati)
    group.view(0)
    group.view(1, zone: kiritimati)
    func sees(_ account: Int, at moment: Instant) -> [String] {
      group.now = moment
      return group.feed(account).filter { $0.contains("ended") }
    }
    for (account, zone) in [(0, Zone.utc), (1, kiritimati)] {
      let end = TestGroup.at(7, hour: 0, in: zone)
      #expect(sees(account, at: end - 1) == [])
      #expect(sees(account, at: end) == ["*ended 2026-03-02"])
      #expect(sees(account, at: end + 7 * Span.day - 1) == ["*ended 2026-03-02"])
      #expect(sees(account, at: end + 7 * Span.day) == ["*ended 2026-03-09"])
    }
    // A member who joined on the next Monday does not see the end of the week before.
    group.now = TestGroup.at(7, hour: 9)
    group.join(2)
    #expect(group.feed(2).isEmpty)
  }

  @Test("GRP-7: viewing the feed marks it as read, up to the viewed event")
  func viewed() {
    let group = TestGroup(of: 4)
    #expect(group.state.group.groupUnread(of: group.handle(0), now: group.now) == 3)
    let seen = group.state.group.groupFeed(of: group.handle(0), now: group.now)[1]
    group.does(.viewGroupFeed(of: group.handle(0), through: seen.number! + 1), 0)
    #expect(group.feed(0) == ["joined b", "joined c", "*joined d"])
    // A device that viewed less makes nothing unread.
    group.view(0)
    group.does(.viewGroupFeed(of: group.handle(0), through: 1), 0)
    #expect(group.feed(0) == ["joined b", "joined c", "joined d"])
    #expect(group.state.group.groupUnread(of: group.handle(0), now: group.now) == 0)
    // Neither does one that claims to have viewed future events.
    group.does(.viewGroupFeed(of: group.handle(0), through: .max), 0)
    group.join(4)
    #expect(group.state.group.groupUnread(of: group.handle(0), now: group.now) == 1)
  }

  @Test("GRP-7: the end of a week is read once a member viewed it, and unread for the others")
  func viewedWeek() {
    let group = group()
    group.now = TestGroup.at(7, hour: 8)
    #expect(group.feed(0).last == "*ended 2026-03-02")
    group.view(0)
    #expect(group.feed(0).last == "ended 2026-03-02")
    #expect(group.feed(1).last == "*ended 2026-03-02")
    group.now = TestGroup.at(14, hour: 8)
    #expect(group.feed(0) == ["*ended 2026-03-09"])
  }

  @Test("GRP-7: a week that ends twice on a flight over the date line is one event")
  func dateLine() {
    let honolulu = Zone(named: "Pacific/Honolulu")!
    let group = TestGroup(of: 1, zone: GroupZoneTests.kiritimati)
    group.now = TestGroup.at(7, hour: 8, in: GroupZoneTests.kiritimati)
    #expect(group.feed(0) == ["*ended 2026-03-02"])
    group.view(0, zone: GroupZoneTests.kiritimati)
    group.now = TestGroup.at(6, hour: 9, in: honolulu)
    group.train(0, 1, zone: honolulu)
    #expect(group.feed(0) == [])
    group.now = TestGroup.at(7, hour: 9, in: honolulu)
    #expect(group.feed(0) == ["ended 2026-03-02"])
  }

  @Test("GRP-7: events are kept for seven days, and use no memory after that")
  func kept() {
    let group = group()
    group.now = TestGroup.at(3, hour: 12)
    group.join(3)
    group.now = TestGroup.at(7, hour: 11.999)
    #expect(group.feed(0).first == "joined b")
    group.now = TestGroup.at(7, hour: 12)
    #expect(group.feed(0).first == "*joined d")
    var number = 0
    for day in 8..<200 {
      for account in 0..<2 {
        for _ in 0...account {
          number += 1
          group.train(account, number, at: TestGroup.at(day, hour: 12))
        }
      }
      #expect(group.state.group.events.count <= 64)
    }
    #expect(group.state.group.groupEventsEnd > 20)
    #expect(group.isIdenticalToCopy() && group.isIdenticalToReplay())
  }
}
