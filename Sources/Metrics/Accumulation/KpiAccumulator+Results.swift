extension KpiAccumulator {
  /// The key figures, in the order of their definitions.
  public func results(for definitions: [KpiDefinition] = KpiDefinition.all) -> [KpiResult] {
    let bootstrap = bootstrapClosed
    return definitions.map { definition in
      let figure = Figure(definition, days: days)
      return KpiResult(
        definition: definition, truth: bootstrap.estimate(figure, side: .truth),
        observed: definition.isObserved ? bootstrap.estimate(figure, side: .observed) : nil)
    }
  }

  /// Retention on every day from 0 to 30 after the first active day.
  public var retentionCurve: [RetentionPoint] {
    let bootstrap = bootstrapClosed
    return (0...Counting.retentionDayMax).map { day in
      let figure = Figure(
        .share, counting: CountingTable.place(of: Counting.retention[day]), days: days)
      return RetentionPoint(
        day: day, truth: bootstrap.estimate(figure, side: .truth),
        observed: bootstrap.estimate(figure, side: .observed))
    }
  }

  /// How many people have not left, by days since their first active day.
  public func survival(_ side: Side) -> SurvivalCurve { sums(side).leaving.curve }

  /// The counts of every day of the run.
  public var dayCounts: [DayTotals] {
    let enrolled = enrolment.enrolled
    let (truth, observed) = (sums(.truth), sums(.observed))
    return (0..<days).map { day in
      DayTotals(
        day: day, joined: enrolment.joined[day], enrolled: enrolled[day],
        truth: truth.totals(day: day), observed: observed.totals(day: day))
    }
  }

  /// People enrolled on at least one day.
  public var people: Int64 { enrolment.people }

  /// Days on which a person was enrolled, over all people.
  public var personDays: Int64 { enrolment.personDays }
}
