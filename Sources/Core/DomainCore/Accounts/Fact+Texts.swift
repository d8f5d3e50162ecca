// FAM-7: which places of a fact hold texts. Every field of a kind is listed by name, so that adding
// one forces a decision on whether people can read it; a test checks that no kind is missing.
extension Fact {
  /// FAM-7: where the payload has texts: what an export resolves, what travels beside the operation
  /// and what a deletion removes. Some may be empty.
  public var textSlots: [TextSlot] {
    switch kind.area {
    case .families: familyTexts
    case .habits: habitTexts
    case .nutrition: nutritionTexts
    case .training: trainingTexts
    case .academics: academicTexts
    case .schedule: scheduleTexts
    case .calendar: calendarTexts
    case .goals: goalTexts
    case .rewards: rewardTexts
    case .groups: groupTexts
    case .notifications: []
    }
  }

  private var familyTexts: [TextSlot] {
    switch kind {
    case .memberAdded: return [.second()]
    case .profileFieldSet:
      let field = ProfileField(rawValue: UInt8(truncatingIfNeeded: entity.raw))
      guard let field, field.isText else { return [] }
      switch field {
      case .allergies, .conditions, .emergencyContacts, .photo: return [.first(.note)]
      default: return [.first()]
      }
    default: return []
    }
  }

  private var habitTexts: [TextSlot] {
    switch kind {
    case .habitCreated:
      return [
        .first(), .first(.folded, shift: 32), .second(.label, shift: 48, bits: 16),
      ]
    case .habitNameSet: return [.first(), .first(.folded, shift: 32)]
    case .habitDescriptionSet: return [.first(.note)]
    case .habitCategorySet: return [.first(.label)]
    default: return []
    }
  }

  private var nutritionTexts: [TextSlot] {
    switch kind {
    case .nutritionTemplateCreated, .nutritionTemplateNameSet: [.first()]
    case .foodTextSet: [.first(.note)]
    default: []
    }
  }

  private var academicTexts: [TextSlot] {
    switch kind {
    case .courseCreated: return [.first(), .first(shift: 32)]
    case .courseChanged:
      switch CourseField(rawValue: UInt8(truncatingIfNeeded: payload.first)) {
      case .name, .code, .instructor: return [.second()]
      case .meetings: return [.second(.note)]
      case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
        return [.second(shift: 29)]
      case .archived, .deletion, .term, nil: return []
      }
    case .academicItemCreated: return [.second()]
    case .academicItemChanged:
      switch AcademicItemField(rawValue: UInt8(truncatingIfNeeded: payload.first)) {
      case .title: return [.second()]
      case .notes: return [.second(.note)]
      case .course, .kind, .due, .priority, .done, .archived, .deletion, nil: return []
      }
    default: return []
    }
  }

  private var goalTexts: [TextSlot] {
    switch kind {
    case .goalCreated: return [.first(), .second(.label, shift: 40, bits: 16)]
    case .goalTitleSet: return [.first()]
    case .goalUnitSet: return [.first(.label)]
    case .goalTextSet: return [.second(.note)]
    case .goalMilestoneSet: return [.second()]
    default: return []
    }
  }

  private var rewardTexts: [TextSlot] {
    switch kind {
    case .bonusAwarded: [.second(.note)]
    case .rewardOffered, .rewardTitleSet, .trophyMade: [.first()]
    default: []
    }
  }

  private var groupTexts: [TextSlot] {
    switch kind {
    case .groupJoined: return [.second(), .second(shift: 32)]
    case .groupNameSet, .groupDisplayNameSet: return [.first()]
    default: return []
    }
  }
}

// MARK: Training

extension Fact {
  private var trainingTexts: [TextSlot] {
    switch kind {
    case .sessionCreated, .workoutAssigned: [.second()]
    case .templateCreated: [.second()]
    case .mobilityLogged: [.first(.note, shift: 32)]
    case .sessionChanged: sessionTexts(TrainingChange(payload, hasDay: true))
    case .templateChanged: templateTexts(TrainingChange(payload, hasDay: false))
    case .assignmentChanged: assignmentTexts(TrainingChange(payload, hasDay: false))
    default: []
    }
  }

