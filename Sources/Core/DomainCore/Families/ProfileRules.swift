import Chronology

/// FAM-11: who may edit a profile, and which values are possible. GRP-6: a group has no profiles.
func decideProfile(
  _ fact: Fact, at place: DecisionPlace, _ shared: borrowing SharedState
) -> Refusal? {
  guard shared.member(fact.author).role != .groupMember else { return .notForGroups }
  guard Permissions.mayEditProfile(fact.author, shared.member(fact.author), of: fact.subject) else {
    return .profileNotYours
  }
  let subject = shared.member(fact.subject)
  if place == .device && !subject.isActive { return .subjectRemoved }
  return fact.kind == .profileFieldSet
    ? decideField(fact, of: subject) : decideMeasurement(fact, of: subject)
}

private func decideField(_ fact: Fact, of subject: Member) -> Refusal? {
  let value = fact.payload.first
  guard fact.entity.raw <= UInt64(UInt8.max), value <= UInt64(UInt32.max), fact.payload.second == 0,
    let field = ProfileField(rawValue: UInt8(truncatingIfNeeded: fact.entity.raw))
  else { return .profileValueImpossible }
  switch field {
  case .name:
    return value == 0 ? .profileIncomplete : nil
  case .sex:
    return value <= UInt64(UInt8.max) && Sex(rawValue: UInt8(value)) != nil
      ? nil : .profileValueImpossible
  case .born:
    let born = LocalDay(packed: value)
    return decideBirth(born, as: subject.role, on: fact.day)
  case .photo, .allergies, .conditions, .emergencyContacts, .school, .sport, .position, .year:
    return nil
  }
}

/// FAM-11: a possible weight or height, on a day after birth.
private func decideMeasurement(_ fact: Fact, of subject: Member) -> Refusal? {
  let measurement = Measurement(fact.payload)
  let range = fact.kind == .weightSet ? BodyRange.weightGrams : BodyRange.heightMillimeters
  guard measurement.value == 0 || range.contains(measurement.value), fact.payload.second == 0
  else { return .profileValueImpossible }
  guard measurement.day <= fact.day else { return .dayInFuture }
  return measurement.day >= subject.born ? nil : .profileValueImpossible
}

/// FAM-12: the owner consents; for a child under 13 a parent does, and for an older child both may.
/// In a group the consent belongs to the seat (`groupConsentSet`).
func decideSharing(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
  guard shared.member(fact.author).role != .groupMember else { return .notForGroups }
  let subject = shared.member(fact.subject)
  let isOwn = fact.author == fact.subject
  if subject.role == .child {
    if Permissions.mayManage(shared.member(fact.author)) { return nil }
    return isOwn && fact.day >= subject.consentFreeFrom ? nil : .sharingNotYours
  }
  return isOwn ? nil : .sharingNotYours
}
