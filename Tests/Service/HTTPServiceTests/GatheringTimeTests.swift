import Testing

@testable import HTTPService

@Suite("A transaction")
struct GatheringTimeTests {
  private static let millisecond: Int64 = 1_000_000

  /// The time after a transaction that has answered 40 requests in so many milliseconds.
  private static func after(milliseconds: Int64, read: Int = 24) -> GatheringTime {
    var gathering = GatheringTime()
    gathering.wrote(40, in: milliseconds * millisecond, at: 1_000)
    // What arrived while it was written does not count: it is of others.
    gathering.sent(admitted: read)
    gathering.sent(admitted: read + 1)
    return gathering
  }

  @Test("waits a quarter of the last one's time for those that it has answered")
  func waits() {
    let gathering = Self.after(milliseconds: 6)
    for admitted in [24, 63] {
      #expect(gathering.end(admitted: admitted, room: 40) == 1_000 + 6 * Self.millisecond / 4)
    }
    #expect(gathering.end(admitted: 64, room: 40) == nil, "all have come")
    #expect(
      Self.after(milliseconds: 100).end(admitted: 24, room: 40) == 1_000 + 2 * Self.millisecond)
  }

  @Test("waits for no one for whom it has no room")
  func room() {
    let gathering = Self.after(milliseconds: 6)
    #expect(gathering.end(admitted: 34, room: 29) == nil)
    #expect(gathering.end(admitted: 34, room: 30) != nil)
  }

  @Test("waits for no one over a fast disk, and not before the first answers have left")
  func begins() {
    var gathering = GatheringTime()
    #expect(gathering.end(admitted: 1, room: 99) == nil)
    gathering.wrote(40, in: 6 * Self.millisecond, at: 1_000)
    #expect(gathering.end(admitted: 1, room: 99) == nil)
    gathering.wrote(40, in: Self.millisecond / 3, at: 1_000)
    gathering.sent(admitted: 24)
    #expect(gathering.end(admitted: 24, room: 99) == nil)
  }

  @Test("stops waiting for a while when few come, and tries again")
  func learns() {
    for (come, isWorth) in [(9, false), (10, true)] {
      var gathering = Self.after(milliseconds: 6)
      gathering.isOver(admitted: 24 + come)
      var waited: [Int] = []
      for round in 1...20 {
        gathering.wrote(40, in: 6 * Self.millisecond, at: 1_000)
        gathering.sent(admitted: 100)
        if gathering.end(admitted: 100, room: 99) != nil { waited.append(round) }
      }
      #expect(waited == Array((isWorth ? 1 : 16)...20), "\(come)")
    }
  }
}
