import Base
public import Chronology

/// Decides a fact about targets, overrides and what comes of them.
///
/// NUT-4: parents set targets for everybody. An athlete, who has no parent in the scope, sets
/// their own; templates are the parents'.
public func decideNutrition(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  let author = state.member(fact.author)
  let isOwn = author.role == .athlete && fact.author == fact.subject
  switch fact.kind {
  case .nutritionOverrideSet:
    guard Permissions.mayManage(author) || isOwn else { return .parentNeeded }
    return TargetAmount(fact.payload).isWellFormed ? nil : .targetOutOfRange
  case .nutritionTemplateCreated, .nutritionTemplateNameSet, .nutritionTemplateValueSet,
    .nutritionTemplateDeleted, .nutritionTemplateApplied, .nutritionTemplateEnded:
    guard Permissions.mayManage(author) else { return .parentNeeded }
    return decideTemplate(fact, at: place, on: state)
  case .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported:
    return decideFood(fact, at: place, on: state)
  default:
    return nil
  }
}

private func decideTemplate(
  _ fact: Fact, at place: DecisionPlace, on state: borrowing ScopeState
) -> Refusal? {
  switch fact.kind {
  case .nutritionTemplateCreated:
    return templateName(fact)
  case .nutritionTemplateNameSet:
    return templateLife(fact.entity, on: state) ?? templateName(fact)
  case .nutritionTemplateValueSet:
    return templateLife(fact.entity, on: state)
      ?? (TargetAmount(fact.payload).isWellFormed ? nil : .targetOutOfRange)
  case .nutritionTemplateDeleted:
    // Two devices that delete the same template agree; the second is not refused.
    let refusal = templateLife(fact.entity, on: state)
    return place == .server && refusal == .nutritionTemplateGone ? nil : refusal
  case .nutritionTemplateApplied:
    let range = TemplateRange(fact.payload)
    if let refusal = templateLife(range.template, on: state) { return refusal }
    // An end far in the future must fit the history like any other day.
    return range.first >= fact.day && range.first <= range.last && state.covers(range.last)
      ? nil : .templateRangeInvalid
  default:
    guard let row = state.nutrition.applications.row(of: RowKey(fact.entity.raw)),
      row.person == fact.subject
    else { return .templateNotApplied }
    return row.isEnded && place == .device ? .templateEnded : nil
  }
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
