public import Base

/// What an area keeps of a scope. It names each of its fields once, and whoever needs all of them,
/// to copy them or to compare them, walks through them there.
///
/// A field that is not named would be lost on devices, and could differ between two copies of a
/// feed without a word. Fields of a type that is not copied by itself cannot be listed, so a rule
/// of the house reads that none is left out.
public protocol AreaState: FieldComposed, ContentEquatable, ~Copyable {}

/// What is all of its fields and nothing else.
public protocol FieldComposed: FieldPairable, DeepCopyable, ~Copyable {
  init()
}

/// Whose fields can be walked through, each beside that of another.
public protocol FieldPairable: ~Copyable {
  mutating func pair(with other: borrowing Self, _ fields: inout some FieldVisitor)
}

/// What is done with each field and its twin, by what the field is.
public protocol FieldVisitor {
  /// It is said by the log: equal logs make it equal.
  mutating func same<Field: ContentEquatable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field)
  mutating func same<Field: Equatable>(_ mine: inout Field, _ other: Field)
  /// The same, but that part of it means nothing, such as the order of arrival.
  mutating func same<Field: DeepCopyable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field,
    by isSame: (borrowing Field, borrowing Field) -> Bool)
  /// It is compared by whoever names it, because what it says hangs together, as a chain does.
  mutating func walked<Field: DeepCopyable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field)
  /// It follows from other fields, in an order that means nothing, or is a cache.
  mutating func follows<Field: DeepCopyable & ~Copyable>(
    _ mine: inout Field, _ other: borrowing Field)
  mutating func follows<Field: BitwiseCopyable>(_ mine: inout Field, _ other: Field)
}

/// Makes each field what its twin is, in memory of its own.
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

/// Looks whether each field holds what its twin does, and changes none.
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
  /// Makes all named fields those of another, in memory of their own.
  mutating func takeFields(of other: borrowing Self) {
    var fields = FieldCopier()
    pair(with: other, &fields)
  }

  /// Whether all named fields hold the same as another's.
  func hasSameFields(as other: borrowing Self) -> Bool {
    var fields = FieldComparer()
    // A walk could change the fields, so it asks for them as if it did. This one changes none.
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
  /// Adds what a fact makes, under the fact's own identity; false if it is there.
  mutating func add(_ row: Row, madeBy fact: Fact) -> Bool {
    let key = RowKey(fact.identity.raw)
    guard place(of: key) == nil else { return false }
    add(row, under: key)
    return true
  }
}
