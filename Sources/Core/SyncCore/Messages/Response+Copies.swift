import Base

// Copies of responses, for carriers that keep them.
extension Response {
  /// Becomes a copy of another response, in its own memory.
  public mutating func become(_ other: borrowing Response) {
    header = other.header
    form = other.form
    rows.removeAll()
    rows.append(other.rows, 0..<other.rows.count)
    founders.removeAll()
    founders.append(other.founders, 0..<other.founders.count)
    firstDay = other.firstDay
    dayCapacity = other.dayCapacity
    unknown = other.unknown.copied()
    unknownFields.removeAll()
    unknownFields.append(other.unknownFields, 0..<other.unknownFields.count)
  }

  /// Whether two responses are equal in everything, the fields of later versions included. Only
  /// "yes" is certain: rows are compared as memory, with what lies between their fields.
  public borrowing func isSame(as other: borrowing Response) -> Bool {
    guard header == other.header, form == other.form, firstDay == other.firstDay,
      dayCapacity == other.dayCapacity, founders.count == other.founders.count,
      rows.hasSameBytes(as: other.rows), unknown.isSame(as: other.unknown),
      unknownFields.hasSameBytes(as: other.unknownFields)
    else { return false }
    for index in 0..<founders.count where founders[index] != other.founders[index] {
      return false
    }
    return true
  }
}
