import Testing

@testable import Base

@Suite("Quantiles")
struct QuantileTests {
  @Test("Continuous quantiles agree with exact ones, into the far tails")
  func continuous() throws {
    let lines = try Vectors.lines(of: "quantiles.txt")
    #expect(lines.count == 1200)
    for line in lines {
      let (u, one, two) = (Double(bits: line[1]), Double(bits: line[2]), Double(bits: line[3]))
      let expected = Double(bits: line[4])
      let value =
        switch line[0] {
        case "normal": Quantile.normal(u, mean: one, deviation: two)
        case "logNormal": Quantile.logNormal(u, median: one, sigma: two)
        case "exponential": Quantile.exponential(u, mean: one)
        default: Quantile.weibull(u, shape: one, scale: two)
        }
      // A normal quantile is a sum, whose terms may cancel.
      let size = line[0] == "normal" ? expected.magnitude + one.magnitude : expected.magnitude
      // What is raised to a power has its error multiplied by the power's logarithm.
      let tolerance = ["logNormal": 1e-13, "weibull": 3e-14][line[0]] ?? 2e-15
      #expect(abs(value - expected) <= tolerance * size, "\(line)")
    }
  }

  @Test("Poisson quantiles are exact, into the far tails and up to 10⁹")
  func poisson() throws {
    let lines = try Vectors.lines(of: "quantiles-poisson.txt")
    #expect(lines.count > 1500)
    for line in lines {
      let count = Quantile.poisson(Double(bits: line[0]), mean: Double(bits: line[1]))
      #expect(count == Int(line[2]), "\(line)")
    }
  }

  @Test("Poisson quantiles of a zero or tiny mean are zero")
  func poissonOfNothing() {
    #expect(Quantile.poisson(1 - 0x1p-53, mean: 0) == 0)
    #expect(Quantile.poisson(1 - 0x1p-53, mean: 1e-300) == 0)
    #expect(Quantile.poisson(0x1p-53, mean: 1e-300) == 0)
  }

  @Test(
    "Single counts have their probabilities, in the middle and in the tails",
    arguments: [0.2, 9, 40, 100])
  func poissonMass(mean: Double) {
    for count in 0...200 {
      let mass = PoissonMass(mean: mean).at(count)
      let expected = Statistics.poissonProbability(count, mean: mean)
      #expect(abs(mass - expected) <= 3e-13 * expected, "P(X = \(count))")
    }
  }
}
