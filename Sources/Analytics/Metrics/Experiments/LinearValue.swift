/// A value of a run with its linear terms: by how much each cluster moves it.
///
/// The terms of a difference are differences of terms, cluster by cluster. So what two runs of the
/// same people have in common cancels out, and only what differs is left of the variance.
struct LinearValue {
  var value: Double
  /// By cluster, in the order of `ClusterPairs`.
  var terms: [Double]
  /// The clusters with anything to count.
  var isCounted: [Bool]

  static func - (left: LinearValue, right: LinearValue) -> LinearValue {
    left.combined(with: right, left.value - right.value) { $0 - $1 }
  }

  /// The quotient by a value other than zero.
  static func / (left: LinearValue, right: LinearValue) -> LinearValue {
    let quotient = left.value / right.value
    return left.combined(with: right, quotient) { ($0 - quotient * $1) / right.value }
  }

  private func combined(
    with other: LinearValue, _ value: Double, _ term: (Double, Double) -> Double
  ) -> LinearValue {
    LinearValue(
      value: value, terms: zip(terms, other.terms).map(term),
      isCounted: zip(isCounted, other.isCounted).map { $0 || $1 })
  }

  /// The number of clusters with anything to count.
  var clusters: Int64 { Int64(isCounted.count { $0 }) }

  /// The variance of the value.
  var variance: Double {
    var squares = 0.0
    for term in terms { squares += term * term }
    let count = Double(clusters)
    return count > 1 ? squares * count / (count - 1) : squares
  }

  /// The interval; nil with too few clusters.
  var interval: Interval? {
    guard clusters >= Estimate.clustersMin else { return nil }
    let half = StudentQuantile.of(degrees: clusters - 1) * variance.squareRoot()
    return Interval(lower: value - half, upper: value + half)
  }
}
