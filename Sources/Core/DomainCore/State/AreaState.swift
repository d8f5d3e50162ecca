public import Base

/// The state that an area keeps for a scope. It names each of its fields once; copying and
/// comparing visit all fields there.
///
/// A field that is not named would be lost on devices, and could differ silently between two copies
/// of a feed. Fields of noncopyable types cannot be listed by reflection, so an architecture test
/// checks that none is left out.
public protocol AreaState: FieldComposed, ContentEquatable, ~Copyable {}

/// A type that consists of exactly its listed fields.
public protocol FieldComposed: FieldPairable, DeepCopyable, ~Copyable {
  init()
}

/// A type whose fields can be visited in pairs with those of another value.
public protocol FieldPairable: ~Copyable {
  mutating func pair(with other: borrowing Self, _ fields: inout some FieldVisitor)
}

/// An operation on each pair of fields, by the role of the field.
public protocol FieldVisitor {
  /// A field that the log determines: equal logs make it equal.
  mutating func same<Field: ContentEquatable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field)
  mutating func same<Field: Equatable>(_ mine: inout Field, _ other: Field)
  /// The same, but part of the field means nothing, such as the order of arrival.
  mutating func same<Field: DeepCopyable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field,
    by isSame: (borrowing Field, borrowing Field) -> Bool)
  /// A field that the visiting type compares itself, because its parts are linked, as in a chain.
  mutating func walked<Field: DeepCopyable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field)
  /// A field derived from others, in an order that means nothing, or a cache.
  mutating func follows<Field: DeepCopyable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field)
  mutating func follows<Field: BitwiseCopyable>(_ mine: inout Field, _ other: Field)
}

/// Makes each field a deep copy of its counterpart.
struct FieldCopier: FieldVisitor {
  func same<Field: ContentEquatable & ~Copyable>(_ mine: inout Field, _ other: borrowing Field) {
    mine = other.copy()
  }

  func same<Field: Equatable>(_ mine: inout Field, _ other: Field) { mine = other }

  func same<Field: DeepCopyable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field,
    by isSame: (borrowing Field, borrowing Field) -> Bool
  ) {
    mine = other.copy()
  }

  func walked<Field: DeepCopyable & ~Copyable>(_ mine: inout Field, _ other: borrowing Field) {
    mine = other.copy()
  }

  func follows<Field: DeepCopyable & ~Copyable>(_ mine: inout Field, _ other: borrowing Field) {
    mine = other.copy()
  }

  func follows<Field: BitwiseCopyable>(_ mine: inout Field, _ other: Field) { mine = other }
}

/// Compares each field with its counterpart, and changes none.
struct FieldComparer: FieldVisitor {
  var areSame = true

  mutating func same<Field: ContentEquatable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field
  ) {
    if areSame { areSame = mine.isIdentical(to: other) }
  }

  mutating func same<Field: Equatable>(_ mine: inout Field, _ other: Field) {
    if areSame { areSame = mine == other }
  }

  mutating func same<Field: DeepCopyable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field,
    by isSame: (borrowing Field, borrowing Field) -> Bool
  ) {
    if areSame { areSame = isSame(mine, other) }
  }

  func walked<Field: DeepCopyable & ~Copyable>(_ mine: inout Field, _ other: borrowing Field) {}

  func follows<Field: DeepCopyable & ~Copyable>(_ mine: inout Field, _ other: borrowing Field) {}

  func follows<Field: BitwiseCopyable>(_ mine: inout Field, _ other: Field) {}
}

extension FieldPairable where Self: ~Copyable {
  /// Replaces all listed fields by deep copies of another value's.
  mutating func takeFields(of other: borrowing Self) {
    var fields = FieldCopier()
    pair(with: other, &fields)
  }

  /// Whether all listed fields have the same content as another value's.
  func hasSameFields(as other: borrowing Self) -> Bool {
    var fields = FieldComparer()
    // Visiting could change the fields, so it needs mutable access. This visit changes none.
    withUnsafePointer(to: self) {
      UnsafeMutablePointer(mutating: $0).pointee.pair(with: other, &fields)
    }
    return fields.areSame
  }
}

extension FieldComposed where Self: ~Copyable {
  public func copy() -> Self {
    var copy = Self()
    copy.takeFields(of: self)
    return copy
  }
}

extension ContentEquatable where Self: FieldComposed & ~Copyable {
  public func isIdentical(to other: borrowing Self) -> Bool { hasSameFields(as: other) }
}

extension IndexedTable {
  /// Adds the entity that a fact makes, under the fact's own identity; false if it exists.
  mutating func add(_ row: Row, madeBy fact: Fact) -> Bool {
    let key = RowKey(fact.identity.raw)
    guard place(of: key) == nil else { return false }
    add(row, under: key)
    return true
  }
}
