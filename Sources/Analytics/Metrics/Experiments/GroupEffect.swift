/// The estimated difference between two populations or two kinds of people.
public struct EffectEstimate: Hashable, Sendable {
  /// The value of the base of comparison.
  public let base: Double
  public let difference: Double
  /// The 95 % interval of the difference; nil with too few households.
  public let interval: Interval?

  /// The difference relative to the base; nil if the base is zero.
  public var relative: Double? { base == 0 ? nil : difference / base }

  init?(_ base: LinearValue?, _ value: LinearValue?) {
    guard let base, let value else { return nil }
    self.init(base: base.value, value - base)
  }

  init(base: Double, _ effect: LinearValue) {
    self.base = base
    difference = effect.value
    interval = effect.interval
  }
}

/// The effect of groups on a metric, estimated in four ways. Only the last two are true effects,
/// and only a simulation can measure them.
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
  /// The same for those alone who joined a group: each compared with the same person
  /// in the run without groups.
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
    let (others, ones) = (halves.first, halves.second)
    return EffectEstimate(others.ratio(Self.joined), ones.ratio(Self.joined))
  }

  private static let joined = [MetricCounterTable.place(of: .inGroup)]

  /// The two halves of the households; a cluster may have households in both.
  private var halves: ClusterPairs { Self.pairs(uninvited, invited) }

  /// The effect of groups on every metric that compares members with others.
  public var effects: [GroupEffect] {
    let (halves, runs) = (halves, Self.pairs(without, with))
    let joinersOfBoth = Self.pairs(joinersWithout, joiners)
    return MetricDefinition.all.filter { $0.against != nil }.map { definition in
      let formula = MetricFormula(definition, days: with.days)
      let (all, per) = (formula.counters, formula.per)
      return GroupEffect(
        definition: definition.id, title: definition.title, unit: definition.unit,
        form: definition.form,
        association: EffectEstimate(
          runs.second.ratio([all[1]], per), runs.second.ratio([all[0]], per)),
        invitation: EffectEstimate(halves.first.ratio(all, per), halves.second.ratio(all, per)),
        truth: EffectEstimate(runs.first.ratio(all, per), runs.second.ratio(all, per)),
        truthOfJoiners: EffectEstimate(
          joinersOfBoth.first.ratio(all, per), joinersOfBoth.second.ratio(all, per)),
        target: definition.target)
    }
  }

  private static func pairs(_ one: MetricAccumulator, _ two: MetricAccumulator) -> ClusterPairs {
    ClusterPairs(one.clustersClosed.tableKept(.truth), two.clustersClosed.tableKept(.truth))
  }
}
