/// Student's t distribution, integrated step by step.
enum StudentReference {
  /// The 97.5 % quantile, by halving an interval.
  static func quantile(degrees: Int) -> Double {
    // The area between 0 and t of the density without its constant, after t = √ν·tan(a).
    func area(_ angle: Double) -> Double {
      let steps = 2_000
      let width = angle / Double(steps)
      var sum = 0.0
      for step in 0...steps {
        let weight = step == 0 || step == steps ? 1.0 : step % 2 == 1 ? 4 : 2
        sum += weight * power(cosine(Double(step) * width), degrees - 1)
      }
      return sum * width / 3
    }
    let quarter = 1.5707963267948966
    let whole = area(quarter)
    var (low, high) = (0.0, quarter)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if area(middle) < 0.95 * whole { low = middle } else { high = middle }
    }
    let end = cosine(low)
    return (Double(degrees) * (1 - end * end)).squareRoot() / end
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1.0) { product, _ in product * base }
  }

  private static func cosine(_ angle: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for step in 1..<30 {
      term *= -angle * angle / Double((2 * step - 1) * (2 * step))
      sum += term
    }
    return sum
  }
}
