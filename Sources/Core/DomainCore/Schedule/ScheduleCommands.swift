// Schedule: commands.

public import Base

// Facts about no particular member have the first member as subject, who always exists.

// MARK: Sports and classes

extension Command {
  /// SCH-1: makes a sport that `child` plays.
  public static func createSport(for child: MemberHandle, _ sport: SportCreation) -> Command {
    Command(.sportCreated, subject: child, payload: sport.payload)
  }

  /// SCH-1: changes one field of a sport; texts by handle, the season packed.
  public static func setSportField(
    _ field: SportField, of sport: Entity, to value: UInt64
  ) -> Command {
    Command(
      .sportFieldSet, subject: MemberHandle(0), entity: sport,
      payload: FieldChange(value, field: field.rawValue).payload)
  }

  /// SCH-1: gives a sport another season.
  public static func setSeason(of sport: Entity, to season: Season) -> Command {
    setSportField(.season, of: sport, to: season.packed)
  }

  /// SCH-1: archives a sport with its history, or unarchives it.
  public static func archiveSport(_ sport: Entity, _ archived: Bool) -> Command {
    setSportField(.archived, of: sport, to: archived ? 1 : 0)
  }

  /// SCH-1: deletes a sport with its classes.
  public static func deleteSport(_ sport: Entity) -> Command {
    Command(.sportDeleted, subject: MemberHandle(0), entity: sport)
  }

  /// SCH-2: makes a class in which `child` takes part.
  public static func createClass(for child: MemberHandle, _ made: ClassCreation) -> Command {
    Command(.classCreated, subject: child, payload: made.payload)
  }

  /// SCH-2: changes one field of a class.
  public static func setClassField(
    _ field: ClassField, of trainingClass: Entity, to value: UInt64
  ) -> Command {
    Command(
      .classFieldSet, subject: MemberHandle(0), entity: trainingClass,
      payload: FieldChange(value, field: field.rawValue).payload)
  }

  /// SCH-3: sets how a class repeats.
  public static func setRecurrence(
    of trainingClass: Entity, to recurrence: PackedRecurrence
  ) -> Command {
    Command(
      .classRuleSet, subject: MemberHandle(0), entity: trainingClass, payload: recurrence.payload)
  }

  /// SCH-2: deletes a class with all its occurrences.
  public static func deleteClass(_ trainingClass: Entity) -> Command {
    Command(.classDeleted, subject: MemberHandle(0), entity: trainingClass)
  }

  /// SCH-1, SCH-2: sets whether a child plays a sport, or takes part in a class.
  public static func setParticipant(
    _ child: MemberHandle, of entity: Entity, to takesPart: Bool
  ) -> Command {
    Command(.participantSet, subject: child, entity: entity, payload: Payload(takesPart ? 1 : 0))
  }
}

// MARK: Occurrences

extension Command {
  /// SCH-4: changes one field of one occurrence.
  public static func setOccurrenceField(
    _ field: OccurrenceField, of occurrence: OccurrenceID, to value: UInt64
  ) -> Command {
    Command(
      .occurrenceFieldSet, subject: MemberHandle(0), entity: occurrence.trainingClass,
      payload: OccurrenceChange(field, on: occurrence.day, to: value).payload)
  }

  /// SCH-4: cancels one occurrence, or undoes the cancellation.
  public static func cancelOccurrence(_ occurrence: OccurrenceID, _ cancelled: Bool) -> Command {
    setOccurrenceField(.cancelled, of: occurrence, to: cancelled ? 1 : 0)
  }

  /// SCH-4: moves one occurrence to another start; nil restores the start of the series.
  public static func moveOccurrence(_ occurrence: OccurrenceID, to start: MovedStart?) -> Command {
    setOccurrenceField(.start, of: occurrence, to: start?.packed ?? 0)
  }

  /// Marks whether a child attended an occurrence.
  public static func setAttendance(
    of child: MemberHandle, at occurrence: OccurrenceID, to attended: Bool
  ) -> Command {
    Command(
      .attendanceSet, subject: child, entity: occurrence.trainingClass,
      payload: AttendancePayload(on: occurrence.day, attended: attended).payload)
  }
}

// MARK: Conflicts

extension Command {
  /// SCH-7: sets a field of a conflict.
  public static func setConflictField(
    _ field: ConflictField, of conflict: Digest128, to value: UInt32
  ) -> Command {
    Command(
      .conflictFieldSet, subject: MemberHandle(0), entity: Entity(raw: conflict.first),
      payload: Payload(conflict.second, UInt64(field.rawValue) << 32 | UInt64(value)))
  }
}
