import Testing

@testable import Metrics

@Suite("Parameters that leave least over")
struct LeastSquaresTests {
  private static func search(
    _ start: [Double], scattered: Int = 0, rounds: Int = 20,
    _ residuals: @escaping ([Double]) -> [Double]
  ) throws -> LeastSquares {
    try LeastSquares(
      start: start, scattered: scattered, rounds: rounds, enough: 1e-12, residuals: residuals)
  }

  @Test("straight lines are solved in a few steps")
  func lines() throws {
    let search = try Self.search([0.5, 0.5]) { place in
      [3 * place[0] + place[1] - 1.3, place[0] - 2 * place[1] + 0.5, place[0] + place[1] - 0.7]
    }
    // By hand: 3·0.3 + 0.4 = 1.3, 0.3 − 0.8 = −0.5, 0.3 + 0.4 = 0.7.
    #expect(abs(search.best.place[0] - 0.3) < 1e-6)
    #expect(abs(search.best.place[1] - 0.4) < 1e-6)
    #expect(search.looks < 30)
  }

  @Test("a bent valley is followed to its end")
  func valley() throws {
    // Rosenbrock's function, of which the least is at 1, 1 in its own measure.
    let search = try Self.search([0.1, 0.9], rounds: 200) { place in
      let (x, y) = (4 * place[0] - 2, 4 * place[1] - 2)
      return [10 * (y - x * x), 1 - x]
    }
    #expect(search.best.sumOfSquares < 0.01 * search.first.sumOfSquares)
    #expect(search.best.sumOfSquares < 0.1)
  }

  @Test("what lies beyond a bound is looked for at the bound, and the others still move")
  func bounds() throws {
    let search = try Self.search([0.4, 0.4]) { place in
      [place[0] - 1.5, place[1] - 0.2]
    }
    #expect(search.best.place[0] == 1)
    #expect(abs(search.best.place[1] - 0.2) < 1e-4)
  }

  @Test("a start in the wrong valley is left where places are scattered")
  func scattering() throws {
    func bumpy(_ place: [Double]) -> [Double] {
      // A shallow hollow at 0.9, and the deep one at 0.2.
      [min(abs(place[0] - 0.9) + 0.5, 3 * abs(place[0] - 0.2))]
    }
    let stuck = try Self.search([0.9], bumpy)
    let free = try Self.search([0.9], scattered: 8, bumpy)
    #expect(stuck.best.place[0] > 0.7)
    #expect(abs(free.best.place[0] - 0.2) < 0.02)
  }

  @Test("scattered places fill the square evenly")
  func evenness() {
    let places = (1...64).map { LeastSquares.scattered($0, of: 2) }
    for column in 0..<4 {
      for row in 0..<4 {
        let inside = places.filter {
          Int($0[0] * 4) == column && Int($0[1] * 4) == row
        }
        #expect((2...6).contains(inside.count), "\(column), \(row)")
      }
    }
  }

  @Test("a parameter that nothing depends on is not known, and disturbs no other")
  func idle() throws {
    let search = try Self.search([0.5, 0.5]) { place in [2 * place[0] - 1.8] }
    #expect(abs(search.best.place[0] - 0.9) < 1e-6)
    #expect(search.standardErrors[1] == nil)
    // One to two: what is left over is known to one, and changes by two.
    #expect(abs(try #require(search.standardErrors[0]) - 0.5) < 1e-3)
  }

  @Test("two parameters of which only the sum is observed are not known either")
  func entangled() throws {
    let search = try Self.search([0.5, 0.5]) { place in [40 * (place[0] + place[1] - 0.6)] }
    #expect(search.best.sumOfSquares < 1e-9)
    #expect(search.standardErrors == [nil, nil])
  }

  @Test("what is as good as nothing is searched no further")
  func enough() throws {
    let search = try LeastSquares(
      start: [0.5], scattered: 10, rounds: 10, enough: 1, residuals: { [$0[0]] })
    // The start, and the slope there.
    #expect(search.looks == 2)
  }
}
