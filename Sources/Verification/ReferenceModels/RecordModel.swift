import Chronology
public import DomainCore

/// A reference model of the latest write to every field of the records about schedule, training,
/// school, profiles, notifications and groups, computed from the log alone.
///
/// It knows which parts of a fact name a field, and nothing of the rows of the state. The initial
/// value of a record counts as a write of each of its fields, which any later one replaces.
public struct RecordModel: ReferenceModel {
  private struct Key: Hashable {
    var kind: FactKind
    var entity: UInt64
    var first: UInt64
    var second: UInt64

    /// Most of the differences between keys, as one word: there is a key for each fact of a log.
    func hash(into hasher: inout Hasher) {
      hasher.combine(
        entity ^ first &* 0x9E37_79B9_7F4A_7C15 ^ second << 40 ^ UInt64(kind.rawValue) << 56)
    }
  }

  private struct Write {
    var field: Fact
    /// Whether it is the initial value of a record.
    var isBeginning: Bool
  }

  private var writes: [Key: Write] = [:]
  /// How many people have joined a group, whose places are assigned in that order.
  private var joined: UInt16 = 0

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    if fact.kind == .groupJoined { join(fact) }
    if Self.isKept(fact.kind) { return merge(fact, isBeginning: false) }
    for field in Self.fields(of: fact) { merge(field, isBeginning: true) }
  }

  private mutating func merge(_ field: Fact, isBeginning: Bool) {
    guard let key = Self.key(of: field) else { return }
    // The author of a change has seen the initial value, whatever the clocks show.
    if let standing = writes[key], !standing.isBeginning, !(standing.field.version < field.version)
    {
      return
    }
    writes[key] = Write(field: field, isBeginning: isBeginning)
  }

  /// GRP-2: a join contains the member's display name, and the first one the group's name: writes
  /// like any later ones, of which the greatest version wins.
  private mutating func join(_ fact: Fact) {
    let joining = GroupJoin(fact.payload)
    var name = fact
    (name.kind, name.entity) = (.groupDisplayNameSet, .none)
    name.author = MemberHandle(joined)
    name.payload = Payload(UInt64(joining.displayName.raw))
    ingest(name)
    if joining.isFounding && joined == 0 {
      name.kind = .groupNameSet
      name.payload = Payload(UInt64(joining.groupName.raw))
      ingest(name)
    }
    joined += 1
  }

  /// Whether a write of a field is the winning one.
  public func stands(_ field: Fact) -> Bool { standing(field)?.version == field.version }

  /// The winning write of the field that another one writes; nil for a fact that writes none.
  public func standing(_ field: Fact) -> Fact? { Self.key(of: field).flatMap { writes[$0]?.field } }

  /// The winning value of a field of a sport, class or occurrence, its version, and whether it is
  /// the initial value.
  public func write(
    _ kind: FactKind, of entity: Entity, _ part: UInt64
  ) -> (word: UInt64, version: Version, isBeginning: Bool)? {
    writes[Key(kind: kind, entity: entity.raw, first: part, second: 0)].map {
      ($0.field.payload.first, $0.field.version, $0.isBeginning)
    }
  }

  /// SCH-7: whether by the latest write a conflict is handled, by the two words of its identity.
  public func isHandled(_ first: UInt64, _ second: UInt64) -> Bool {
    let handled = UInt64(ConflictField.handled.rawValue)
    let key = Key(kind: .conflictFieldSet, entity: first, first: second, second: handled)
    return writes[key].map { UInt32(truncatingIfNeeded: $0.field.payload.second) != 0 } ?? false
  }

  /// The writes that a fact consists of: itself, or the initial values of a record that it makes.
  public static func fields(of fact: Fact) -> [Fact] {
    switch fact.kind {
    case .sportCreated:
      let made = SportCreation(fact.payload)
      return [
        write(.name, UInt64(made.name.raw), fact), write(.icon, UInt64(made.icon), fact),
        write(.season, made.season.packed, fact),
      ]
    case .classCreated:
      let made = ClassCreation(fact.payload)
      return [
        write(.type, UInt64(made.type.rawValue), fact), write(.start, made.start.packed, fact),
        write(.duration, UInt64(made.durationMinutes), fact),
      ]
    case .courseCreated:
      let made = CourseCreation(fact.payload)
      return [
        write(.courseChanged, CourseField.name.rawValue, UInt64(made.name.raw), fact),
        write(.courseChanged, CourseField.code.rawValue, UInt64(made.code.raw), fact),
      ]
    case .academicItemCreated: return draft(AcademicItemDraft(fact.payload), fact)
    default: return isKept(fact.kind) ? [fact] : []
    }
  }

  private static func draft(_ made: AcademicItemDraft, _ fact: Fact) -> [Fact] {
    func item(_ field: AcademicItemField, _ value: UInt64) -> Fact {
      write(.academicItemChanged, field.rawValue, value, fact)
    }
    return [
      item(.title, UInt64(made.title.raw)), item(.course, made.course.raw),
      item(.kind, UInt64(made.kind.rawValue)), item(.due, made.due.packed),
      item(.priority, UInt64(made.priority.rawValue)),
    ]
  }

  private static func write(_ field: SportField, _ value: UInt64, _ fact: Fact) -> Fact {
    part(.sportFieldSet, FieldChange(value, field: field.rawValue).payload, fact)
  }

  private static func write(_ field: ClassField, _ value: UInt64, _ fact: Fact) -> Fact {
    part(.classFieldSet, FieldChange(value, field: field.rawValue).payload, fact)
  }

  private static func write(
    _ kind: FactKind, _ field: UInt8, _ value: UInt64, _ fact: Fact
  ) -> Fact {
    part(kind, Payload(UInt64(field), value), fact)
  }

  private static func part(_ kind: FactKind, _ payload: Payload, _ fact: Fact) -> Fact {
    var part = fact
    part.kind = kind
    part.entity = fact.identity
    part.payload = payload
    return part
  }

  /// Whether a kind of fact writes one field.
  private static func isKept(_ kind: FactKind) -> Bool {
    switch kind {
    case .sportFieldSet, .classFieldSet, .classRuleSet, .participantSet, .occurrenceFieldSet,
      .attendanceSet, .conflictFieldSet, .courseChanged, .academicItemChanged, .sessionChanged,
      .templateChanged, .assignmentChanged, .notificationChannelsSet, .quietHoursSet,
      .doNotDisturbSet, .leadMinutesSet, .notificationSnoozed, .profileFieldSet, .rosterSet,
      .workoutSharingSet, .favoriteMealSet, .wellnessSet, .leaderboardSet, .foodTextSet,
      .groupNameSet, .groupDisplayNameSet, .groupConsentSet, .groupSharingSet, .goalMetricSet,
      .goalTextSet, .goalAttendanceSet, .trophyGiven:
      true
    default: false
    }
  }

  /// The key of a field; nil for a fact that writes none.
  private static func key(of fact: Fact) -> Key? {
    let (first, second) = (fact.payload.first, fact.payload.second)
    let person = UInt64(fact.subject.index)
    func key(_ entity: UInt64, _ one: UInt64 = 0, _ two: UInt64 = 0) -> Key {
      Key(kind: fact.kind, entity: entity, first: one, second: two)
    }
    switch fact.kind {
    case .sportFieldSet, .classFieldSet, .occurrenceFieldSet: return key(fact.entity.raw, second)
    case .classRuleSet, .goalMetricSet, .goalAttendanceSet: return key(fact.entity.raw)
    case .goalTextSet: return key(fact.entity.raw, first)
    case .participantSet, .trophyGiven: return key(fact.entity.raw, person)
    case .attendanceSet: return key(fact.entity.raw, first & 0xFFFF_FFFF, person)
    case .conflictFieldSet: return key(fact.entity.raw, first, second >> 32)
    case .courseChanged, .academicItemChanged: return key(fact.entity.raw, first & 0xFF)
    case .sessionChanged, .templateChanged, .assignmentChanged:
      return key(fact.entity.raw, trainingField(fact))
    case .notificationChannelsSet: return key(0, first & 0xFF, person)
    case .quietHoursSet, .doNotDisturbSet, .workoutSharingSet: return key(0, person)
    case .leadMinutesSet: return key(0, person, second)
    case .notificationSnoozed: return key(0, first, person)
    case .profileFieldSet, .favoriteMealSet: return key(fact.entity.raw, person)
    case .rosterSet: return key(0, second, person)
    case .wellnessSet: return key(0, UInt64(UInt32(bitPattern: fact.day.number)), person)
    case .leaderboardSet, .groupNameSet: return key(0)
    case .foodTextSet: return key(fact.entity.raw, first >> 32)
    case .groupDisplayNameSet, .groupConsentSet, .groupSharingSet:
      return key(0, UInt64(fact.author.index))
    default: return nil
    }
  }

  /// Which field of a session, template or assignment, of which day, exercise and set.
  private static func trainingField(_ fact: Fact) -> UInt64 {
    let change = TrainingChange(fact.payload, hasDay: fact.kind == .sessionChanged)
    var field = UInt64(UInt32(bitPattern: change.dayNumber)) << 32 | UInt64(change.field)
    switch fact.kind {
    case .sessionChanged:
      let isSet = change.field == SessionField.set.rawValue
      if isSet || change.field == SessionField.exercise.rawValue {
        field |= UInt64(change.exercise) << 8
      }
      if isSet { field |= UInt64(change.set) << 16 }
    case .templateChanged where change.field == TemplateField.exercise.rawValue:
      field |= UInt64(change.exercise) << 8
    default: break
    }
    return field
  }
}
