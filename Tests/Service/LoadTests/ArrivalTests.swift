import Testing

@testable import Load

@Suite("Arrivals")
struct ArrivalTests {
  private static func times(
    _ profile: RateProfile, _ spacing: ArrivalSpacing = .even, seed: UInt64 = 1
  ) -> [Double] {
    var schedule = ArrivalSchedule(profile, spacing: spacing, seed: seed)
    var times: [Double] = []
    while let time = schedule.next() { times.append(time) }
    return times
  }

  @Test("a constant rate has equal gaps")
  func constant() {
    let times = Self.times(RateProfile(.constant, rate: 100, from: 0, seconds: 2))
    #expect(times.count == 200 && times[0] == 0)
    for (place, time) in times.enumerated() { #expect(abs(time - Double(place) / 100) < 1e-9) }
  }

  @Test(
    "a profile has as many arrivals as its rate has area", arguments: RateProfile.Shape.allCases)
  func area(shape: RateProfile.Shape) {
    let profile = RateProfile(shape, rate: 500, from: 100, seconds: 10, warmup: 2)
    let times = Self.times(profile)
    #expect(abs(Double(times.count) - profile.arrivals) <= 1)
    #expect(abs(profile.seconds - 12) < 1e-9)
    #expect(times == times.sorted() && times.allSatisfy { (0...12).contains($0) })
    // In every second there are as many arrivals as the rate says.
    for second in 0..<12 {
      let (start, end) = (Double(second), Double(second + 1))
      let found = times.count { $0 >= start && $0 < end }
      let expected = profile.arrivals(before: end) - profile.arrivals(before: start)
      #expect(abs(Double(found) - expected) <= 1.001, "\(shape), second \(second)")
    }
  }

  @Test("known instants come as they are, whatever the profile")
  func known() {
    var schedule = ArrivalSchedule(times: [0, 0, 0.5, 3])
    var times: [Double] = []
    while let time = schedule.next() { times.append(time) }
    #expect(times == [0, 0, 0.5, 3])
  }

  @Test("shapes are at their rates where they should be")
  func shapes() {
    func rate(_ shape: RateProfile.Shape, at time: Double) -> Double {
      RateProfile(shape, rate: 1_000, from: 200, seconds: 100).rate(at: time)
    }
    #expect(rate(.constant, at: 50) == 1_000)
    #expect(rate(.ramp, at: 0) == 200 && rate(.ramp, at: 50) == 600)
    #expect([0, 25, 45, 65, 99].map { rate(.steps, at: $0) } == [200, 400, 600, 800, 1_000])
    #expect([10, 50, 90].map { rate(.spike, at: $0) } == [200, 1_000, 200])
    #expect(rate(.soak, at: 50) == 1_000 && rate(.soak, at: 2.5) == 600)
  }

  @Test("a plan's arrivals come as its counts say, and no later than the load")
  func plan() {
    let profile = RateProfile(counts: [30, 0, 10], rate: 10, seconds: 100, warmup: 2)
    // Forty arrivals at ten a second on average, after the warm-up.
    #expect(abs(profile.seconds - 6) < 1e-9 && abs(profile.arrivals - 60) < 1e-9)
    let times = Self.times(profile, .even, seed: 1)
    #expect(times.count { $0 < 2 } == 20)
    #expect(times.count { $0 >= 2 && $0 < 2 + 4.0 / 3 } == 30)
    #expect(times.count { $0 >= 2 + 4.0 / 3 && $0 < 2 + 8.0 / 3 } == 0)
    let short = RateProfile(counts: [30, 0, 10], rate: 10, seconds: 1)
    #expect(short.seconds == 1 && abs(short.arrivals - 22.5) < 1e-9)
  }

  @Test("random arrivals are as many on average, and the seed decides which")
  func random() {
    let profile = RateProfile(.constant, rate: 1_000, from: 0, seconds: 20)
    let times = Self.times(profile, .random, seed: 7)
    #expect(abs(Double(times.count) - 20_000) < 4 * 20_000.0.squareRoot())
    #expect(times == Self.times(profile, .random, seed: 7))
    #expect(times != Self.times(profile, .random, seed: 8))
    // A third of the gaps is longer than the mean: exp(-1).
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    let long = gaps.count { $0 > 0.001 }
    #expect(abs(Double(long) / Double(gaps.count) - 0.3679) < 0.02)
  }
}
