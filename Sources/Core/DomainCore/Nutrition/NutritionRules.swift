import Base
public import Chronology

extension NutritionArea {
  /// NUT-4: parents set targets for everyone. An athlete, who has no parent in the scope, sets
  /// their own; templates belong to the parents.
  public static func decide(
    _ code: NutritionCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    let author = state.member(fact.author)
    let parents: Refusal? = Permissions.mayManage(author) ? nil : .parentNeeded
    switch code {
    case .nutritionOverrideSet:
      let isOwn = author.role == .athlete && fact.author == fact.subject
      if !isOwn, let parents { return parents }
      return TargetAmount(fact.payload).isWellFormed ? nil : .targetOutOfRange
    case .nutritionTemplateCreated:
      return parents ?? templateName(fact)
    case .nutritionTemplateNameSet:
      return parents ?? templateLife(fact.entity, on: state) ?? templateName(fact)
    case .nutritionTemplateValueSet:
      return parents ?? templateLife(fact.entity, on: state)
        ?? (TargetAmount(fact.payload).isWellFormed ? nil : .targetOutOfRange)
    case .nutritionTemplateDeleted:
      // Two devices that delete the same template agree; the second is not refused.
      let refusal = templateLife(fact.entity, on: state)
      let isAgreed = place == .server && refusal == .nutritionTemplateGone
      return parents ?? (isAgreed ? nil : refusal)
    case .nutritionTemplateApplied:
      return parents ?? decideApplying(TemplateRange(fact.payload), fact, on: state)
    case .nutritionTemplateEnded:
      return parents ?? decideEnd(of: fact.entity, fact, at: place, on: state)
    case .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported:
      return decideFood(fact, at: place, on: state)
    // What is logged all day is decided through a view.
    case .mealLogged, .favoriteMealSet, .waterLogged, .photoAnalyzed:
      return nil
    }
  }
}

/// An end far in the future must fit the history like any other day.
private func decideApplying(
  _ range: TemplateRange, _ fact: Fact, on state: borrowing ScopeState
) -> Refusal? {
  if let refusal = templateLife(range.template, on: state) { return refusal }
  return range.first >= fact.day && range.first <= range.last && state.covers(range.last)
    ? nil : .templateRangeInvalid
}

private func decideEnd(
  of application: Entity, _ fact: Fact, at place: DecisionPlace, on state: borrowing ScopeState
) -> Refusal? {
  guard let row = state.nutrition.applications.row(of: RowKey(application.raw)),
    row.person == fact.subject
  else { return .templateNotApplied }
  return row.isEnded && place == .device ? .templateEnded : nil
}

private func templateName(_ fact: Fact) -> Refusal? {
  UInt32(truncatingIfNeeded: fact.payload.first) == TextHandle.empty.raw
    ? .templateNameEmpty : nil
}

private func templateLife(_ template: Entity, on state: borrowing ScopeState) -> Refusal? {
  guard let row = state.nutrition.templates.row(of: RowKey(template.raw)) else {
    return .nutritionTemplateUnknown
  }
  return row.isDeleted ? .nutritionTemplateGone : nil
}
