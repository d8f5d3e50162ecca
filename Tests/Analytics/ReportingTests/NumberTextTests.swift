import Testing

@testable import Reporting

@Suite("Number formatting")
struct NumberTextTests {
  @Test("whole numbers have thousands separators")
  func grouped() {
    let cases: [(Int64, String)] = [
      (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (-1_000, "-1,000"), (12_345, "12,345"),
      (1_234_567, "1,234,567"), (.max, "9,223,372,036,854,775,807"),
      (.min, "-9,223,372,036,854,775,808"),
    ]
    for (number, text) in cases { #expect(NumberText.grouped(number) == text) }
  }

  @Test("fractions are rounded to their digits, halves away from zero")
  func fixed() {
    let cases: [(Double, Int, String)] = [
      (0, 2, "0.00"), (0.125, 2, "0.13"), (-0.125, 2, "-0.13"), (1_234.5, 1, "1,234.5"),
      (0.05, 3, "0.050"), (2.5, 0, "3"), (-0.004, 2, "0.00"), (99.995, 1, "100.0"),
    ]
    for (number, digits, text) in cases {
      #expect(NumberText.fixed(number, digits: digits) == text)
    }
  }

  @Test("sizes use a fitting unit")
  func bytes() {
    let cases: [(Int64, String)] = [
      (0, "0 bytes"), (1_023, "1023 bytes"), (1_024, "1.00 KiB"), (10_240, "10.0 KiB"),
      (1_048_576, "1.00 MiB"), (190_840_832, "182 MiB"), (1_073_741_824, "1.00 GiB"),
      (5_000_000_000_000, "4.55 TiB"),
    ]
    for (count, text) in cases { #expect(NumberText.bytes(count) == text) }
  }

  @Test("durations use a fitting unit")
  func durations() {
    let cases: [(Int64, String)] = [
      (0, "0 ms"), (999, "999 ms"), (1_000, "1.00 s"), (12_400, "12.4 s"), (60_000, "1.00 min"),
      (3_599_999, "60.0 min"), (3_600_000, "1.00 h"), (86_400_000, "1.00 days"),
      (8_640_000_000, "100 days"),
    ]
    for (milliseconds, text) in cases {
      #expect(NumberText.duration(milliseconds: milliseconds) == text)
    }
  }

  @Test("counts in prose are exact below a million")
  func shortened() {
    let cases: [(Int64, String)] = [
      (999_999, "999,999"), (1_000_000, "1.00 million"), (18_220_104, "18.2 million"),
      (3_400_000_000, "3.40 billion"),
    ]
    for (count, text) in cases { #expect(NumberText.shortened(count) == text) }
  }

  @Test("shares have one digit more than their target and never round to 0 or 100 %")
  func shares() {
    let percent = PercentText(target: 0.85)
    #expect(percent.number(0.8625) == "86.3")
    #expect(percent.number(0.9999) == "99.9")
    #expect(percent.number(0.0001) == "0.1")
    #expect(percent.number(1) == "100.0")
    #expect(percent.number(0) == "0.0")
    #expect(PercentText(target: 0.999).number(0.99966) == "99.97")
    #expect(PercentText(target: 0.999).number(0.999999) == "99.99")
    #expect(PercentText(target: nil).number(0.5) == "50.0")
  }

  @Test("round shares have only the digits they need")
  func roundShares() {
    let cases: [(Double, String)] = [
      (0.85, "85"), (0.999, "99.9"), (0.9998, "99.98"), (0.99999, "99.999"), (1, "100"),
      (0, "0"), (0.29, "29"), (0.575, "57.5"),
    ]
    for (share, text) in cases { #expect(PercentText.shortest(share) == text) }
  }
}
