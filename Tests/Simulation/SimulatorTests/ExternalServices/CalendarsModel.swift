/// CAL-2, CAL-3: the expected result of edits on two calendars, recomputed from lists of edits.
///
/// It knows nothing of versions, revisions, keys or facts. Its input is what people did and when,
/// which readings of an event arrived, and which writes the calendar carried out.
final class CalendarsModel {
  enum Side { case ours, theirs }

  struct Edit {
    var time: Int64
    var value: UInt64
  }

  struct Field {
    var ourEdits: [Edit] = []
    var theirEdits: [Edit] = []
    /// How many of our edits the calendar has, or has had overruled.
    var oursSettled = 0
    /// How many of their edits we have imported.
    var theirsSettled = 0
    /// What our side shows, and what theirs shows.
    var ours: UInt64 = 0
    var theirs: UInt64 = 0
  }

  struct Conflict: Hashable {
    var occurrence: Int
    var field: Int
    var oursLost: Bool
    var byDeletion: Bool
    var value: UInt64
  }

  struct Occurrence {
    var fields = [Field](repeating: Field(), count: 6)
    var deletedHere = false
    var deletedThere = false
    /// Whether the calendar has ever had it.
    var wasThere = false
    /// Whether both sides know that it has ended.
    var isOver = false
  }

  private(set) var occurrences: [Occurrence] = []
  private(set) var conflicts: [Conflict: Int] = [:]

  // MARK: Edits

  func added(_ values: [UInt64], at time: Int64) {
    occurrences.append(Occurrence())
    for (field, value) in values.enumerated() {
      edited(occurrences.count - 1, field, .ours, value, at: time)
    }
  }

  func edited(_ occurrence: Int, _ field: Int, _ side: Side, _ value: UInt64, at time: Int64) {
    let edit = Edit(time: time, value: value)
    if side == .ours {
      occurrences[occurrence].fields[field].ourEdits.append(edit)
      occurrences[occurrence].fields[field].ours = value
    } else {
      occurrences[occurrence].fields[field].theirEdits.append(edit)
      occurrences[occurrence].fields[field].theirs = value
    }
  }

  func deleted(_ occurrence: Int, _ side: Side) {
    if side == .ours {
      occurrences[occurrence].deletedHere = true
    } else {
      occurrences[occurrence].deletedThere = true
    }
  }

  /// An occurrence that both sides know to be canceled takes place again, with another event.
  func putBack(_ occurrence: Int) {
    var next = Occurrence()
    for (index, field) in occurrences[occurrence].fields.enumerated() {
      next.fields[index].ours = field.ours
      next.fields[index].ourEdits = [Edit(time: 0, value: field.ours)]
    }
    occurrences[occurrence] = next
  }

  // MARK: Messages

  /// How many of our edits there are of each field: what a write sent now contains.
  func ourEdits(of occurrence: Int) -> [Int] {
    occurrences[occurrence].fields.map { $0.ourEdits.count }
  }

  func theirEdits(of occurrence: Int) -> [Int] {
    occurrences[occurrence].fields.map { $0.theirEdits.count }
  }

  /// The calendar carried out a write with these values, and so many of our edits.
  func written(_ occurrence: Int, _ values: [UInt64?], bringing counts: [Int]) {
    occurrences[occurrence].wasThere = true
    for field in 0..<6 {
      if let value = values[field] { occurrences[occurrence].fields[field].theirs = value }
      occurrences[occurrence].fields[field].oursSettled = counts[field]
    }
  }

  /// A reading of an existing event arrived, with these values and so many of their edits.
  ///
  /// `shown` is what our side can show of them. The last field is the family's alone.
  func arrived(_ occurrence: Int, _ values: [UInt64], shown: [UInt64], showing counts: [Int]) {
    if occurrences[occurrence].isOver { return }
    let isDeleted = occurrences[occurrence].deletedHere
    for index in 0..<6 {
      var field = occurrences[occurrence].fields[index]
      let theirsAreNew = counts[index] > field.theirsSettled
      let oursAreNew = field.ourEdits.count > field.oursSettled
      if isDeleted {
        if theirsAreNew && index < 5 {
          lost(occurrence, index, oursLost: false, true, values[index])
        }
      } else if field.ours == values[index] {
        field.oursSettled = field.ourEdits.count
      } else if theirsAreNew && index < 5 {
        let theirs = field.theirEdits[counts[index] - 1]
        if oursAreNew && field.ourEdits[field.ourEdits.count - 1].time > theirs.time {
          lost(occurrence, index, oursLost: false, false, values[index])
        } else {
          if oursAreNew { lost(occurrence, index, oursLost: true, false, field.ours) }
          field.ours = shown[index]
          field.oursSettled = field.ourEdits.count
        }
      }
      field.theirsSettled = counts[index]
      occurrences[occurrence].fields[index] = field
    }
  }

  /// A reading arrived in which the event is deleted.
  func arrivedDeleted(_ occurrence: Int) {
    if occurrences[occurrence].isOver { return }
    occurrences[occurrence].isOver = true
    if occurrences[occurrence].deletedHere { return }
    for (index, field) in occurrences[occurrence].fields.enumerated()
    where field.ourEdits.count > field.oursSettled {
      lost(occurrence, index, oursLost: true, true, field.ours)
    }
    occurrences[occurrence].deletedHere = true
  }

  private func lost(
    _ occurrence: Int, _ field: Int, oursLost: Bool, _ byDeletion: Bool, _ value: UInt64
  ) {
    let conflict = Conflict(
      occurrence: occurrence, field: field, oursLost: oursLost, byDeletion: byDeletion,
      value: value)
    conflicts[conflict, default: 0] += 1
  }

  // MARK: Expected result

  func isOver(_ occurrence: Int) -> Bool { occurrences[occurrence].isOver }

  func isDeleted(_ occurrence: Int) -> Bool {
    occurrences[occurrence].deletedHere || occurrences[occurrence].deletedThere
  }

  /// The last edit of a field, on either side; only the family decides who drives.
  func winner(_ occurrence: Int, _ field: Int) -> UInt64 {
    let edits = occurrences[occurrence].fields[field]
    let theirs = field == 5 ? [] : edits.theirEdits
    return (edits.ourEdits + theirs).max { $0.time < $1.time }!.value
  }
}
