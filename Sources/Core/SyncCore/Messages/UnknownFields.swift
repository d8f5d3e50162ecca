public import Base

/// Fields that a later app version has written and that this build does not know, as the bytes that
/// arrived.
///
/// Code that passes a value on writes them again, so no field of a later version is lost by passing
/// through an earlier one. A part is found by its number: an operation in a message by its place,
/// in a feed by its position, in an outbox by its sequence. The fields are stored beside the rows,
/// which have no room: a table that is empty, as nearly all are, costs one check.
public struct UnknownFields: ~Copyable {
  /// Which part of a value the fields belong to.
  public enum Part: UInt64, BitwiseCopyable, Sendable {
    case operation = 0
    case row = 1
    case founder = 2
  }

  @usableFromInline struct Extent: BitwiseCopyable {
    var start: Int
    var count: Int
  }

  @usableFromInline var extents = IndexedTable<Extent>()
  @usableFromInline var bytes = FlatArray<UInt8>()
  /// Whether some row has fields beside those of its operation, which hardly any has.
  @usableFromInline private(set) var hasRowFields = false

  @inlinable public init() {}

  @inlinable public var isEmpty: Bool { extents.isEmpty }

  /// Keeps the fields of a part, replacing those that it had.
  public mutating func keep(
    _ fields: UnsafeBufferPointer<UInt8>, of part: Part, _ number: Int
  ) {
    let start = bytes.count
    bytes.append(fields)
    seal(part, number, since: start)
  }

  /// Marks the bytes appended since `start` as the fields of a part.
  mutating func seal(_ part: Part, _ number: Int, since start: Int) {
    guard bytes.count > start else { return }
    let extent = Extent(start: start, count: bytes.count - start)
    let place = extents.place(of: RowKey(UInt64(number), part.rawValue), orAdd: extent)
    extents[place] = extent
    if part == .row { hasRowFields = true }
  }

  /// Where the fields of a part are, or nil if it has none.
  func extent(of part: Part, _ number: Int) -> Extent? {
    guard let extent = extents.row(of: RowKey(UInt64(number), part.rawValue)), extent.count > 0
    else { return nil }
    return extent
  }

  /// The fields there, valid inside `body`.
  func withBytes(at extent: Extent, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withElements {
      body(UnsafeBufferPointer(rebasing: $0[extent.start..<extent.start + extent.count]))
    }
  }

  /// The fields of a part, valid inside `body`; called only if it has some.
  public func withFields(
    of part: Part, _ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard let extent = extents.row(of: RowKey(UInt64(number), part.rawValue)) else { return }
    withBytes(at: extent, body)
  }

  /// Fields of a later app version in a row of a feed.
  public struct RowUnknownFields: Hashable, Sendable {
    public var row: [UInt8]
    /// In the operation of the row.
    public var operation: [UInt8]

    public init(row: [UInt8] = [], operation: [UInt8] = []) {
      self.row = row
      self.operation = operation
    }
  }

  public func ofRow(_ number: Int) -> RowUnknownFields {
    var fields = RowUnknownFields()
    if isEmpty { return fields }
    withFields(of: .row, number) { fields.row = Array($0) }
    withFields(of: .operation, number) { fields.operation = Array($0) }
    return fields
  }

  public mutating func keep(_ fields: RowUnknownFields, ofRow number: Int) {
    fields.row.withUnsafeBufferPointer { keep($0, of: .row, number) }
    fields.operation.withUnsafeBufferPointer { keep($0, of: .operation, number) }
  }

  /// Copies the fields of an operation, if it has some.
  @usableFromInline func copy(
    operation number: Int, to other: inout UnknownFields, as otherNumber: Int
  ) {
    withFields(of: .operation, number) { other.keep($0, of: .operation, otherNumber) }
  }

  borrowing func copied() -> UnknownFields {
    var copy = UnknownFields()
    copy.extents = extents.copy()
    copy.bytes = bytes.copy()
    copy.hasRowFields = hasRowFields
    return copy
  }

  /// Whether both have the same bytes for the same parts.
  borrowing func isSame(as other: borrowing UnknownFields) -> Bool {
    bytes.hasSameBytes(as: other.bytes)
      && extents.isIdentical(to: other.extents) { $0.start == $1.start && $0.count == $1.count }
  }

  /// FAM-7: makes the fields of an operation unreadable.
  mutating func erase(operation number: Int) {
    let key = RowKey(UInt64(number), Part.operation.rawValue)
    guard let place = extents.place(of: key) else { return }
    let extent = extents[place]
    for index in extent.start..<extent.start + extent.count { bytes[index] = 0 }
    extents[place].count = 0
  }

  /// Removes all fields, and keeps the memory for the next message.
  @inlinable public mutating func clear() {
    if !isEmpty { forget() }
  }

  @usableFromInline mutating func forget() {
    extents.removeAll()
    bytes.removeAll()
    hasRowFields = false
  }
}
