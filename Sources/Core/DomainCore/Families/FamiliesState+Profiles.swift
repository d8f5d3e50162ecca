// Families, profiles: folds and queries.

import Base
public import Chronology

extension FamiliesState {
  static func profileKey(_ field: ProfileField, of member: MemberHandle) -> FieldKey {
    FieldKey(
      .profileFieldSet, of: .none,
      detail: UInt64(member.index) << 8 | UInt64(field.rawValue))
  }

  static func key(_ kind: FactKind, _ day: LocalDay, of member: MemberHandle) -> FieldKey {
    FieldKey(kind, of: .none, detail: UInt64(member.index) << 32 | day.packed)
  }

  static func sharingKey(_ member: MemberHandle) -> FieldKey {
    FieldKey(.workoutSharingSet, of: .none, detail: UInt64(member.index))
  }

  // MARK: Folding

  mutating func applyProfileField(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let field = ProfileField(rawValue: UInt8(truncatingIfNeeded: fact.entity.raw)),
      shared.write(fact, to: Self.profileKey(field, of: fact.subject))
    else { return .superseded }
    if field == .born {
      shared.members[Int(fact.subject.index)].born = LocalDay(
        number: Int32(truncatingIfNeeded: fact.payload.first))
    }
    if !field.isText {
      shared.areaEvents.append(
        .needsChanged(fact.subject, first: LocalDay(number: .min), last: LocalDay(number: .max)))
    }
    return .changed
  }

  mutating func applyMeasurement(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let measurement = Measurement(fact.payload)
    guard shared.write(fact, to: Self.key(fact.kind, measurement.day, of: fact.subject)) else {
      return .superseded
    }
    let days: ClosedRange<LocalDay>
    if fact.kind == .weightSet {
      weights.set(measurement, of: fact.subject)
      days = weights.daysDecided(by: measurement.day, of: fact.subject)
    } else {
      heights.set(measurement, of: fact.subject)
      days = heights.daysDecided(by: measurement.day, of: fact.subject)
    }
    shared.areaEvents.append(
      .needsChanged(fact.subject, first: days.lowerBound, last: days.upperBound))
    return .changed
  }

  // MARK: Reading

  /// FAM-11: a text of a profile, empty until it is set.
  public func profileText(
    _ field: ProfileField, of member: MemberHandle, _ shared: borrowing SharedState
  ) -> TextHandle {
    precondition(field.isText, "birthday and sex are not texts")
    guard let register = shared.registers[Self.profileKey(field, of: member)] else { return .empty }
    return TextHandle(packed: register.value.first)
  }

  /// FAM-11: a person's sex, if it was given.
  public func sex(of member: MemberHandle, _ shared: borrowing SharedState) -> Sex? {
    shared.registers[Self.profileKey(.sex, of: member)]
      .flatMap { Sex(rawValue: UInt8(truncatingIfNeeded: $0.value.first)) }
  }

  /// FAM-11: the weight for a target of `day`: the latest entry on or before the day, else the
  /// earliest after it; nil when there is none. O(entries after the day).
  public func weightGrams(of member: MemberHandle, on day: LocalDay) -> UInt32? {
    weights.value(of: member, on: day)
  }

  /// FAM-11: the height for a target of `day`, found like the weight.
  public func heightMillimeters(of member: MemberHandle, on day: LocalDay) -> UInt32? {
    heights.value(of: member, on: day)
  }

  /// FAM-11: the required fields that a child's profile lacks; other members have no required
  /// fields.
  public func profileMissing(
    of member: MemberHandle, _ shared: borrowing SharedState
  ) -> ProfileNeeds {
    guard shared.members[Int(member.index)].role == .child else { return [] }
    var missing: ProfileNeeds = []
    if profileText(.name, of: member, shared) == .empty { missing.insert(.name) }
    if sex(of: member, shared) == nil { missing.insert(.sex) }
    let anyDay = shared.firstDay
    if weightGrams(of: member, on: anyDay) == nil { missing.insert(.weight) }
    if heightMillimeters(of: member, on: anyDay) == nil { missing.insert(.height) }
    return missing
  }

  /// FAM-12: whether workout data may leave the member's device for a group; false until its owner
  /// consents.
  public func sharesWorkouts(_ member: MemberHandle, _ shared: borrowing SharedState) -> Bool {
    shared.registers[Self.sharingKey(member)].map { $0.value.first != 0 } ?? false
  }
}
