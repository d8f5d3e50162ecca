import Columnar
import Datasets

/// Somebody of the table of people, with what key figures and their breakdowns ask of them.
struct PersonRow {
  var person: Int32
  var household: Int32
  var usesApp: Bool
  var joinedRunDay: Int32
  /// The first run-day without them, `Int32.max` if they stayed.
  var leftRunDay: Int32
  /// What they are counted under in a breakdown; empty without one.
  var segment: String
}

/// By what people can be told apart in a breakdown.
public enum Breakdown: String, CaseIterable, Sendable {
  case zone, role, devices
  /// The week of the run in which somebody joined.
  case cohort
}

extension PersonRow {
  /// Everybody of a dataset, in the order of the file.
  static func all(in path: String, by dimension: Breakdown?) throws -> [PersonRow] {
    let table = try OpenTable(path)
    let columns = try table.columns([
      ("person", .int32), ("household", .int32), ("uses_app", .boolean),
      ("joined_run_day", .int32), ("left_run_day", .int32), ("zone", .string), ("role", .string),
      ("devices", .uint8),
    ])
    var people: [PersonRow] = []
    people.reserveCapacity(table.file.rowCount)
    try table.forEachRowGroup(columns) { rows, vectors in
      // Only days of leaving may be missing; whatever else is null lies about its table.
      for place in 0..<vectors.count where place != 4 && vectors[place].valueCount != rows {
        throw AuditError(path, "it has nulls where none can be")
      }
      var left = 0
      let definitions = vectors[4].definitions
      for row in 0..<rows {
        let hasLeft = definitions.map { $0[row] == 1 } ?? true
        let leftDay = hasLeft ? vectors[4].int32Values[left] : .max
        if hasLeft { left += 1 }
        let joined = vectors[3].int32Values[row]
        let segment =
          switch dimension {
          case nil: ""
          case .zone: vectors[5].strings[vectors[5].handles[row]]
          case .role: vectors[6].strings[vectors[6].handles[row]]
          case .devices: "\(vectors[7].int32Values[row])"
          case .cohort: "week \(joined / 7 + 1)"
          }
        people.append(
          PersonRow(
            person: vectors[0].int32Values[row], household: vectors[1].int32Values[row],
            usesApp: vectors[2].booleanValues[row] == 1, joinedRunDay: joined,
            leftRunDay: leftDay, segment: segment))
      }
    }
    return people
  }
}
