/// The key of a row: two words, such as an entity and a day.
public struct RowKey: BitwiseCopyable, Hashable, Sendable {
  public var first: UInt64
  public var second: UInt64

  @inlinable public init(_ first: UInt64, _ second: UInt64 = 0) {
    self.first = first
    self.second = second
  }
}

/// A growable table of trivial rows that are found by a key and iterated in insertion order. It
/// owns its memory alone.
///
/// Rows are never removed; a row that has ended has a field that says so. An empty table costs no
/// memory. O(1) expected to find and add, no allocation but when it doubles.
public struct IndexedTable<Row: BitwiseCopyable>: ~Copyable {
  @usableFromInline var keys: FlatArray<RowKey>
  @usableFromInline var rows: FlatArray<Row>
  /// An open-addressed table of places in `rows`.
  @usableFromInline var places: FlatArray<UInt32>

  @usableFromInline let byAddress = AddressOnlyMarker()

  @inlinable public init() {
    keys = FlatArray()
    rows = FlatArray()
    places = FlatArray()
  }

  @inlinable public var count: Int { rows.count }
  @inlinable public var isEmpty: Bool { rows.isEmpty }

  /// The row at a place, in insertion order.
  @inlinable public subscript(place: Int) -> Row {
    @inline(__always) unsafeAddress {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: rows.length))
      return UnsafePointer(rows.base + place)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: rows.length))
      return rows.base + place
    }
  }

  /// The key of the row at a place.
  @inlinable public func key(at place: Int) -> RowKey { keys[place] }

  /// Where the row of a key is.
  @inlinable public func place(of key: RowKey) -> Int? {
    guard !rows.isEmpty else { return nil }
    let place = places[position(of: key)]
    return place == .max ? nil : Int(place)
  }

  /// The row of a key.
  @inlinable public func row(of key: RowKey) -> Row? {
    place(of: key).map { rows[$0] }
  }

  /// Adds a row under a key that is not there yet, and returns its place.
  @inlinable @discardableResult
  public mutating func add(_ row: Row, under key: RowKey) -> Int {
    if (rows.count + 1) * 2 > places.count { grow() }
    let position = position(of: key)
    precondition(places[position] == .max, "the key has a row")
    places[position] = UInt32(rows.count)
    keys.append(key)
    rows.append(row)
    return rows.count - 1
  }

  /// Where the row of a key is, after adding `row` if there was none.
  @inlinable public mutating func place(of key: RowKey, orAdd row: @autoclosure () -> Row) -> Int {
    place(of: key) ?? add(row(), under: key)
  }

  /// Forgets the rows and keeps the memory. O(rows) of the longest that the table was.
  @inlinable public mutating func removeAll() {
    keys.removeAll()
    rows.removeAll()
    let places = places.count
    self.places.removeAll()
    self.places.extend(to: places, repeating: .max)
  }

  /// A deep copy.
  @inlinable public func copy() -> IndexedTable {
    var copy = IndexedTable()
    copy.keys = keys.copy()
    copy.rows = rows.copy()
    copy.places = places.copy()
    return copy
  }

  /// Where `key` is in the table of places, or the free position where it would go.
  @inlinable func position(of key: RowKey) -> Int {
    // The mask keeps every position inside, and each entry is the place of a key.
    let (table, keys) = (places.base, keys.base)
    let mask = places.count &- 1
    let mixed = (key.first ^ (key.second &* 0xD6E8_FEB8_6659_FD93)) &* 0x9E37_79B9_7F4A_7C15
    var position = Int(truncatingIfNeeded: mixed &>> 32) & mask
    while table[position] != .max && keys[Int(table[position])] != key {
      position = (position &+ 1) & mask
    }
    return position
  }

  @usableFromInline mutating func grow() {
    places = FlatArray(repeating: .max, count: max(16, places.count * 2))
    for place in 0..<keys.count { places[position(of: keys[place])] = UInt32(place) }
  }
}

extension IndexedTable {
  /// Whether both tables have the same rows under the same keys, whatever the insertion order.
  @inlinable public func isIdentical(
    to other: borrowing IndexedTable, by isSame: (Row, Row) -> Bool
  ) -> Bool {
    guard count == other.count else { return false }
    for place in 0..<count {
      // Copies of one log have mostly added their rows in the same order.
      let match =
        keys[place] == other.keys[place] ? other.rows[place] : other.row(of: keys[place])
      guard let match, isSame(rows[place], match) else { return false }
    }
    return true
  }
}

extension IndexedTable where Row: Equatable {
  /// Whether both tables have equal rows under the same keys, whatever the insertion order.
  @inlinable public func isIdentical(to other: borrowing IndexedTable) -> Bool {
    isIdentical(to: other) { $0 == $1 }
  }
}
