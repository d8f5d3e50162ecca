public import Base
import Chronology

/// Identifies a field of an entity: the kind of the facts that write it, and where that is not
/// enough a number, such as a day or a member.
public struct FieldKey: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var kind: FactKind
  /// 48 bits that tell the fields of one kind apart.
  public var detail: UInt64

  @inlinable public init(_ kind: FactKind, of entity: Entity, detail: UInt64 = 0) {
    precondition(detail < 1 << 48)
    self.entity = entity
    self.kind = kind
    self.detail = detail
  }

  @inlinable var rowKey: RowKey {
    RowKey(entity.raw, UInt64(kind.rawValue) << 48 | detail)
  }
}

/// The fields that change separately: of two writes the greater version wins, whatever the order in
/// which they arrive.
///
/// Areas keep plain values in rows of their own; only the registers know who wrote them last.
public struct Registers: FieldComposed, ContentEquatable, ~Copyable {
  @usableFromInline var rows: IndexedTable<Register<Payload>>

  @inlinable public init() {
    rows = IndexedTable()
  }

  @inlinable public var count: Int { rows.count }

  /// The last write, or nil when there was none.
  @inlinable public subscript(key: FieldKey) -> Register<Payload>? {
    rows.row(of: key.rowKey)
  }

  /// Stores a write if it is the later one. Returns the previous register, or nil if it was not.
  @inlinable mutating func write(
    _ value: Payload, at version: Version, under key: FieldKey
  ) -> Register<Payload>? {
    let place = rows.place(of: key.rowKey, orAdd: Register(Payload()))
    let before = rows[place]
    return rows[place].write(value, at: version) ? before : nil
  }

  public mutating func pair(with other: borrowing Registers, _ fields: inout some FieldVisitor) {
    fields.same(&rows, other.rows)
  }
}
