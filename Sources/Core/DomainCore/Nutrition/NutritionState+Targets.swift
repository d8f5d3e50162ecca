// Nutrition, targets: overrides, templates and the target of a day.

import Base
public import Chronology

/// Targets, and what was eaten and drunk.
public enum NutritionArea: Area {
  public static func fold(
    _ code: NutritionCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .nutritionOverrideSet:
      return state.nutrition.applyOverride(fact, &state.shared, state.families, &state.schedule)
    case .nutritionTemplateCreated:
      return state.nutrition.createNutritionTemplate(fact, &state.shared)
    case .nutritionTemplateNameSet: return state.nutrition.renameTemplate(fact, &state.shared)
    case .nutritionTemplateValueSet:
      return state.nutrition.setTemplateAmount(fact, &state.shared, state.families, &state.schedule)
    case .nutritionTemplateDeleted:
      return state.nutrition.deleteTemplate(fact, &state.shared, state.families, &state.schedule)
    case .nutritionTemplateApplied:
      return state.nutrition.useTemplate(fact, &state.shared, state.families, &state.schedule)
    case .nutritionTemplateEnded:
      return state.nutrition.endTemplate(fact, &state.shared, state.families, &state.schedule)
    case .foodChanged, .foodMoved, .foodTextSet, .foodDeleted:
      if code == .foodMoved, case let day = FoodTime(fact.payload).day, state.covers(day) {
        makeRoom(for: day, in: &state)
      }
      return state.nutrition.applyFood(
        code, fact, &state.shared, state.families, &state.schedule, state.goals)
    case .waterImported:
      let water = ImportedWater(sample: fact.entity, fact.payload)
      if state.covers(water.day) { makeRoom(for: water.day, in: &state) }
      return state.nutrition.importWater(
        fact, &state.shared, state.families, &state.schedule, state.goals)
    case .mealLogged: return state.applyMeal(fact)
    case .waterLogged: return state.applyWater(fact)
    case .favoriteMealSet: return state.nutrition.applyFavorite(fact, &state.shared)
    case .photoAnalyzed:
      makeRoom(for: fact.day, in: &state)
      return state.shared.applyPhotoAnalysis(fact)
    }
  }

  /// Adds the rows of a day, before a fold of the area writes to them.
  private static func makeRoom(for day: LocalDay, in state: inout ScopeState) {
    let day = state.index(of: day)
    if day >= state.dayCapacity { state.widen(toHold: day) }
  }
}

extension NutritionState {
  /// NUT-4: a target applies from the day on which it was set until another one is set, or none.
  ///
  /// Each day has its own register, so when two devices set a target on the same day the later
  /// write wins, and the targets of past days never change.
  mutating func applyOverride(
    _ fact: Fact, _ shared: inout SharedState, _ families: borrowing FamiliesState,
    _ schedule: inout ScheduleState
  ) -> Effect {
    let set = TargetAmount(fact.payload)
    let day = shared.index(of: fact.day)
    guard let metric = set.metric,
      shared.write(
        fact, to: Self.fieldKey(fact, of: Entity(raw: UInt64(fact.subject.index)), metric, day))
    else { return .superseded }
    let last = amounts.set(
      set.amount, under: Self.amountKey(of: fact.subject, metric), from: day)
    nutritionInputsChanged(
      of: fact.subject, from: fact.day, through: dayBefore(last, shared), &shared, families,
      &schedule)
    return .changed
  }

  /// The last day of something that applies through a day, or permanently.
  private func dayBefore(_ last: Int?, _ shared: borrowing SharedState) -> LocalDay {
    shared.firstDay.adding(days: last ?? shared.dayCapacity)
  }

  private static func fieldKey(
    _ fact: Fact, of entity: Entity, _ metric: NutritionMetric, _ day: Int
  ) -> FieldKey {
    FieldKey(fact.kind, of: entity, detail: UInt64(metric.rawValue) << 32 | UInt64(day))
  }

  // MARK: Templates

  mutating func createNutritionTemplate(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let name = TextHandle(packed: fact.payload.first)
    guard templates.add(NutritionTemplate(name: name), madeBy: fact) else {
      return .superseded
    }
    shared.accountOnce(fact)
    return .changed
  }

