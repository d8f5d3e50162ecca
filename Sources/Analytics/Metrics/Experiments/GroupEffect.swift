/// How much more one of two kinds of people has than the other.
public struct EffectEstimate: Hashable, Sendable {
  /// What those have against whom it is held.
  public let base: Double
  public let difference: Double
  /// Where the difference lies, at 95 % confidence; missing where there are too few households.
  public let interval: Interval?

  /// The difference as a part of what the others have, where they have any.
  public var relative: Double? { base == 0 ? nil : difference / base }

  /// `pairs` are the others and those in question in each replicate of the bootstrap.
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

/// What groups do to a figure, asked in four ways of which only the last is what one wants to know,
/// and only a simulation can tell.
public struct GroupEffect: Hashable, Sendable {
  public let definition: String
  public let title: String
  public let unit: String
  public let form: MetricForm
  /// Those in groups against those outside, in one run: an association, for who joins is not who
  /// does not.
  public let association: EffectEstimate?
  /// Households that were invited at random against those that were not, joined or not.
  public let invitation: EffectEstimate?
  /// The same for each that joined because of it: the effect of the invitation divided by what it
  /// adds to joining.
  public let joining: EffectEstimate?
  /// The same people with groups and without.
  public let truth: EffectEstimate?

  /// What a target promises, where one does: a difference or a part, as the figure is.
  public let target: Double?
}

/// The runs that tell what groups do, all of the same people under the same luck.
public struct GroupExperimentRuns: Sendable {
  /// Nobody can join a group.
  public var without: MetricAccumulator
  public var with: MetricAccumulator
  /// Half of the households are invited: those that are not, and those that are.
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

  /// Of how many people a group has taken in more where households were invited.
  public var joinedMore: EffectEstimate? {
    let formula = MetricFormula(
      .share, counter: MetricCounterTable.place(of: .inGroup), days: with.days)
    return Self.effect(uninvited, invited) { $0.everyone(formula) }
  }

  /// What groups do to every figure that holds people in groups against others.
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

  /// Wald's estimate: what inviting adds to a figure by what it adds to joining.
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
  /// What a figure is of everybody, of whom it holds some against the others.
  func everyone(_ formula: MetricFormula) -> (value: Double?, replicates: [Double?]) {
    values { formula.value(ofAll: $0) }
  }

  /// What a figure is of those that it counts, or of those it holds them against.
  func kind(_ place: Int, of formula: MetricFormula) -> (value: Double?, replicates: [Double?]) {
    values { formula.value(ofKind: place, $0) }
  }
}
