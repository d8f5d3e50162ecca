import Metrics
import Population
import Scenarios
import Reporting

// Ages, platforms and streak lengths of the population.
extension PopulationSummaryText {
  /// The age bands in years.
  static let ageBands: [ClosedRange<Int>] = [
    0...9, 10...12, 13...17, 18...25, 26...34, 35...44, 45...54, 55...64, 65...127,
  ]

  static let streakBands: [ClosedRange<Int>] = [
    1...1, 2...2, 3...6, 7...13, 14...29, 30...Int.max,
  ]

  static let continuationBands: [ClosedRange<Int>] = [1...1, 2...2, 3...4, 7...9, 14...20, 30...60]

  static func ages(_ people: Demography) -> [String] {
    let counts = ageBands.map { people.ages[$0].reduce(0, +) }
    let most = counts.max() ?? 0
    var lines = ["Age: (\(share(people.women, people.people)) of all people are female)"]
    for (band, count) in zip(ageBands, counts) where count > 0 {
      let bars = bar(count, of: most)
      lines.append(
        "  \(padded(name(band, last: 127), to: 7)) \(bars) \(share(count, people.people))")
    }
    lines += apart("Parents were", people.births, "old at the birth of a child")
    lines += apart("Grandparents were", people.grandparents, "old at the birth of a parent")
    lines += apart("Couples are", people.couples, "apart")
    lines += apart("Siblings are", people.siblings, "apart")
    let users = people.platforms.reduce(0, +)
    let platforms = zip(Platform.allCases, people.platforms).map { platform, count in
      "\(share(count, users)) \(platform.rawValue)"
    }
    return lines + ["  Platforms of app users: \(platforms.joined(separator: ", "))."]
  }

  private static func apart(_ who: String, _ years: Demography.AgeCounts, _ what: String)
    -> [String]
  {
    guard years.count > 0 else { return [] }
    let (least, middle, most) = (years.quantile(0), years.quantile(0.5), years.quantile(1))
    return least == most
      ? ["  \(who) \(least) years \(what)."]
      : ["  \(who) \(least) to \(most) years \(what) (median \(middle))."]
  }

  static func streaks(_ summary: PopulationSummary) -> [String] {
    let shape = summary.streakShape
    let counts = streakBands.map { shape.people(withLongest: $0) }
    let most = counts.max() ?? 0
    let continuation = continuationBands.compactMap { band in
      shape.continuation(after: band).map { probability in
        "\(NumberText.fixed(100 * probability, digits: 0)) % after \(name(band))"
      }
    }
    var lines = ["Most days in a row on which each person opened the app:"]
    for (band, count) in zip(streakBands, counts) {
      let bars = bar(count, of: most)
      lines.append("  \(padded(name(band), to: 7)) \(bars) \(share(count, summary.begun))")
    }
    guard !continuation.isEmpty else { return lines }
    return lines + [
      "  Probability that such a row continues: \(continuation.joined(separator: ", ")) days."
    ]
  }

  /// The name of a band: `3-6`, or `30+` for an open one.
  static func name(_ band: ClosedRange<Int>, last: Int = .max) -> String {
    if band.lowerBound == band.upperBound { return "\(band.lowerBound)" }
    if band.lowerBound == 0 { return "to \(band.upperBound)" }
    return band.upperBound == last
      ? "\(band.lowerBound)+" : "\(band.lowerBound)-\(band.upperBound)"
  }
}
