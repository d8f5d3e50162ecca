extension KpiAccumulator {
  /// The key figures, in the order of their definitions.
  public func results(for definitions: [KpiDefinition] = KpiDefinition.personalCoach)
    -> [KpiResult]
  {
    let bootstrap = bootstrapClosed
    return definitions.map { definition in
      KpiResult(
        definition: definition,
        truth: estimate(definition.measure, side: .truth, bootstrap: bootstrap),
        observed: estimate(definition.measure, side: .observed, bootstrap: bootstrap))
    }
  }

  /// Retention on every day from 0 to 30 after the first active day.
  public var retentionCurve: [RetentionPoint] {
    (0...RetentionCounts.dayMax).map { day in
      RetentionPoint(
        day: day, truth: sums(.truth).retention.estimate(day: day),
        observed: sums(.observed).retention.estimate(day: day))
    }
  }

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

  private func estimate(_ measure: KpiMeasure, side: Side, bootstrap: HouseholdBootstrap)
    -> Estimate?
  {
    let sums = sums(side)
    return switch measure {
    case .retention(let day): sums.retention.estimate(day: day)
    case .everStreak7: .share(sums.streak7, of: enrolment.people)
    case .dailyActive: bootstrap.estimate(.dailyActive, side: side)
    case .habitsCompleted: bootstrap.estimate(.habitsCompleted, side: side)
    case .syncSuccess: bootstrap.estimate(.syncSuccess, side: side)
    }
  }
}

extension SideAccumulator {
  fileprivate func totals(day: Int) -> DayTotals.Counts {
    DayTotals.Counts(
      active: active[day], habitsDue: habitsDue[day], habitsDone: habitsDone[day])
  }
}
