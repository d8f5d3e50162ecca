import Chronology
import Testing

@testable import SyncCore

@Suite("A hybrid logical clock")
struct HybridClockTests {
  let noon = Instant(milliseconds: 1_770_000_000_000)

  @Test("follows the wall clock where it can")
  func followsTheWallClock() {
    var clock = HybridClock()
    #expect(clock.tick(at: noon) == UInt64(noon.milliseconds) << 16)
    #expect(clock.tick(at: noon + 1) == UInt64(noon.milliseconds + 1) << 16)
  }

  @Test("counts inside one millisecond")
  func countsInsideOneMillisecond() {
    var clock = HybridClock()
    let first = clock.tick(at: noon)
    #expect(clock.tick(at: noon) == first + 1)
    #expect(clock.tick(at: noon) == first + 2)
  }

  @Test("never goes back when the wall clock does")
  func neverGoesBack() {
    var clock = HybridClock()
    let first = clock.tick(at: noon)
    #expect(clock.tick(at: noon - Span.day) == first + 1)
  }

  @Test("puts a received stamp into the past of later ones")
  func receivesTheFuture() {
    var clock = HybridClock()
    let seen = HybridClock.stamp(of: noon + Span.hour) + 7
    clock.receive(seen)
    #expect(clock.tick(at: noon) == seen + 1)
  }

  @Test("is not held back by a received stamp")
  func receivesThePast() {
    var clock = HybridClock()
    let first = clock.tick(at: noon)
    clock.receive(first - 1_000)
    #expect(clock.latest == first)
    #expect(clock.tick(at: noon + 5) == HybridClock.stamp(of: noon + 5))
  }

  @Test("starts at zero for an instant before 1970")
  func startsAtZero() {
    #expect(HybridClock.stamp(of: Instant(milliseconds: -1)) == 0)
  }

  @Test("carries a full counter into the next millisecond, and still grows")
  func carriesTheCounter() {
    var clock = HybridClock()
    clock.receive(HybridClock.stamp(of: noon) + 0xFFFF)
    #expect(clock.tick(at: noon) == HybridClock.stamp(of: noon + 1))
    #expect(clock.tick(at: noon + 1) == HybridClock.stamp(of: noon + 1) + 1)
  }
}
