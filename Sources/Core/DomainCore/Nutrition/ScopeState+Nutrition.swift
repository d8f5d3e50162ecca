import Base
public import Chronology

/// Targets, and what was eaten.
public enum NutritionArea: Area {
  public static func fold(
    _ code: NutritionCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .nutritionOverrideSet: state.applyOverride(fact)
    case .nutritionTemplateCreated: state.createNutritionTemplate(fact)
    case .nutritionTemplateNameSet: state.renameTemplate(fact)
    case .nutritionTemplateValueSet: state.setTemplateAmount(fact)
    case .nutritionTemplateDeleted: state.deleteTemplate(fact)
    case .nutritionTemplateApplied: state.useTemplate(fact)
    case .nutritionTemplateEnded: state.endTemplate(fact)
    case .foodChanged, .foodMoved, .foodTextSet, .foodDeleted: state.applyFood(code, fact)
    case .waterImported: state.importWater(fact)
    case .mealLogged: state.applyMeal(fact)
    case .waterLogged: state.applyWater(fact)
    case .favoriteMealSet: state.applyFavorite(fact)
    case .photoAnalyzed: state.applyPhotoAnalysis(fact)
    }
  }
}

extension ScopeState {
  /// NUT-4: a target holds from the day on which it was set until another is, or none.
  ///
  /// Each day has a register of its own, so that of two devices that set a target on the same day
  /// the later one holds, and what days gone by were judged by is never rewritten.
  mutating func applyOverride(_ fact: Fact) -> Effect {
    let set = TargetAmount(fact.payload)
    let day = index(of: fact.day)
    guard let metric = set.metric,
      write(fact, to: Self.fieldKey(fact, of: Entity(raw: UInt64(fact.subject.index)), metric, day))
    else { return .superseded }
    let last = nutrition.amounts.set(
      set.amount, under: Self.amountKey(of: fact.subject, metric), from: day)
    nutritionInputsChanged(of: fact.subject, from: fact.day, through: dayBefore(last))
    return .changed
  }

  /// The last day of something that holds through a day, or for good.
  private func dayBefore(_ last: Int?) -> LocalDay {
    firstDay.adding(days: last ?? dayCapacity)
  }

  private static func fieldKey(
    _ fact: Fact, of entity: Entity, _ metric: NutritionMetric, _ day: Int
  ) -> FieldKey {
    FieldKey(fact.kind, of: entity, detail: UInt64(metric.rawValue) << 32 | UInt64(day))
  }

  // MARK: Templates

  mutating func createNutritionTemplate(_ fact: Fact) -> Effect {
    let name = TextHandle(packed: fact.payload.first)
    guard nutrition.templates.add(NutritionTemplate(name: name), madeBy: fact) else {
      return .superseded
    }
    accountOnce(fact)
    return .changed
  }

  mutating func renameTemplate(_ fact: Fact) -> Effect {
    guard let place = nutrition.templates.place(of: RowKey(fact.entity.raw)),
      write(fact, to: FieldKey(fact.kind, of: fact.entity))
    else { return .superseded }
    nutrition.templates[place].name = TextHandle(packed: fact.payload.first)
    return .changed
  }

  /// NUT-4: like an override, an amount of a template holds from the day on which it was set.
  mutating func setTemplateAmount(_ fact: Fact) -> Effect {
    let set = TargetAmount(fact.payload)
    let day = index(of: fact.day)
    guard nutrition.templates.place(of: RowKey(fact.entity.raw)) != nil, let metric = set.metric,
      write(fact, to: Self.fieldKey(fact, of: fact.entity, metric, day))
    else { return .superseded }
    let last = nutrition.amounts.set(
      set.amount, under: Self.amountKey(of: fact.entity, metric), from: day)
    templateChanged(fact.entity, from: fact.day, through: dayBefore(last))
    return .changed
  }

  /// Of two deletes the earlier day holds, so that it does not matter which is heard of first.
  mutating func deleteTemplate(_ fact: Fact) -> Effect {
    let day = Int32(index(of: fact.day))
    guard let place = nutrition.templates.place(of: RowKey(fact.entity.raw)) else {
      return .superseded
    }
    let old = nutrition.templates[place].endDay
    guard day < old else { return .superseded }
    nutrition.templates[place].endDay = day
    accountEnd(of: fact.entity, kind: fact.kind, old: old, new: day)
    templateChanged(fact.entity, from: fact.day, through: dayBefore(nil))
    return .changed
  }

  mutating func useTemplate(_ fact: Fact) -> Effect {
    let key = RowKey(fact.identity.raw)
    let range = TemplateRange(fact.payload)
    guard nutrition.applications.place(of: key) == nil, covers(range.first), covers(range.last)
    else { return .superseded }
    let person = Int(fact.subject.index)
    nutrition.applicationHeads.extend(to: person + 1, repeating: -1)
    var application = TemplateApplication(
      template: range.template, person: fact.subject, version: fact.version,
      firstDay: index(of: range.first), lastDay: index(of: range.last))
    application.earlier = nutrition.applicationHeads[person]
    nutrition.applicationHeads[person] = Int32(nutrition.applications.add(application, under: key))
    accountOnce(fact)
    nutritionInputsChanged(of: fact.subject, from: range.first, through: range.last)
    return .changed
  }

  mutating func endTemplate(_ fact: Fact) -> Effect {
    let day = Int32(index(of: fact.day))
    guard let place = nutrition.applications.place(of: RowKey(fact.entity.raw)) else {
      return .superseded
    }
    let application = nutrition.applications[place]
    guard day < application.endDay else { return .superseded }
    nutrition.applications[place].endDay = day
    accountEnd(of: fact.entity, kind: fact.kind, old: application.endDay, new: day)
    nutritionInputsChanged(
      of: application.person, from: fact.day,
      through: firstDay.adding(days: Int(application.lastDay)))
    return .changed
  }

  /// Judges anew the days to which a template is applied, person by person and day by day.
  private mutating func templateChanged(
    _ template: Entity, from first: LocalDay, through last: LocalDay
  ) {
    for person in 0..<nutrition.applicationHeads.count {
      // From the first to the last day of all the person's uses of it.
      var (from, through) = (Int32.max, Int32.min)
      var place = Int(nutrition.applicationHeads[person])
      while place >= 0 {
        let application = nutrition.applications[place]
        place = Int(application.earlier)
        guard application.template == template else { continue }
        from = min(from, application.firstDay)
        through = max(through, application.lastDay)
      }
      guard from <= through else { continue }
      nutritionInputsChanged(
        of: MemberHandle(UInt16(person)),
        from: max(first, firstDay.adding(days: Int(from))),
        through: min(last, firstDay.adding(days: Int(through))))
    }
  }

  /// Accounts in the digest for the day on which something ends.
  private mutating func accountEnd(of entity: Entity, kind: FactKind, old: Int32, new: Int32) {
    func contribution(_ day: Int32) -> Digest128 {
      Digest128.mix(entity.raw, UInt64(kind.rawValue), UInt64(UInt32(bitPattern: day)), 0)
    }
    if old != .max { digestStored.remove(contribution(old)) }
    digestStored.add(contribution(new))
  }
}
