extension MetricAccumulator {
  /// The metrics, in the order of their definitions.
  ///
  /// - Parameter whole: the run of which these people are a segment; nil for all people.
  public func results(
    for definitions: [MetricDefinition] = MetricDefinition.all, of whole: MetricAccumulator? = nil
  ) -> [MetricResult] {
    let clusters = clustersClosed
    let all = whole?.clustersClosed.all ?? clusters.all
    let (truth, observed) = (clusters.moments(.truth), clusters.moments(.observed))
    return definitions.map { definition in
      let formula = MetricFormula(definition, days: days)
      return MetricResult(
        definition: definition, truth: truth.estimate(formula, of: all),
        observed: definition.isObserved ? observed.estimate(formula, of: all) : nil,
        absence: definition.absence(truth: truth.tally, side: truth.tally),
        absenceObserved: definition.absence(truth: truth.tally, side: observed.tally))
    }
  }

  /// Retention on each day from 0 to 30 after the first active day.
  public var retentionCurve: [RetentionPoint] {
    let clusters = clustersClosed
    let (truth, observed) = (clusters.moments(.truth), clusters.moments(.observed))
    return (0...MetricCounter.retentionDayMax).map { day in
      let formula = MetricFormula(
        .share, counter: MetricCounterTable.place(of: MetricCounter.retention[day]), days: days)
      return RetentionPoint(
        day: day, truth: truth.estimate(formula, of: clusters.all),
        observed: observed.estimate(formula, of: clusters.all))
    }
  }

  /// The share of people who have not churned, by days since their first active day. Its intervals
  /// take people as independent: they are not clustered.
  public func survival(_ side: Side) -> SurvivalCurve { sums(side).leaving.curve }

  /// The totals of each day of the run.
  public var dayCounts: [DayTotals] {
    let enrolled = enrollment.enrolled
    let (truth, observed) = (sums(.truth), sums(.observed))
    return (0..<days).map { day in
      DayTotals(
        day: day, joined: enrollment.joined[day], enrolled: enrolled[day],
        truth: truth.totals(day: day), observed: observed.totals(day: day))
    }
  }

  /// People enrolled on at least one day.
  public var people: Int64 { enrollment.people }

  /// Enrolled days, summed over people.
  public var personDays: Int64 { enrollment.personDays }
}
