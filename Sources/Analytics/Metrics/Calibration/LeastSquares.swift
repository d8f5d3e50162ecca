/// Finds the values of some parameters, each between 0 and 1, that minimize the sum of squared
/// residuals.
///
/// Each evaluation costs a run, so there are few: first points spread across the bounds, so that a
/// start near a bad local minimum does no harm; then Levenberg–Marquardt steps from the best of
/// them, with slopes measured across a stride that is wide compared with the granularity of counted
/// metrics.
public struct LeastSquares {
  /// The width of the stride for measuring slopes.
  public static let stride = 0.06

  /// An evaluated point and its residuals.
  public struct Evaluation: Sendable {
    public let place: [Double]
    public let residuals: [Double]

    public var sumOfSquares: Double { residuals.reduce(0) { $0 + $1 * $1 } }
  }

  /// The first evaluation, and the best.
  public private(set) var first: Evaluation
  public private(set) var best: Evaluation
  /// The slopes of the residuals at the best point, a row for each parameter.
  public private(set) var slopes: [[Double]] = []
  public private(set) var looks = 1

  private let residuals: ([Double]) throws -> [Double]

  /// Searches from `start`: evaluates `scattered` points, then iterates as long as it helps, for at
  /// most `rounds` rounds.
  ///
  /// A sum of squares of at most `enough` ends the search.
  public init(
    start: [Double], scattered: Int, rounds: Int, enough: Double,
    residuals: @escaping ([Double]) throws -> [Double]
  ) throws {
    precondition(start.allSatisfy { 0...1 ~= $0 }, "parameters lie between 0 and 1")
    self.residuals = residuals
    first = Evaluation(place: start, residuals: try residuals(start))
    best = first
    for number in 0..<scattered where best.sumOfSquares > enough {
      try look(at: Self.scattered(number + 1, of: start.count))
    }
    var damping = 0.01
    for _ in 0..<rounds where best.sumOfSquares > enough {
      try measureSlopes()
      guard try advance(&damping) else { break }
    }
    // The slopes at the end give the standard errors.
    try measureSlopes()
  }

  /// Evaluates a point and returns whether it is the best so far.
  @discardableResult
  private mutating func look(at place: [Double]) throws -> Bool {
    looks += 1
    let look = Evaluation(place: place, residuals: try residuals(place))
    guard look.sumOfSquares < best.sumOfSquares else { return false }
    best = look
    return true
  }

  /// A point of the Halton sequence: evenly spread, and the same for every search.
  static func scattered(_ number: Int, of count: Int) -> [Double] {
    let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
    return (0..<count).map { parameter in
      let prime = primes[parameter % primes.count]
      var (rest, part, value) = (number, 1.0, 0.0)
      while rest > 0 {
        part /= Double(prime)
        value += part * Double(rest % prime)
        rest /= prime
      }
      return value
    }
  }

  private mutating func measureSlopes() throws {
    let origin = best
    slopes = try origin.place.indices.map { parameter in
      var place = origin.place
      // Inwards if the bound is near.
      let stride = place[parameter] + Self.stride <= 1 ? Self.stride : -Self.stride
      place[parameter] += stride
      looks += 1
      return zip(try residuals(place), origin.residuals).map { ($0 - $1) / stride }
    }
  }

  /// Steps from the best point to a better one, with ever shorter steps until there is one; returns
  /// whether it improved by at least 2 %.
  private mutating func advance(_ damping: inout Double) throws -> Bool {
    let before = best
    for _ in 0..<5 {
      let step = Self.step(slopes, before.residuals, at: before.place, damping: damping)
      let place = zip(before.place, step).map { max(0, min(1, $0 + $1)) }
      guard place != before.place else { return false }
      if try look(at: place) {
        damping = max(1e-6, damping / 5)
        return best.sumOfSquares < 0.98 * before.sumOfSquares
      }
      damping *= 6
    }
    return false
  }

  /// The step that would minimize the residuals if they were linear. Parameters at a bound that
  /// would leave it stay where they are.
  static func step(
    _ slopes: [[Double]], _ residuals: [Double], at place: [Double], damping: Double
  ) -> [Double] {
    var free = Array(slopes.indices)
    while true {
      let matrix = free.map { row in free.map { dot(slopes[row], slopes[$0]) } }
      let damped = matrix.indices.map { row in
        matrix[row].indices.map { column in
          row == column ? matrix[row][column] * (1 + damping) + 1e-12 : matrix[row][column]
        }
      }
      let solved = solve(damped, free.map { -dot(slopes[$0], residuals) })
      var step = [Double](repeating: 0, count: slopes.count)
      for (row, parameter) in free.enumerated() { step[parameter] = solved[row] }
      let stuck = free.filter { parameter in
        place[parameter] == 0 && step[parameter] < 0 || place[parameter] == 1 && step[parameter] > 0
      }
      if stuck.isEmpty { return step }
      free.removeAll { stuck.contains($0) }
      if free.isEmpty { return [Double](repeating: 0, count: slopes.count) }
    }
  }

  /// The standard error of each parameter if each residual has a standard error of one; nil for
  /// parameters that the residuals do not identify.
  public var standardErrors: [Double?] {
    let matrix = slopes.map { row in slopes.map { Self.dot(row, $0) } }
    return slopes.indices.map { parameter in
      guard matrix[parameter][parameter] > 1e-9 else { return nil }
      var unit = [Double](repeating: 0, count: slopes.count)
      unit[parameter] = 1
      // Parameters that are not identified have a huge variance.
      let damped = matrix.indices.map { row in
        matrix[row].indices.map { row == $0 ? matrix[row][$0] + 1e-6 : matrix[row][$0] }
      }
      let error = Self.solve(damped, unit)[parameter].squareRoot()
      return error.isFinite && error < 1 ? error : nil
    }
  }

  static func dot(_ first: [Double], _ second: [Double]) -> Double {
    zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Solves linear equations by Gaussian elimination with partial pivoting.
  static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    var rows = zip(matrix, right).map { $0 + [$1] }
    let count = rows.count
    for column in 0..<count {
      let pivot = (column..<count).max { rows[$0][column].magnitude < rows[$1][column].magnitude }!
      rows.swapAt(column, pivot)
      guard rows[column][column] != 0 else { continue }
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in column...count { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return rows.indices.map { rows[$0][$0] == 0 ? 0 : rows[$0][count] / rows[$0][$0] }
  }
}
