import Testing

@testable import SyncCore

@Suite("Thousands of short random runs over a bad network")
struct ExplorationTests {
  @Test(
    "lose nothing, duplicate nothing and end in one state everywhere", arguments: [2, 3, 4])
  func exploration(deviceCount: Int) {
    var rows = 0
    var rejections = 0
    for number in 0..<700 as Range<UInt64> {
      let schedule = Schedule(number: number, deviceCount: deviceCount)
      schedule.live(steps: 60)
      schedule.settle()
      if let complaint = schedule.complaint {
        Issue.record("schedule \(number) with \(deviceCount) devices, \(complaint)")
        return
      }
      rows += schedule.world.feed.count
      rejections += schedule.world.feed.count { $0.verdict.isRejected }
    }
    // A run without events proves nothing.
    #expect(rows > 5_000)
    #expect(rejections > 50)
  }
}
