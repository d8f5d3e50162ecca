import Testing

@testable import Metrics

@Suite("Targets can contradict each other")
struct FeasibilityTests {
  private static let retention = [
    "pc.retention.d1": 0.85, "pc.retention.d7": 0.70, "pc.retention.d30": 0.40,
  ]

  @Test("Retention of 85, 70 and 40 % caps daily over monthly at about 0.6")
  func stickiness() throws {
    var targets = Self.retention
    targets["pc.stickiness"] = 0.65
    let finding = try #require(
      TargetFeasibility(targets: targets, days: 120).findings.first { $0.id == "pc.stickiness" })
    // Summed by hand along the straight lines between the targets.
    let first = (0..<6).map { 0.85 - 0.025 * Double($0) }.reduce(0, +)
    let then = (0..<23).map { 0.70 - 0.3 / 23 * Double($0) }.reduce(0, +)
    #expect(abs(finding.bound - (1 + first + then) / 30) < 1e-12)
    #expect((0.6..<0.63).contains(finding.bound))
    #expect(finding.isContradiction)
  }

  @Test("and the older a base is, the lower its share of daily active people")
  func dailyActive() throws {
    var targets = Self.retention
    targets["pc.dau"] = 0.70
    let bounds = try [7, 30, 180].map { days in
      try #require(
        TargetFeasibility(targets: targets, days: days).findings.first { $0.id == "pc.dau" }
      ).bound
    }
    #expect(bounds[0] > 0.7 && bounds[1] < 0.63 && bounds[2] < 0.45)
    #expect(TargetFeasibility(targets: targets, days: 7).contradictions.isEmpty)
    #expect(TargetFeasibility(targets: targets, days: 30).contradictions.map(\.id) == ["pc.dau"])
  }

  @Test("Independent days at 75 % give 13 % a streak of seven in a week")
  func streaks() throws {
    let week = TargetFeasibility.streakShare(length: 7, days: 7, daily: 0.75)
    #expect(abs(week - 0.13348388671875) < 1e-15)
    // By counting all sequences of ten days that hold one.
    var share = 0.0
    for days in 0..<1024 {
      let marks = (0..<10).map { days >> $0 & 1 == 1 }
      guard (0...3).contains(where: { marks[$0..<$0 + 7].allSatisfy(\.self) }) else { continue }
      share += marks.map { $0 ? 0.75 : 0.25 }.reduce(1, *)
    }
    #expect(abs(TargetFeasibility.streakShare(length: 7, days: 10, daily: 0.75) - share) < 1e-12)
    let targets = ["pc.habits_completed": 0.75, "pc.streak7": 0.60]
    let findings = TargetFeasibility(targets: targets, days: 365).findings
    #expect(findings.map(\.isContradiction) == [false, true])
  }

  @Test("Targets that leave each other room are no finding against anybody")
  func consistent() {
    let targets = [
      "pc.retention.d1": 0.9, "pc.retention.d7": 0.8, "pc.dau": 0.5, "lk.dau": 0.8,
      "lk.checkin": 0.7,
    ]
    let feasibility = TargetFeasibility(targets: targets, days: 60)
    #expect(feasibility.contradictions.isEmpty)
    #expect(feasibility.findings.map(\.id) == ["pc.dau", "pc.retention.d7", "lk.checkin"])
    #expect(TargetFeasibility(targets: [:], days: 60).findings.isEmpty)
  }
}
