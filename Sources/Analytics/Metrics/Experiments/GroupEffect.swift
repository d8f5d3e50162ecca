/// The estimated difference between two populations or two kinds of people.
public struct EffectEstimate: Hashable, Sendable {
  /// The value of the base of comparison.
  public let base: Double
  public let difference: Double
  /// The 95 % interval of the difference; nil with too few households.
  public let interval: Interval?

  /// The difference relative to the base; nil if the base is zero.
  public var relative: Double? { base == 0 ? nil : difference / base }

  /// `pairs` are base and value in each replicate of the bootstrap.
  init?(_ base: Double?, _ value: Double?, _ pairs: [(Double?, Double?)]) {
    guard let base, let value else { return nil }
    self.base = base
    difference = value - base
    let differences = pairs.compactMap { base, value in
      if let base, let value { value - base } else { nil as Double? }
    }
    interval = Interval.variance(of: differences).map { variance in
      let half = Interval.normalQuantile * variance.squareRoot()
      return Interval(lower: value - base - half, upper: value - base + half)
    }
  }
}

/// The effect of groups on a metric, estimated in four ways. Only the last one is the true effect,
/// and only a simulation can measure it.
public struct GroupEffect: Hashable, Sendable {
  public let definition: String
  public let title: String
  public let unit: String
  public let form: MetricForm
  /// Members of groups versus all others in one run: an association, since members are
  /// self-selected.
  public let association: EffectEstimate?
  /// Randomly invited households versus all others, whether they joined or not: the intention to
  /// treat.
  public let invitation: EffectEstimate?
  /// Per person who joined because of the invitation, the complier effect: the effect of the
  /// invitation divided by its effect on joining.
  public let joining: EffectEstimate?
  /// The same population with and without groups.
  public let truth: EffectEstimate?

  /// The target of the metric, a difference or a relative difference; nil if it has none.
  public let target: Double?
}

/// The runs of a group experiment, all with the same population and the same random draws.
public struct GroupExperimentRuns: Sendable {
  /// Without groups.
  public var without: MetricAccumulator
  public var with: MetricAccumulator
  /// Half of the households are invited: the other half, and the invited ones.
  public var uninvited: MetricAccumulator
  public var invited: MetricAccumulator

  public init(
    without: MetricAccumulator, with: MetricAccumulator, uninvited: MetricAccumulator,
    invited: MetricAccumulator
  ) {
    self.without = without
    self.with = with
    self.uninvited = uninvited
    self.invited = invited
  }

  /// The effect of the invitation on joining a group.
  public var joinedMore: EffectEstimate? {
    let formula = MetricFormula(
      .share, counter: MetricCounterTable.place(of: .inGroup), days: with.days)
    return Self.effect(uninvited, invited) { $0.everyone(formula) }
  }

  /// The effect of groups on every metric that compares members with others.
  public var effects: [GroupEffect] {
    let share = MetricFormula(
      .share, counter: MetricCounterTable.place(of: .inGroup), days: with.days)
    return MetricDefinition.all.filter { $0.against != nil }.map { definition in
      let formula = MetricFormula(definition, days: with.days)
      let overall = { (sums: BootstrapSums) in sums.everyone(formula) }
      return GroupEffect(
        definition: definition.id, title: definition.title, unit: definition.unit,
        form: definition.form,
        association: Self.association(with, formula),
        invitation: Self.effect(uninvited, invited, overall),
        joining: Self.joining(uninvited, invited, overall) { $0.everyone(share) },
        truth: Self.effect(without, with, overall), target: definition.target)
    }
  }

  private typealias Values = (value: Double?, replicates: [Double?])

  private static func effect(
    _ others: MetricAccumulator, _ ones: MetricAccumulator, _ values: (BootstrapSums) -> Values
  ) -> EffectEstimate? {
    let base = values(others.bootstrapClosed.truthSums)
    let value = values(ones.bootstrapClosed.truthSums)
    return EffectEstimate(
      base.value, value.value, Array(zip(base.replicates, value.replicates)))
  }

  private static func association(_ run: MetricAccumulator, _ formula: MetricFormula)
    -> EffectEstimate?
  {
    let sums = run.bootstrapClosed.truthSums
    let (others, ones) = (sums.kind(1, of: formula), sums.kind(0, of: formula))
    return EffectEstimate(others.value, ones.value, Array(zip(others.replicates, ones.replicates)))
  }

  /// The Wald estimator: the effect of the invitation on a metric over its effect on joining.
  private static func joining(
    _ others: MetricAccumulator, _ ones: MetricAccumulator, _ values: (BootstrapSums) -> Values,
    joined: (BootstrapSums) -> Values
  ) -> EffectEstimate? {
    let (base, value) = (others.bootstrapClosed.truthSums, ones.bootstrapClosed.truthSums)
    func quotient(_ more: Double?, _ less: Double?, _ inMore: Double?, _ inLess: Double?) -> Double?
    {
      guard let more, let less, let inMore, let inLess, inMore > inLess else { return nil }
      return (more - less) / (inMore - inLess)
    }
    let (a, b, c, d) = (values(value), values(base), joined(value), joined(base))
    guard let perJoiner = quotient(a.value, b.value, c.value, d.value), let least = b.value else {
      return nil
    }
    let pairs = a.replicates.indices.map { place -> (Double?, Double?) in
      let found = quotient(
        a.replicates[place], b.replicates[place], c.replicates[place], d.replicates[place])
      return (least, found.map { least + $0 })
    }
    return EffectEstimate(least, least + perJoiner, pairs)
  }
}

extension BootstrapSums {
  /// A metric over all people, members and others together.
  func everyone(_ formula: MetricFormula) -> (value: Double?, replicates: [Double?]) {
    values { formula.value(ofAll: $0) }
  }

  /// A metric over the people it counts, or over the base of comparison.
  func kind(_ place: Int, of formula: MetricFormula) -> (value: Double?, replicates: [Double?]) {
    values { formula.value(ofKind: place, $0) }
  }
}
