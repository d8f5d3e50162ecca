import Base
public import Chronology

extension ScopeState {
  /// NUT-3, NUT-4: what somebody should eat and drink on a day.
  ///
  /// A parent's own setting of a metric wins, then a template that is applied to the day, then
  /// the calculation; who has no body profile and no setting has no target. Carbohydrate, fat
  /// and fibre follow the energy target, whoever set it.
  public func nutritionTarget(of person: MemberHandle, on day: LocalDay) -> NutritionTarget {
    var target = NutritionTarget()
    if let body = body(of: person, on: day) {
      target = NutritionTarget(for: body, activity: activityLevel(of: person, on: day))
    }
    // Nobody here has set anything yet, as mostly.
    if nutrition.amounts.isEmpty { return target }
    let index = index(of: day)
    if let energy = setAmount(of: .energy, for: person, on: index) {
      target.energyTenthKilocalories = energy
      target.takeShares()
    }
    for number in NutritionMetric.protein.rawValue...NutritionMetric.water.rawValue {
      if let metric = NutritionMetric(rawValue: number),
        let amount = setAmount(of: metric, for: person, on: index)
      {
        target[metric] = amount
      }
    }
    return target
  }

  /// NUT-4: what a parent has set for a metric on a day, or nil where the calculation holds.
  func setAmount(of metric: NutritionMetric, for person: MemberHandle, on day: Int) -> UInt32? {
    let own = nutrition.amounts.value(of: Self.amountKey(of: person, metric), on: day)
    if let own, own > 0 { return own }
    guard Int(person.index) < nutrition.applicationHeads.count else { return nil }
    var place = Int(nutrition.applicationHeads[Int(person.index)])
    var winner: (version: Version, amount: UInt32)?
    while place >= 0 {
      let application = nutrition.applications[place]
      place = Int(application.earlier)
      guard application.covers(day), winner.map({ $0.version < application.version }) ?? true,
        let template = nutrition.templates.row(of: RowKey(application.template.raw)),
        day < Int(template.endDay)
      else { continue }
      let amount = nutrition.amounts.value(
        of: Self.amountKey(of: application.template, metric), on: day)
      if let amount, amount > 0 { winner = (application.version, amount) }
    }
    return winner?.amount
  }

  static func amountKey(of person: MemberHandle, _ metric: NutritionMetric) -> RowKey {
    RowKey(UInt64(person.index), UInt64(metric.rawValue))
  }

  static func amountKey(of template: Entity, _ metric: NutritionMetric) -> RowKey {
    RowKey(template.raw, 1 << 8 | UInt64(metric.rawValue))
  }
}
