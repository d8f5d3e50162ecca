import Base

// The fields of one record: those that a document store would keep in one document, and that one
// screen shows and saves. Here each field is a register of its own, so only a policy that writes
// whole records reads them together. A record is written as the commands that would produce it.
// Entities with a key of their own are not part of it: a completion, a meal, an attendance, a
// participant, a weight of a day, a set of an exercise. Neither are permanent changes, such as a
// deletion or a consent.
extension ScopeState {
  /// The current fields of the record that a command changes; empty if it changes none.
  public func record(of command: Command) -> [Command] {
    guard command.kind.isFieldOfRecord else { return [] }
    let entity = command.entity
    return switch command.kind.area {
    case .habits: habitRecord(entity)
    case .families: profileRecord(of: command.subject)
    case .goals: goals.goal(entity)?.record ?? []
    case .notifications: settingsRecord(of: command.subject)
    case .rewards: rewardRecord(entity, by: command.subject)
    case .schedule: scheduleRecord(of: command)
    case .academics: academicRecord(of: command)
    case .training: trainingRecord(of: command)
    case .nutrition, .calendar, .groups: []
    }
  }

  private func habitRecord(_ entity: Entity) -> [Command] {
    guard let slot = slot(of: entity) else { return [] }
    let habit = habits.rows[slot]
    func field(_ kind: FactKind, _ value: UInt32) -> Command {
      .setHabitField(kind, of: entity, owner: habit.owner, to: value)
    }
    var record = [
      Command.renameHabit(entity, of: habit.owner, to: habit.name.value),
      field(.habitDescriptionSet, habit.text.value.raw),
      field(.habitCategorySet, habit.category.value.raw),
      field(.habitIconSet, habit.icon.value), field(.habitRankSet, habit.rank.value),
      .startHabit(entity, of: habit.owner, on: habit.started.value),
    ]
    // Archiving includes the day, so repeating the command would set another day.
    if !habit.archived.value { record.append(.archiveHabit(entity, of: habit.owner, false)) }
    return record
  }

  /// A profile's record has the fields that were ever set.
  private func profileRecord(of member: MemberHandle) -> [Command] {
    ProfileField.allCases.compactMap { field in
      shared.registers[FamiliesState.profileKey(field, of: member)].map {
        Command(
          .profileFieldSet, subject: member, entity: Entity(raw: UInt64(field.rawValue)),
          payload: $0.value)
      }
    }
  }

  private func settingsRecord(of member: MemberHandle) -> [Command] {
    let settings = shared.notificationSettings(of: member)
    var record = [
      Command.setQuietHours(settings.quiet, of: member),
      .setDoNotDisturb(until: settings.silentUntil, of: member),
      .setLeadMinutes(settings.leadMinutes, of: member),
    ]
    for kind in NotificationKind.allCases {
      record.append(.setNotificationChannels(settings.channels(for: kind), for: kind, of: member))
    }
    return record
  }

  private func rewardRecord(_ entity: Entity, by parent: MemberHandle) -> [Command] {
    guard let reward = rewards.reward(entity) else { return [] }
    return [
      .retitleReward(entity, to: reward.title, by: parent),
      .priceReward(entity, at: Int(reward.price), by: parent),
    ]
  }

  // MARK: Schedule

  private func scheduleRecord(of command: Command) -> [Command] {
    switch command.kind {
    case .sportFieldSet: return schedule.sport(command.entity)?.record ?? []
    case .classFieldSet, .classRuleSet:
      return schedule.trainingClass(command.entity)?.record ?? []
    case .occurrenceFieldSet:
      let day = OccurrenceChange(command.payload).day
      let occurrence = OccurrenceID(command.entity, day)
      return OccurrenceField.allCases.compactMap { field in
        shared.registers[FieldKey(field, of: occurrence)].map {
          .setOccurrenceField(field, of: occurrence, to: $0.value.first)
        }
      }
    default: return []
    }
  }

  // MARK: Academics

  private func academicRecord(of command: Command) -> [Command] {
    let field = UInt8(truncatingIfNeeded: command.payload.first)
    switch command.kind {
    case .courseChanged:
      return field == CourseField.deletion.rawValue
        ? [] : academics.course(command.entity)?.record ?? []
    case .academicItemChanged:
      return field == AcademicItemField.deletion.rawValue
        ? [] : academics.academicItem(command.entity)?.record ?? []
    default: return []
    }
  }

  // MARK: Training

  private func trainingRecord(of command: Command) -> [Command] {
    let change = TrainingChange(command.payload, hasDay: command.kind == .sessionChanged)
    switch command.kind {
    case .sessionChanged:
      let alone = [SessionField.exercise, .set, .deletion]
      let isAlone = alone.contains { $0.rawValue == change.field }
      return isAlone ? [] : training.session(change.key(of: command.entity))?.record ?? []
    case .assignmentChanged:
      return change.field == AssignmentField.withdrawal.rawValue
        ? [] : training.assignment(command.entity)?.record ?? []
    default: return []
    }
  }
}

extension FactKind {
  /// Whether a fact writes a field of a record that has others.
  public var isFieldOfRecord: Bool {
    switch self {
    case .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet,
      .habitArchivedSet, .habitStartSet:
      true
    case .goalTitleSet, .goalTargetSet, .goalUnitSet, .goalDatesSet, .goalPrioritySet,
      .goalSportSet, .goalProgressSet, .goalCompletedSet, .goalArchivedSet, .goalMetricSet,
      .goalAttendanceSet:
      true
    case .notificationChannelsSet, .quietHoursSet, .doNotDisturbSet, .leadMinutesSet: true
    case .profileFieldSet, .rewardTitleSet, .rewardPriceSet: true
    case .sportFieldSet, .classFieldSet, .classRuleSet, .occurrenceFieldSet: true
    case .courseChanged, .academicItemChanged, .sessionChanged, .assignmentChanged: true
    default: false
    }
  }
}
