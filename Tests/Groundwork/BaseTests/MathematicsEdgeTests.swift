import Testing

@testable import Base

@Suite("Mathematics at its edges")
struct MathematicsEdgeTests {
  private let infinity = Double.infinity

  @Test("The exponential ends in zero and infinity, exactly where its results do")
  func exponential() {
    #expect(Mathematics.exp(0) == 1)
    #expect(Mathematics.exp(-0.0) == 1)
    #expect(Mathematics.exp(infinity) == infinity)
    #expect(Mathematics.exp(-infinity) == 0)
    #expect(Mathematics.exp(.nan).isNaN)
    #expect(Mathematics.exp(709.782712893384) == 1.797_693_134_862_273_2e308)
    #expect(Mathematics.exp(709.782712893385) == infinity)
    #expect(Mathematics.exp(-745.1332191019411) == .leastNonzeroMagnitude)
    #expect(Mathematics.exp(-745.1332191019412) == 0)
  }

  @Test("Logarithms end in infinity, and negative numbers have none")
  func logarithms() {
    #expect(Mathematics.log(1) == 0)
    #expect(Mathematics.log(0) == -infinity)
    #expect(Mathematics.log(infinity) == infinity)
    #expect(Mathematics.log(-1).isNaN)
    #expect(Mathematics.log(.nan).isNaN)
    #expect(Mathematics.log1p(0) == 0)
    #expect(Mathematics.log1p(-0.0).sign == .minus)
    #expect(Mathematics.log1p(-1) == -infinity)
    #expect(Mathematics.log1p(-1.5).isNaN)
    #expect(Mathematics.log1p(infinity) == infinity)
    #expect(Mathematics.log1p(.nan).isNaN)
  }

  @Test("The logistic function and the log-odds end where the other begins")
  func logistic() {
    #expect(Mathematics.logistic(0) == 0.5)
    #expect(Mathematics.logistic(infinity) == 1)
    #expect(Mathematics.logistic(-infinity) == 0)
    #expect(Mathematics.logistic(.nan).isNaN)
    #expect(Mathematics.logit(0.5) == 0)
    #expect(Mathematics.logit(0) == -infinity)
    #expect(Mathematics.logit(1) == infinity)
    for outside in [-0.1, 1.1, infinity, -infinity, .nan] {
      #expect(Mathematics.logit(outside).isNaN)
    }
    for place in -300...300 {
      let odds = Double(place) / 10
      let back = Mathematics.logit(Mathematics.logistic(odds))
      // Near 1 a probability has few digits left for its odds.
      let digits = 1e-15 * (1 + Mathematics.exp(odds))
      #expect(abs(back - odds) <= digits * max(1, odds.magnitude))
    }
  }

  @Test("Powers of zero, of infinity and to zero are what mathematicians agree on")
  func power() {
    for base in [0, 0.3, 1, 7, infinity, .nan] { #expect(Mathematics.power(base, 0) == 1) }
    for exponent in [-infinity, -3, 0.5, infinity, .nan] {
      #expect(Mathematics.power(1, exponent) == 1)
    }
    #expect(Mathematics.power(0, 2) == 0)
    #expect(Mathematics.power(0, -2) == infinity)
    #expect(Mathematics.power(infinity, 2) == infinity)
    #expect(Mathematics.power(infinity, -2) == 0)
    #expect(Mathematics.power(0.5, infinity) == 0)
    #expect(Mathematics.power(0.5, -infinity) == infinity)
    #expect(Mathematics.power(2, infinity) == infinity)
    #expect(Mathematics.power(2, -infinity) == 0)
    #expect(Mathematics.power(.nan, 2).isNaN)
    #expect(Mathematics.power(2, .nan).isNaN)
  }

  @Test("Whole powers of two are exact over the whole range")
  func powersOfTwo() {
    for exponent in -1074...1023 {
      let expected =
        exponent >= -1022
        ? Double(sign: .plus, exponent: exponent, significand: 1)
        : Double(bitPattern: 1 << UInt64(exponent + 1074))
      #expect(Mathematics.power(2, Double(exponent)) == expected)
    }
    #expect(Mathematics.power(2, 1024) == infinity)
    #expect(Mathematics.power(2, -1076) == 0)
  }

  @Test("The inverse normal is odd about one half and ends in infinity")
  func inverseNormal() {
    #expect(Mathematics.inverseNormal(0.5) == 0)
    #expect(Mathematics.inverseNormal(0) == -infinity)
    #expect(Mathematics.inverseNormal(1) == infinity)
    for outside in [-0.1, 1.1, .nan] { #expect(Mathematics.inverseNormal(outside).isNaN) }
    for place in 1..<256 {
      let p = Double(place) / 256
      #expect(Mathematics.inverseNormal(1 - p) == -Mathematics.inverseNormal(p))
    }
  }
}