  private func sessionTexts(_ change: TrainingChange) -> [TextSlot] {
    switch SessionField(rawValue: change.field) {
    case .title, .focus: [.second()]
    case .notes: [.second(.note)]
    case .exercise: [.second()]
    case .completion: [.second(.note, shift: 32)]
    case .time, .character, .set, .deletion, nil: []
    }
  }

  private func templateTexts(_ change: TrainingChange) -> [TextSlot] {
    switch TemplateField(rawValue: change.field) {
    case .title, .exercise: [.second()]
    case .recurrence, .time, .character, .deletion, nil: []
    }
  }

  private func assignmentTexts(_ change: TrainingChange) -> [TextSlot] {
    switch AssignmentField(rawValue: change.field) {
    case .title, .place: [.second()]
    case .completion: [.second(.note, shift: 32)]
    case .time, .withdrawal, nil: []
    }
  }
}

// MARK: Schedule

extension Fact {
  private var scheduleTexts: [TextSlot] {
    switch kind {
    case .sportCreated: return [.first()]
    case .sportFieldSet:
      switch FieldChange(payload).sportField {
      case .name, .category, .team, .coachName, .coachContact, .place: return [.first()]
      case .icon, .season, .archived, nil: return []
      }
    case .classFieldSet:
      switch FieldChange(payload).classField {
      case .place: return [.first()]
      case .notes, .equipment: return [.first(.note)]
      case .type, .start, .duration, nil: return []
      }
    case .occurrenceFieldSet:
      switch OccurrenceChange(payload).field {
      case .place, .title: return [.first()]
      case .notes, .dropOffNote, .pickUpNote: return [.first(.note)]
      case .cancelled, .start, .duration, .dropOffHandled, .pickUpHandled, nil: return []
      }
    case .conflictFieldSet:
      switch UInt8(exactly: payload.second >> 32).flatMap(ConflictField.init) {
      case .note: return [.second(.note)]
      case .acknowledged, .handled, nil: return []
      }
    default: return []
    }
  }

  private var calendarTexts: [TextSlot] {
    let part = CalendarAddress(payload.second).part
    let field: CalendarField?
    switch kind {
    case .calendarEventMapped:
      return CalendarEventName.isText(payload.first) ? [.first(.note)] : []
    case .calendarEditImported: field = CalendarField(rawValue: part)
    case .calendarConflictRecorded: field = CalendarConflictPart(part)?.field
    default: field = nil
    }
    switch field {
    case .title, .place: return [.first()]
    case .details: return [.first(.note)]
    case .start, .duration, .drivers, nil: return []
    }
  }
}

extension Fact {
  /// The texts of its slots, without the derived ones.
  public var texts: [TextHandle] {
    textSlots.filter { $0.role != .folded }.map { payload[$0] }
  }

  /// Its texts, each once, in the order of its slots: what travels beside it.
  public var distinctTexts: [TextHandle] {
    var distinct: [TextHandle] = []
    for handle in texts where handle != .empty && !distinct.contains(handle) {
      distinct.append(handle)
    }
    return distinct
  }

  /// The letters of these texts in the table of the fact's holder; nil where they were deleted.
  public func letters(in table: ScopeTexts) -> [[UInt8]?] {
    texts.map { $0 == .empty ? [] : table.bytes(of: $0) }
  }

  /// The same fact with the handles of another table. `letters` reads a text of this one, and
  /// `handle` finds it in the other; the form in which a name is compared follows from the name.
  public func inOtherTable(
    letters: (TextHandle) -> [UInt8]?, handle: ([UInt8], TextSlot.Role) -> TextHandle
  ) -> Fact {
    let slots = textSlots
    if slots.isEmpty || kind == .unknown { return self }
    var fact = self
    for slot in slots where slot.role != .folded {
      fact.payload[slot] = letters(payload[slot]).map { handle($0, slot.role) } ?? .empty
    }
    for slot in slots where slot.role == .folded {
      let name = slots.first { $0.role == .name }.flatMap { letters(payload[$0]) } ?? []
      let form = NameTable.folded(String(decoding: name, as: UTF8.self))
      fact.payload[slot] = form.isEmpty ? .empty : handle(Array(form.utf8), .folded)
    }
    return fact
  }

  /// P27: leaves no text in the fact.
  public mutating func dropTexts() {
    for slot in textSlots { payload[slot] = .empty }
  }
}
