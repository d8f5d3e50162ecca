/// A value in a form that any column's can be compared in.
enum Cell: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// By its bits, so that NaN equals itself and zeros differ by sign.
  case double(UInt64)
  case text(String)

  /// Equality by bytes: strings that look the same may be written differently.
  static func == (left: Cell, right: Cell) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    default: false
    }
  }
}
