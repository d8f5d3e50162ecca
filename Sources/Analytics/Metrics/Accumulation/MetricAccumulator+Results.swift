extension MetricAccumulator {
  /// The metrics, in the order of their definitions.
  public func results(for definitions: [MetricDefinition] = MetricDefinition.all) -> [MetricResult]
  {
    let bootstrap = bootstrapClosed
    return definitions.map { definition in
      let formula = MetricFormula(definition, days: days)
      return MetricResult(
        definition: definition, truth: bootstrap.estimate(formula, side: .truth),
        observed: definition.isObserved ? bootstrap.estimate(formula, side: .observed) : nil,
        absence: definition.absence(
          truth: bootstrap.truthSums.tally, side: bootstrap.truthSums.tally),
        absenceObserved: definition.absence(
          truth: bootstrap.truthSums.tally, side: bootstrap.observedSums.tally))
    }
  }

  /// Retention on each day from 0 to 30 after the first active day.
  public var retentionCurve: [RetentionPoint] {
    let bootstrap = bootstrapClosed
    return (0...MetricCounter.retentionDayMax).map { day in
      let formula = MetricFormula(
        .share, counter: MetricCounterTable.place(of: MetricCounter.retention[day]), days: days)
      return RetentionPoint(
        day: day, truth: bootstrap.estimate(formula, side: .truth),
        observed: bootstrap.estimate(formula, side: .observed))
    }
  }

  /// The share of people who have not churned, by days since their first active day.
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
