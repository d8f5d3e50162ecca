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

/// The effect of groups on a metric, estimated in four ways. Only the last two are true effects, and
/// only a simulation can measure them.
///
/// There is no effect per joiner by dividing that of the invitation by how many more people joined
/// (an instrumental variable): invitations also make people return who then join no group, so all
/// of their effect does not go through joining.
public struct GroupEffect: Hashable, Sendable {
  public let definition: String
  public let title: String
  public let unit: String
  public let form: MetricForm
  /// Members of groups versus all others in one run: an association, since members are
  /// self-selected.
  public let association: EffectEstimate?
  /// Randomly invited households versus all others, whether they joined or not: the intention to
  /// treat. It includes what an invitation does by itself.
  public let invitation: EffectEstimate?
  /// The same population with and without groups.
  public let truth: EffectEstimate?
  /// The same for those alone who joined a group: each with their twin in the run without groups.
  public let truthOfJoiners: EffectEstimate?

  /// The target of the metric, a difference or a relative difference; nil if it has none.
  public let target: Double?
}

/// The runs of a group experiment, all with the same population and the same random draws.
public struct GroupExperimentRuns: Sendable {
  /// Without groups.
  public var without: MetricAccumulator
  public var with: MetricAccumulator
  /// The people who ever joined a group in the run with groups: in it, and in the run without.
  public var joiners: MetricAccumulator
  public var joinersWithout: MetricAccumulator
  /// Half of the households are invited: the other half, and the invited ones.
  public var uninvited: MetricAccumulator
  public var invited: MetricAccumulator

  public init(
    without: MetricAccumulator, with: MetricAccumulator, joiners: MetricAccumulator,
    joinersWithout: MetricAccumulator, uninvited: MetricAccumulator, invited: MetricAccumulator
  ) {
    self.without = without
    self.with = with
    self.joiners = joiners
    self.joinersWithout = joinersWithout
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
    MetricDefinition.all.filter { $0.against != nil }.map { definition in
      let formula = MetricFormula(definition, days: with.days)
      let overall = { (sums: BootstrapSums) in sums.everyone(formula) }
      return GroupEffect(
        definition: definition.id, title: definition.title, unit: definition.unit,
        form: definition.form,
        association: Self.association(with, formula),
        invitation: Self.effect(uninvited, invited, overall),
        truth: Self.effect(without, with, overall),
        truthOfJoiners: Self.effect(joinersWithout, joiners, overall), target: definition.target)
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
