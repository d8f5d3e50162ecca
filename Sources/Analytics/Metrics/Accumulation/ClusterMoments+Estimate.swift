extension ClusterMoments {
  /// A metric with its interval; nil while its denominator is zero.
  ///
  /// - Parameter all: the clusters of the whole run, of which counts are a share.
  func estimate(_ formula: MetricFormula, of all: ClusterPeople) -> Estimate? {
    guard let value = formula.value(of: totals[...]) else { return nil }
    let (numerator, denominator) = formula.parts(of: totals[...])
    let clusters = clusterCount(formula, of: all)
    var gap = formula.gap
    if clusters < Estimate.clustersMin {
      gap = .fewClusters
    } else if gap == nil, formula.counters.contains(where: { hasFewEvents($0, formula.form) }) {
      gap = .fewEvents
    }
    return Estimate(
      value: value, numerator: numerator, denominator: denominator,
      interval: gap == nil ? interval(formula, value, clusters, of: all) : nil,
      households: households(formula), gap: gap)
  }

  /// The number of households with anything to count for a metric.
  func households(_ formula: MetricFormula) -> Int64 {
    formula.counters.map { households($0) }.min() ?? 0
  }

  /// The number of clusters that a variance comes from: of a comparison those of the rarer kind of
  /// people, of a count all.
  private func clusterCount(_ formula: MetricFormula, of all: ClusterPeople) -> Int64 {
    switch formula.form {
    case .count, .monthly: all.clusters
    case .share, .mean, .scaled, .difference, .uplift:
      formula.counters.map { clusters($0) }.min() ?? 0
    }
  }

  /// Whether what is counted happened too rarely, or in too few clusters, to show how it spreads.
  ///
  /// None at all bounds how many to expect. A few single events among many trials do not: their
  /// number jumps between runs by as much as an interval is wide. Among few trials they are what
  /// the interval of a share is made for. Where several happen at once, one cluster more or less
  /// decides the value.
  private func hasFewEvents(_ counter: Int, _ form: MetricForm) -> Bool {
    let rare: Events
    switch form {
    case .count, .monthly: return false
    case .share: rare = rarer(counter)
    case .mean, .scaled, .difference, .uplift: rare = events(counter)
    }
    // Nothing over something is a ratio without a variance.
    guard rare.squares > 0 else { return form == .uplift }
    if !form.isComparison, rare.count < Estimate.eventsMin,
      denominator(counter) >= Estimate.manyTrials
    {
      return true
    }
    guard rare.count > 2 * Double(rare.clusters) else { return false }
    // As many clusters with equally many events each have the same squares (Kish).
    let equal = rare.count * rare.count / rare.squares
    return equal < min(Double(Estimate.clustersMin), Double(clusters(counter)) / 2)
  }

  /// The rarer of what counts and what does not.
  private func rarer(_ counter: Int) -> Events {
    let (counted, others) = (events(counter), events(besides: counter))
    return others.count < counted.count ? others : counted
  }

  /// Whether a few events are each in a cluster of its own, which shows no dependence.
  private func isSingular(_ counter: Int) -> Bool {
    let rare = rarer(counter)
    return rare.count < Estimate.eventsMin && rare.count == Double(rare.clusters)
      && denominator(counter) >= Estimate.someTrials
  }

  private func interval(
    _ formula: MetricFormula, _ value: Double, _ clusters: Int64, of all: ClusterPeople
  ) -> Interval {
    let quantile = StudentQuantile.of(degrees: clusters - 1)
    let denominator = Double(denominator(formula.counters[0]))
    if formula.form == .share {
      // With one trial in each cluster, as one group in each community, trials are independent.
      let isSingle =
        self.denominator(formula.counters[0]) == clusters || isSingular(formula.counters[0])
      return .share(
        value, variance: isSingle ? 0 : variance(formula.counters[0]), trials: denominator,
        quantile: quantile)
    }
    let variance = variance(formula, of: all)
    if value == 0, variance == 0, let scale = formula.scale {
      return Interval(lower: 0, upper: Interval.noneUpper * scale / denominator)
    }
    let half = quantile * variance.squareRoot()
    if formula.form == .uplift { return .uplift(value, half: half) }
    return Interval(lower: max(formula.least, value - half), upper: value + half)
  }

  /// The variance of a metric by the linear terms of its value in the sums.
  private func variance(_ formula: MetricFormula, of all: ClusterPeople) -> Double {
    let first = formula.counters[0]
    switch formula.form {
    case .share: return variance(first)
    case .count: return countVariance(first, of: all)
    case .monthly:
      let scale = 30 / Double(formula.days)
      return scale * scale * countVariance(first, of: all)
    case .mean, .scaled:
      let scale = formula.scale ?? 1
      return scale * scale * variance(first)
    case .difference(let per):
      let pair = Pair(first: first, second: formula.counters[1])
      let sum = variance(first) + variance(pair.second) - 2 * covariance(pair)
      return Double(per) * Double(per) * max(0, sum)
    case .uplift:
      let pair = Pair(first: first, second: formula.counters[1])
      let base = Double(numerator(pair.second)) / Double(denominator(pair.second))
      let ratio = Double(numerator(first)) / Double(denominator(first)) / base
      let sum =
        variance(first) + ratio * ratio * variance(pair.second) - 2 * ratio * covariance(pair)
      return max(0, sum) / (base * base)
    }
  }
}

extension MetricFormula {
  /// What a ratio is multiplied by; nil for values that are no ratio of their counts.
  var scale: Double? {
    switch form {
    case .share, .mean: 1
    case .scaled(let times, let over): Double(times) / Double(over)
    case .count, .monthly, .difference, .uplift: nil
    }
  }

  /// The least value that there is.
  var least: Double {
    switch form {
    case .share, .mean, .scaled, .count, .monthly: 0
    case .uplift: -1
    case .difference: -Double.greatestFiniteMagnitude
    }
  }
}
