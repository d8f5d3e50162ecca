// How records with a row of their own are written, field by field.

extension Goal {
  var record: [Command] {
    var record = [
      Command.retitleGoal(entity, of: person, to: title),
      .setGoalUnit(entity, of: person, to: unit),
      .setGoalTarget(entity, of: person, to: Int(target)),
      .setGoalDates(entity, of: person, to: GoalDates(from: start, through: end)),
      .setGoalPriority(entity, of: person, to: priority),
      .setGoalSport(entity, of: person, to: sport),
      .archiveGoal(entity, of: person, isArchived),
    ]
    if let metric {
      record.append(.setGoalMetric(entity, of: person, to: GoalMetric(metric, metricAmount)))
    }
    if type == .attendance {
      record.append(.setGoalAttendance(entity, of: person, to: attendance))
    }
    if !type.isAutomatic {
      record.append(.setGoalProgress(entity, of: person, to: Int(current)))
      record.append(.completeGoal(entity, of: person, isCompleted))
    }
    return record
  }
}

extension Sport {
  var record: [Command] {
    var record: [Command] = []
    for field in SportField.allCases {
      let value =
        switch field {
        case .name: UInt64(name.raw)
        case .category: UInt64(category.raw)
        case .team: UInt64(team.raw)
        case .coachName: UInt64(coachName.raw)
        case .coachContact: UInt64(coachContact.raw)
        case .place: UInt64(place.raw)
        case .icon: UInt64(icon)
        case .season: season.packed
        case .archived: 0 as UInt64
        }
      // Archiving includes the day, so repeating the command would set another day.
      if field != .archived || !isArchived {
        record.append(.setSportField(field, of: entity, to: value))
      }
    }
    return record
  }
}

extension TrainingClass {
  var record: [Command] {
    let fields = ClassField.allCases.map { field in
      let value =
        switch field {
        case .type: UInt64(type.rawValue)
        case .start: start.packed
        case .duration: UInt64(durationMinutes)
        case .place: place.packed
        case .notes: UInt64(notes.raw)
        case .equipment: UInt64(equipment.raw)
        }
      return Command.setClassField(field, of: entity, to: value)
    }
    return fields + [.setRecurrence(of: entity, to: recurrence)]
  }
}

extension Course {
  var record: [Command] {
    var record: [Command] = [
      .setCourseText(.name, of: entity, owner: owner, to: name),
      .setCourseText(.code, of: entity, owner: owner, to: code),
      .setCourseText(.instructor, of: entity, owner: owner, to: instructor),
      .setCourseText(.meetings, of: entity, owner: owner, to: meetings),
      .archiveCourse(entity, of: owner, isArchived),
    ]
    for row in 0..<Self.meetingsMax {
      record.append(.setCourseMeeting(row, of: entity, owner: owner, to: meeting(row)))
    }
    if let term { record.append(.setCourseTerm(of: entity, owner: owner, to: term)) }
    return record
  }
}

extension AcademicItem {
  var record: [Command] {
    [
      .setAcademicItemText(.title, of: entity, owner: owner, to: title),
      .setCourse(of: entity, owner: owner, to: course),
      .setAcademicItemKind(entity, of: owner, to: kind),
      .setDue(entity, of: owner, to: due),
      .setAcademicPriority(entity, of: owner, to: priority),
      .setAcademicItemText(.notes, of: entity, owner: owner, to: notes),
      .setAcademicItemDone(entity, of: owner, isDone),
      .archiveAcademicItem(entity, of: owner, isArchived),
    ]
  }
}

extension Session {
  var record: [Command] {
    [
      .setSessionText(.title, of: key, owner: owner, to: title),
      .setSessionText(.focus, of: key, owner: owner, to: focus),
      .setSessionText(.notes, of: key, owner: owner, to: notes),
      .moveSession(key, of: owner, to: time),
      .setSessionCharacter(key, of: owner, to: character),
      .completeSession(key, of: owner, report),
    ]
  }
}

extension WorkoutAssignment {
  var record: [Command] {
    [
      .setAssignmentText(.title, of: entity, athlete: athlete, to: title),
      .setAssignmentText(.place, of: entity, athlete: athlete, to: place),
      .moveAssignment(entity, of: athlete, to: time),
      .completeAssignment(entity, of: athlete, report),
    ]
  }
}
