public import Base
import Chronology

/// Which field of which entity: the kind of the facts that write it, and where that is not enough
/// a number, such as a day or a member.
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

/// The fields that are changed one by one: of two writes the greater version holds, whatever the
/// order in which they arrive.
///
/// Areas keep plain values in rows of their own; who wrote them last is known here alone.
public struct Registers: FieldComposed, ContentEquatable, ~Copyable {
  @usableFromInline var rows: IndexedTable<Register<Payload>>

  @inlinable public init() {
    rows = IndexedTable()
  }

  @inlinable public var count: Int { rows.count }

  /// What was written last, or nil when nothing was.
  @inlinable public subscript(key: FieldKey) -> Register<Payload>? {
    rows.row(of: key.rowKey)
  }

  /// Takes a write if it is the later one. Returns the register before it, or nil if it was not.
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

extension ScopeState {
  /// Takes a fact as a write to a field; says whether it is now what the field holds.
  ///
  /// `value` is what the field holds, the fact's payload unless part of that is the key.
  @inlinable public mutating func write(
    _ fact: Fact, to key: FieldKey, value: Payload? = nil
  ) -> Bool {
    let value = value ?? fact.payload
    guard let before = registers.write(value, at: fact.version, under: key) else { return false }
    if before.version != .never {
      digestStored.remove(Self.contribution(of: before, key))
      if before.value != value { replaced = max(replaced, before.version) }
    }
    digestStored.add(Self.contribution(of: Register(value, at: fact.version), key))
    return true
  }

  @inlinable static func contribution(of register: Register<Payload>, _ key: FieldKey)
    -> Digest128
  {
    let row = key.rowKey
    var digest = Digest128.mix(
      row.first, row.second, register.version.stamp, UInt64(register.version.site))
    digest.fold(Digest128.mix(register.value.first, register.value.second, 0, 0))
    return digest
  }

  /// Accounts in the digest for a fact that is added to the state once and never changed.
  @inlinable public mutating func accountOnce(_ fact: Fact) {
    var digest = Digest128.mix(
      fact.identity.raw, fact.entity.raw, fact.payload.first, fact.payload.second)
    digest.fold(
      Digest128.mix(
        fact.version.stamp, fact.day.packed,
        UInt64(fact.author.index) << 32 | UInt64(fact.subject.index) << 16
          | UInt64(fact.kind.rawValue), UInt64(fact.zone)))
    digestStored.add(digest)
  }
}