  mutating func renameTemplate(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let place = templates.place(of: RowKey(fact.entity.raw)),
      shared.write(fact, to: FieldKey(fact.kind, of: fact.entity))
    else { return .superseded }
    templates[place].name = TextHandle(packed: fact.payload.first)
    return .changed
  }

  /// NUT-4: like an override, an amount of a template applies from the day on which it was set.
  mutating func setTemplateAmount(
    _ fact: Fact, _ shared: inout SharedState, _ families: borrowing FamiliesState,
    _ schedule: inout ScheduleState
  ) -> Effect {
    let set = TargetAmount(fact.payload)
    let day = shared.index(of: fact.day)
    guard templates.place(of: RowKey(fact.entity.raw)) != nil, let metric = set.metric,
      shared.write(fact, to: Self.fieldKey(fact, of: fact.entity, metric, day))
    else { return .superseded }
    let last = amounts.set(
      set.amount, under: Self.amountKey(of: fact.entity, metric), from: day)
    templateChanged(
      fact.entity, from: fact.day, through: dayBefore(last, shared), &shared, families, &schedule)
    return .changed
  }

  /// Of two deletes the earlier day wins, so that the order of arrival does not matter.
  mutating func deleteTemplate(
    _ fact: Fact, _ shared: inout SharedState, _ families: borrowing FamiliesState,
    _ schedule: inout ScheduleState
  ) -> Effect {
    let day = Int32(shared.index(of: fact.day))
    guard let place = templates.place(of: RowKey(fact.entity.raw)) else {
      return .superseded
    }
    let old = templates[place].endDay
    guard day < old else { return .superseded }
    templates[place].endDay = day
    accountEnd(of: fact.entity, kind: fact.kind, old: old, new: day, &shared)
    templateChanged(
      fact.entity, from: fact.day, through: dayBefore(nil, shared), &shared, families, &schedule)
    return .changed
  }

  mutating func useTemplate(
    _ fact: Fact, _ shared: inout SharedState, _ families: borrowing FamiliesState,
    _ schedule: inout ScheduleState
  ) -> Effect {
    let key = RowKey(fact.identity.raw)
    let range = TemplateRange(fact.payload)
    guard applications.place(of: key) == nil, shared.covers(range.first), shared.covers(range.last)
    else { return .superseded }
    let person = Int(fact.subject.index)
    applicationHeads.extend(to: person + 1, repeating: -1)
    var application = TemplateApplication(
      template: range.template, person: fact.subject, version: fact.version,
      firstDay: shared.index(of: range.first), lastDay: shared.index(of: range.last))
    application.earlier = applicationHeads[person]
    applicationHeads[person] = Int32(applications.add(application, under: key))
    shared.accountOnce(fact)
    nutritionInputsChanged(
      of: fact.subject, from: range.first, through: range.last, &shared, families, &schedule)
    return .changed
  }

  mutating func endTemplate(
    _ fact: Fact, _ shared: inout SharedState, _ families: borrowing FamiliesState,
    _ schedule: inout ScheduleState
  ) -> Effect {
    let day = Int32(shared.index(of: fact.day))
    guard let place = applications.place(of: RowKey(fact.entity.raw)) else {
      return .superseded
    }
    let application = applications[place]
    guard day < application.endDay else { return .superseded }
    applications[place].endDay = day
    accountEnd(of: fact.entity, kind: fact.kind, old: application.endDay, new: day, &shared)
    nutritionInputsChanged(
      of: application.person, from: fact.day,
      through: shared.firstDay.adding(days: Int(application.lastDay)), &shared, families, &schedule)
    return .changed
  }

  /// Rates the days to which a template is applied again, person by person and day by day.
  private mutating func templateChanged(
    _ template: Entity, from first: LocalDay, through last: LocalDay, _ shared: inout SharedState,
    _ families: borrowing FamiliesState, _ schedule: inout ScheduleState
  ) {
    for person in 0..<applicationHeads.count {
      // From the first to the last day on which the person uses it.
      var (from, through) = (Int32.max, Int32.min)
      var place = Int(applicationHeads[person])
      while place >= 0 {
        let application = applications[place]
        place = Int(application.earlier)
        guard application.template == template else { continue }
        from = min(from, application.firstDay)
        through = max(through, application.lastDay)
      }
      guard from <= through else { continue }
      nutritionInputsChanged(
        of: MemberHandle(UInt16(person)),
        from: max(first, shared.firstDay.adding(days: Int(from))),
        through: min(last, shared.firstDay.adding(days: Int(through))), &shared, families, &schedule
      )
    }
  }

