import TestKit

@testable import Parquet

/// How the values of a random column come about; each shape favours another encoding.
enum Shape: CaseIterable {
  case constant, few, many, ascending, repeated, extreme
}

extension TestTable {
  /// A table with a column of each kind, shape and nullability.
  static func random(rows: Int, seed: UInt64) -> TestTable {
    var random = SplitMix64(seed: seed)
    var schema: [ColumnSchema] = []
    var columns: [[Cell]] = []
    for kind in ColumnKind.allCases {
      for shape in Shape.allCases {
        for isNullable in [false, true] {
          schema.append(
            ColumnSchema("\(kind)_\(shape)_\(isNullable)", kind, isNullable: isNullable))
          let nullEvery = isNullable ? [1, 2, 3, 50][random.below(4)] : 0
          columns.append(
            (0..<rows).map { row in
              nullEvery > 0 && random.oneIn(nullEvery)
                ? .null : cell(kind, shape, row: row, &random)
            })
        }
      }
    }
    return TestTable(schema: TableSchema(name: "random", columns: schema), columns: columns)
  }

  private static func cell(
    _ kind: ColumnKind, _ shape: Shape, row: Int, _ random: inout SplitMix64
  ) -> Cell {
    let number =
      switch shape {
      case .constant: 42
      case .few: random.count(chance: 0.6, upTo: 12)
      case .many: Int(truncatingIfNeeded: random.next() >> 20)
      case .ascending: row
      case .repeated: row / 37
      case .extreme: random.below(3)
      }
    switch kind {
    case .boolean: return .boolean(number % 2 == 0)
    case .double where shape == .extreme:
      let extremes: [Double] = [.infinity, -.infinity, .nan, 0, -0.0, .leastNonzeroMagnitude]
      return .double(extremes[random.below(extremes.count)].bitPattern)
    case .double: return .double((Double(number) / 7).bitPattern)
    case .string where shape == .extreme:
      return .text(["", "é", "e\u{301}", String(repeating: "long ", count: 40)][random.below(4)])
    case .string: return .text("text \(number)")
    default: return .integer(integer(number, kind, shape))
    }
  }

  private static func integer(_ number: Int, _ kind: ColumnKind, _ shape: Shape) -> Int64 {
    let range = testRange(of: kind)
    if shape == .extreme { return [range.lowerBound, 0, range.upperBound][number] }
    // What does not fit starts again from zero, which every range holds.
    return Int64(number) % (range.upperBound == .max ? .max : range.upperBound + 1)
  }

  /// The values that all readers can show; beyond the years 1 to 9999 some know no dates.
  private static func testRange(of kind: ColumnKind) -> ClosedRange<Int64> {
    let days: ClosedRange<Int64> = -719_162...2_932_896
    return switch kind {
    case .date: days
    case .timestampMilliseconds: days.lowerBound * 86_400_000...days.upperBound * 86_400_000
    case .int64: Int64.min...Int64.max
    default: kind.range ?? Int64(Int32.min)...Int64(Int32.max)
    }
  }
}
