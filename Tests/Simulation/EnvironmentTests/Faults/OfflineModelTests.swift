import Base
import Chronology
import Testing

@testable import Environment

@Suite("A device without network")
struct OfflineModelTests {
  static let firstDay = LocalDay(year: 2026, month: 1, day: 5)
  static let dayCount = 2_000

  static func windows(_ change: (inout NetworkSettings) -> Void) -> OfflineModel {
    OfflineModel(.calm(change), randomness: Randomness(seed: 7))
  }

  static func start(of day: LocalDay) -> Instant { Zone.utc.startOfDay(day) }

  /// The offline windows of one device, by day.
  static func windowsOf(_ windows: OfflineModel, device: UInt64 = 1) -> [OfflineWindow?] {
    (firstDay..<firstDay.adding(days: dayCount)).map {
      windows.window(device: device, by: DayClock(.utc, on: $0))
    }
  }

  @Test("has as many offline windows a week as the settings say", arguments: [0.7, 3.5, 6.3])
  func windowsAWeek(perWeek: Double) {
    let drawn = Self.windowsOf(Self.windows { $0.shortOfflinesPerDeviceWeek = perWeek })
    #expect(
      isLikely(drawn.count { $0 != nil }, of: Self.dayCount, probability: perWeek / 7))
  }

  @Test("has none, or one every day, at the bounds of the setting")
  func extremes() {
    let never = Self.windowsOf(Self.windows { _ in })
    #expect(never.allSatisfy { $0 == nil })
    for perWeek in [7.0, 50] {
      let daily = Self.windowsOf(Self.windows { $0.shortOfflinesPerDeviceWeek = perWeek })
      #expect(daily.allSatisfy { $0 != nil })
    }
  }

  @Test(
    "differs from others in its connection, and on average has as many windows as the settings say")
  func quality() {
    func counts(sigma: Double) -> [Int] {
      let windows = Self.windows {
        $0.shortOfflinesPerDeviceWeek = 0.7
        $0.connectionQualitySigma = sigma
      }
      return (0..<400).map { device in
        (Self.firstDay..<Self.firstDay.adding(days: 200)).count {
          windows.window(device: device, by: DayClock(.utc, on: $0)) != nil
        }
      }
    }
    func mean(_ counts: [Int]) -> Double { Double(counts.reduce(0, +)) / Double(counts.count) }
    func variance(_ counts: [Int]) -> Double {
      counts.map { (Double($0) - mean(counts)) * (Double($0) - mean(counts)) }.reduce(0, +)
        / Double(counts.count)
    }
    // Twenty windows each. Without differences between devices, they vary as coins do: 200 · 0.1 ·
    // 0.9. With a factor for each device, its variance is added: 20² (exp σ² − 1).
    let (alike, unlike) = (counts(sigma: 0), counts(sigma: 0.5))
    #expect(abs(mean(alike) - 20) < 1 && abs(mean(unlike) - 20) < 2)
    #expect((14...23).contains(variance(alike)))
    #expect((90...175).contains(variance(unlike)))
  }

  @Test("loses its network at any time of the day, for a log-normal time")
  func startsAndLengths() {
    let drawn = Self.windowsOf(Self.windows { $0.shortOfflinesPerDeviceWeek = 7 })
    var early = 0
    var short = 0
    for (index, spell) in drawn.enumerated() {
      guard let spell else { continue }
      let dayStart = Self.start(of: Self.firstDay.adding(days: index))
      #expect((0..<Span.day).contains(spell.from - dayStart))
      if spell.from - dayStart < Span.day / 2 { early += 1 }
      if spell.until - spell.from < 40 * Span.minute { short += 1 }
    }
    #expect(isLikely(early, of: drawn.count, probability: 0.5))
    #expect(isLikely(short, of: drawn.count, probability: 0.5))
  }

  @Test("has its own windows, the same at each query")
  func determinism() {
    let windows = Self.windows { $0.shortOfflinesPerDeviceWeek = 3.5 }
    #expect(Self.windowsOf(windows) == Self.windowsOf(windows))
    #expect(Self.windowsOf(windows) != Self.windowsOf(windows, device: 2))
  }

  @Test("is offline from the first instant of a window until just before its end")
  func contains() {
    let from = Instant(milliseconds: 100)
    let spell = OfflineWindow(from: from, until: from + 10)
    #expect(!spell.contains(from - 1) && spell.contains(from))
    #expect(spell.contains(from + 9) && !spell.contains(from + 10))
  }

  // MARK: Days on end

  static func longWindowsOf(_ windows: OfflineModel, days: Int = 180) -> [OfflineWindow?] {
    (0..<UInt64(dayCount)).map {
      windows.longWindow(device: $0, start: start(of: firstDay), days: days)
    }
  }

  @Test("is offline for days as often as the settings say, once in the run")
  func longWindowsOf() {
    let drawn = Self.longWindowsOf(Self.windows { $0.longOffline = Probability(0.2) })
    let begin = Self.start(of: Self.firstDay)
    let cutOff = drawn.compactMap(\.self)
    #expect(isLikely(cutOff.count, of: drawn.count, probability: 0.2))
    #expect(cutOff.allSatisfy { (0..<180 * Span.day).contains($0.from - begin) })
    #expect(cutOff.allSatisfy { (Span.day...7 * Span.day).contains($0.until - $0.from) })
    let long = cutOff.count { $0.until - $0.from > 4 * Span.day }
    #expect(isLikely(long, of: cutOff.count, probability: 0.5))
  }

  @Test("is offline for exactly a day when the maximum is a day")
  func longSpellOfADay() {
    let drawn = Self.longWindowsOf(
      Self.windows {
        $0.longOffline = .always
        $0.longOfflineDaysMax = 1
      })
    #expect(drawn.allSatisfy { $0.map { $0.until - $0.from } == Span.day })
  }

  @Test("is never offline for days when the fraction is zero")
  func noLongSpells() {
    let never = Self.longWindowsOf(Self.windows { _ in })
    let noLength = Self.longWindowsOf(
      Self.windows {
        $0.longOffline = .always
        $0.longOfflineDaysMax = 0
      })
    let noLife = Self.longWindowsOf(Self.windows { $0.longOffline = .always }, days: 0)
    #expect((never + noLength + noLife).allSatisfy { $0 == nil })
  }
}