  /// Adds the day on which something ends to the digest.
  private mutating func accountEnd(
    of entity: Entity, kind: FactKind, old: Int32, new: Int32, _ shared: inout SharedState
  ) {
    func contribution(_ day: Int32) -> Digest128 {
      Digest128.mix(entity.raw, UInt64(kind.rawValue), UInt64(UInt32(bitPattern: day)), 0)
    }
    if old != .max { shared.digestStored.remove(contribution(old)) }
    shared.digestStored.add(contribution(new))
  }
}

extension NutritionState {
  /// NUT-3, NUT-4: what a person should eat and drink on a day.
  ///
  /// A parent's own setting of a metric wins, then a template that is applied to the day, then the
  /// calculation; a person without body profile and setting has no target. Carbohydrate, fat and
  /// fiber follow the energy target, from whichever of these it comes.
  public func nutritionTarget(
    of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState,
    _ families: borrowing FamiliesState, _ schedule: borrowing ScheduleState
  ) -> NutritionTarget {
    var target = NutritionTarget()
    if let body = families.body(of: person, on: day, shared) {
      target = NutritionTarget(
        for: body, activity: schedule.activityLevel(of: person, on: day, shared))
    }
    // The usual case: no one in this scope has set anything yet.
    if amounts.isEmpty { return target }
    let index = shared.index(of: day)
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

  /// NUT-4: what a parent has set for a metric on a day, or nil where the calculation applies.
  func setAmount(of metric: NutritionMetric, for person: MemberHandle, on day: Int) -> UInt32? {
    let own = amounts.value(of: Self.amountKey(of: person, metric), on: day)
    if let own, own > 0 { return own }
    guard Int(person.index) < applicationHeads.count else { return nil }
    var place = Int(applicationHeads[Int(person.index)])
    var winner: (version: Version, amount: UInt32)?
    while place >= 0 {
      let application = applications[place]
      place = Int(application.earlier)
      guard application.covers(day), winner.map({ $0.version < application.version }) ?? true,
        let template = templates.row(of: RowKey(application.template.raw)),
        day < Int(template.endDay)
      else { continue }
      let amount = amounts.value(
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

extension NutritionState {
  /// NUT-8: whether a person's day meets a goal.
  ///
  /// `target` is in the unit of a target, for vegetables in tenths of a portion, for sugar in
  /// tenths of a gram. Nil means the day's own target, which vegetables and sugar do not have;
  /// without a target the goal is not met. Energy is met within ±5 % as in NUT-6, sugar at or below
  /// the target on a day with a meal: a day without a log proves nothing.
  public func meets(
    _ goal: NutritionGoal, target: UInt32?, of person: MemberHandle, on day: LocalDay,
    _ shared: borrowing SharedState, _ families: borrowing FamiliesState,
    _ schedule: borrowing ScheduleState
  ) -> Bool {
    let index = shared.index(of: day)
    guard index >= 0 else { return false }
    let row = shared.personDay(person, index)
    switch goal {
    case .protein:
      return isGreen(.protein, target, row.nutrients, person, day, shared, families, schedule)
    case .energy:
      return isGreen(.energy, target, row.nutrients, person, day, shared, families, schedule)
    case .water:
      return isGreen(.water, target, row.nutrients, person, day, shared, families, schedule)
    case .vegetables:
      guard let target, target > 0 else { return false }
      return row.nutrients.vegetableTenthPortions >= target
    case .lessSugar:
      guard let target, row.mealCount > 0 else { return false }
      return row.nutrients.sugarTenthGrams <= target
    }
  }

  private func isGreen(
    _ metric: NutritionMetric, _ amount: UInt32?, _ eaten: Nutrients, _ person: MemberHandle,
    _ day: LocalDay, _ shared: borrowing SharedState, _ families: borrowing FamiliesState,
    _ schedule: borrowing ScheduleState
  ) -> Bool {
    var target = NutritionTarget()
    if let amount {
      target[metric] = amount
    } else {
      target = nutritionTarget(of: person, on: day, shared, families, schedule)
    }
    return target.color(of: metric, for: eaten) == .green
  }
}
