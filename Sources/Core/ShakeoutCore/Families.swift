public import Chronology
public import DomainCore
import SyncCore

/// FAM-1, FAM-11: the profile of a new member.
public struct Person: Hashable, Sendable {
  public var name: String
  public var born: LocalDay
  public var sex: Sex?
  public var kilograms: Double?
  public var centimeters: Double?

  public init(
    name: String, born: LocalDay, sex: Sex? = nil, kilograms: Double? = nil,
    centimeters: Double? = nil
  ) {
    self.name = name
    self.born = born
    self.sex = sex
    self.kilograms = kilograms
    self.centimeters = centimeters
  }
}

/// FAM-1: a member as far as the session's person may see them.
public struct MemberView: Hashable, Sendable {
  public let id: MemberID
  public let name: String
  public let role: Role
  /// FAM-11: computed from the birthday, today.
  public let age: Int
  /// FAM-3: whether a child may log for itself.
  public let mayLog: Bool
  /// FAM-6: whether their membership is active.
  public let isActive: Bool
}

// MARK: Actions

extension Action where Made == MemberID {
  /// FAM-1: a parent adds a member. Operations about the member are accepted from the next exchange
  /// on, since the log assigns the member's place.
  public static func addMember(_ person: Person, as role: Role) -> Action {
    Action(making: MemberID.init(joinedBy:)) { draft throws(Refusal) in
      let grams: UInt32 = try draft.measured(
        person.kilograms, times: 1_000, within: BodyRange.weightGrams)
      let millimeters: UInt32 = try draft.measured(
        person.centimeters, times: 10, within: BodyRange.heightMillimeters)
      let addition = MemberAddition(
        role: role, born: person.born, name: draft.text(person.name), sex: person.sex,
        weightGrams: grams, heightMillimeters: millimeters)
      return .addMember(addition, by: draft.author)
    }
  }

  /// FAM-1, FAM-11: a parent adds a child.
  public static func addChild(_ child: Person) -> Action { addMember(child, as: .child) }
}

extension ActionContext {
  /// A body measurement, zero when unknown.
  func measured(
    _ value: Double?, times scale: Double, within range: ClosedRange<UInt32>
  ) throws(Refusal) -> UInt32 {
    guard let value else { return 0 }
    return try integer(value, times: scale, within: range, else: .profileValueImpossible)
  }
}

extension Action where Made == Void {
  /// FAM-3: a parent allows a child to log for itself, or revokes it.
  public static func allowLogging(_ child: MemberID, _ allowed: Bool = true) -> Action {
    Action { draft throws(Refusal) in
      .setChildMayLog(try draft.handle(of: child), to: allowed)
    }
  }

  /// FAM-5: a parent consents to a child's own account, or withdraws the consent.
  public static func consent(for child: MemberID, given: Bool = true) -> Action {
    Action { draft throws(Refusal) in .setConsent(for: try draft.handle(of: child), given: given) }
  }

  /// GRP-11: a parent allows a child under 13 to share workouts in groups, or revokes it.
  public static func allowWorkoutSharing(_ child: MemberID, _ allowed: Bool = true) -> Action {
    Action { draft throws(Refusal) in
      .setWorkoutSharing(of: try draft.handle(of: child), to: allowed)
    }
  }

  /// FAM-2: a parent changes a member's role.
  public static func setRole(of member: MemberID, to role: Role) -> Action {
    Action { draft throws(Refusal) in .setRole(of: try draft.handle(of: member), to: role) }
  }

  /// FAM-6: ends a membership permanently; members also leave this way.
  public static func removeMember(_ member: MemberID) -> Action {
    Action { draft throws(Refusal) in .removeMember(try draft.handle(of: member)) }
  }

  /// FAM-11: sets the sex of a member.
  public static func setSex(of member: MemberID, to sex: Sex) -> Action {
    Action { draft throws(Refusal) in .setSex(sex, of: try draft.handle(of: member)) }
  }

  /// FAM-11: renames a member.
  public static func rename(_ member: MemberID, to name: String) -> Action {
    Action { draft throws(Refusal) in
      .setProfile(.name, of: try draft.handle(of: member), to: draft.text(name))
    }
  }

  /// FAM-11: sets a member's weight from a day on, by default today.
  public static func setWeight(
    of member: MemberID, kilograms: Double, from day: LocalDay? = nil
  ) -> Action {
    Action { draft throws(Refusal) in
      .setWeight(
        of: try draft.handle(of: member), on: day ?? draft.today,
        grams: try draft.measured(kilograms, times: 1_000, within: BodyRange.weightGrams))
    }
  }

  /// FAM-11: sets a member's height from a day on, by default today.
  public static func setHeight(
    of member: MemberID, centimeters: Double, from day: LocalDay? = nil
  ) -> Action {
    Action { draft throws(Refusal) in
      .setHeight(
        of: try draft.handle(of: member), on: day ?? draft.today,
        millimeters: try draft.measured(
          centimeters, times: 10, within: BodyRange.heightMillimeters))
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// FAM-1: all current and former members of the family, in the order of joining.
  public var members: [MemberView] {
    let state = shown
    return (0..<state.pointee.memberCount).map {
      view(of: MemberHandle(UInt16($0)), in: state.pointee)
    }
  }

  /// FAM-1: one member, or nil before the log has assigned their place.
  public func member(_ id: MemberID) -> MemberView? {
    let state = shown
    return id.handle(in: state.pointee).map { view(of: $0, in: state.pointee) }
  }

  /// FAM-11: the missing parts of a child's profile, for a screen that asks for them; nil without
  /// read access.
  public func profileMissing(of person: MemberID) -> ProfileNeeds? {
    reading(.health, of: person).map {
      $0.state.pointee.families.profileMissing(of: $0.person, $0.state.pointee.shared)
    }
  }

  private func view(of handle: MemberHandle, in state: borrowing ScopeState) -> MemberView {
    let member = state.member(handle)
    return MemberView(
      id: MemberID(handle, in: state),
      name: texts.text(of: state.families.profileText(.name, of: handle, state.shared)),
      role: member.role,
      age: state.shared.age(of: handle, on: today), mayLog: member.mayLog.value,
      isActive: member.isActive)
  }
}
