/// TRN-1: the fields of a session that change separately.
public enum SessionField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case title = 1
  case time = 2
  case character = 3
  case focus = 4
  case notes = 5
  case exercise = 6
  case set = 7
  case completion = 8
  case deletion = 9
}

/// TRN-1: the fields of a template that change separately.
public enum TemplateField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case title = 1
  case recurrence = 2
  case time = 3
  case character = 4
  case exercise = 5
  case deletion = 6
}

/// TRN-2: the fields of an assigned workout that change separately.
public enum AssignmentField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case title = 1
  case time = 2
  case place = 3
  case completion = 4
  case withdrawal = 5
}

/// One change to a field of a session, template or assignment, as its fact carries it.
public struct TrainingChange: BitwiseCopyable, Hashable, Sendable {
  /// The day of a session that a template generated; otherwise the mark of a session made by hand.
  public var dayNumber: Int32 = SessionKey.byHand
  public var field: UInt8
  public var exercise: UInt8 = 0
  public var set: UInt8 = 0
  /// How many sets an exercise has.
  public var sets: UInt8 = 0
  public var value: UInt64

  public init(
    field: UInt8, exercise: UInt8 = 0, set: UInt8 = 0, sets: UInt8 = 0, value: UInt64,
    dayNumber: Int32 = SessionKey.byHand
  ) {
    self.dayNumber = dayNumber
    self.field = field
    self.exercise = exercise
    self.set = set
    self.sets = sets
    self.value = value
  }

  /// Templates and assignments have no day in their key.
  public init(_ payload: Payload, hasDay: Bool) {
    dayNumber = hasDay ? Int32(truncatingIfNeeded: payload.first) : SessionKey.byHand
    field = UInt8(truncatingIfNeeded: payload.first >> 32)
    exercise = UInt8(truncatingIfNeeded: payload.first >> 40)
    set = UInt8(truncatingIfNeeded: payload.first >> 48)
    sets = UInt8(truncatingIfNeeded: payload.first >> 56)
    value = payload.second
  }

  public var payload: Payload {
    Payload(
      UInt64(UInt32(bitPattern: dayNumber)) | UInt64(field) << 32 | UInt64(exercise) << 40
        | UInt64(set) << 48 | UInt64(sets) << 56, value)
  }

  var text: TextHandle { TextHandle(packed: value) }
  var plan: ExercisePlan { ExercisePlan(packed: value, sets: sets) }

  public func key(of entity: Entity) -> SessionKey { SessionKey(entity, dayNumber: dayNumber) }

  /// The register that the change writes: only those of exercises and sets have these in the key.
  func fieldKey(of fact: Fact, exercises: Bool, sets: Bool = false) -> FieldKey {
    FieldKey(
      fact.kind, of: fact.entity,
      detail: key(of: fact.entity).detail(
        field: field, exercise: exercises ? exercise : 0, set: sets ? set : 0))
  }

  /// The value of the register: all that is not part of its key.
  var stored: Payload { Payload(UInt64(sets), value) }
}
