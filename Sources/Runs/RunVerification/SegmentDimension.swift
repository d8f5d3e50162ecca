import Parquet
import Datasets
import Metrics

/// A dimension that splits people into segments: a column of the table of people, or one that is
/// derived from its columns.
public struct SegmentDimension: Hashable, Sendable {
  public let name: String

  public init(_ name: String) { self.name = name }

  /// Dimensions derived from columns.
  static let derived = ["cohort", "group", "age"]

  /// The usual dimensions; a table of people may have more columns.
  public static let usual =
    ["zone", "role", "sex", "product", "household_kind", "platform", "devices"] + derived

  /// The column to read.
  var column: String {
    switch name {
    case "cohort": "joined_run_day"
    case "group": "joined_group_run_day"
    case "age": "born"
    default: name
    }
  }

  /// The segment of a person with a value of that column.
  func segment(of value: ColumnValue, firstDay: Int32) -> String {
    switch (name, value) {
    case ("cohort", .integer(let day)):
      MetricDimension.cohortName(
        week: MetricDimension.week(joinedRunDay: Int32(truncatingIfNeeded: day)))
    case ("group", .missing): MetricDimension.groupName(isInGroup: false)
    case ("group", _): MetricDimension.groupName(isInGroup: true)
    case ("age", .integer(let born)):
      MetricDimension.ageName(band: MetricDimension.ageBand(ofDays: Int64(firstDay) - born))
    case (_, .integer(let number)): "\(number)"
    case (_, .text(let text)): text
    case (_, .truth(let isTrue)): isTrue ? "yes" : "no"
    case (_, .fraction(let fraction)): "\(fraction)"
    case (_, .missing): "none"
    }
  }
}

/// A value of a column, whatever its type.
enum ColumnValue: Hashable, Sendable {
  case integer(Int64)
  case text(String)
  case truth(Bool)
  case fraction(Double)
  case missing
}

/// The values of a column of a row group, null by null.
struct ColumnValues {
  private let kind: ColumnKind
  private var place = 0

  init(_ kind: ColumnKind) { self.kind = kind }

  /// The value of the next row.
  mutating func next(_ row: Int, of vector: borrowing ColumnVector) -> ColumnValue {
    if let definitions = vector.definitions, definitions[row] == 0 { return .missing }
    defer { place += 1 }
    return switch kind.storage {
    case .boolean: .truth(vector.booleanValues[place] == 1)
    case .int32: .integer(Int64(vector.int32Values[place]))
    case .int64: .integer(vector.int64Values[place])
    case .double: .fraction(vector.doubleValues[place])
    case .handle: .text(vector.strings[vector.handles[place]])
    }
  }
}
