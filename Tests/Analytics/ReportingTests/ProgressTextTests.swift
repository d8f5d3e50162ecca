import Testing

@testable import Reporting

@Suite("Progress text")
struct ProgressTextTests {
  @Test(
    "the progress line has a percentage, people and the remaining time",
    arguments: [
      (0, 1, nil, "0 %: 0 of 1 person"),
      (999_999, 1_000_000, 0.001, "99 %: 999,999 of 1,000,000 people, 1 s left"),
      (5, 10, 89.2, "50 %: 5 of 10 people, 2 min left"),
      (5, 10, 89.0, "50 %: 5 of 10 people, 89 s left"),
      (5, 10, 3 * 3600.0, "50 %: 5 of 10 people, 3 h left"),
      (10, 10, 0, "100 %: 10 of 10 people, 0 s left"),
    ] as [(Int, Int, Double?, String)])
  func line(people: Int, total: Int, secondsLeft: Double?, text: String) {
    #expect(ProgressText.line(people: people, of: total, secondsLeft: secondsLeft) == text)
  }
}
