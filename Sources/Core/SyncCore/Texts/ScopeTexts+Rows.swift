import Base
import DomainCore

// The same between memory and messages, in place. Snapshots bring all rows of a feed again and
// again, so nothing is allocated for a row, and of one without texts only the kind is read.
extension ScopeTexts {
  /// Makes an operation one that travels, and writes the fields beside it: its texts, and those of
  /// a later app version that `unknown` has under `number`. `writer` is scratch memory.
  func pack(
    _ operation: inout Operation, beside unknown: borrowing UnknownFields, _ number: Int,
    into packed: inout UnknownFields, as place: Int, by writer: inout WireWriter
  ) {
    if unknown.hasFields(ofOperation: number) {
      let whole = self.packed(operation, unknown.ofOperation(number))
      operation = whole.operation
      return packed.keep(whole.fields, ofOperation: place)
    }
    let slots = operation.fact.textSlots
    if slots.isEmpty || operation.fact.kind == .unknown { return }
    let start = writer.bytes.count
    var written = FewTexts()
    var payload = operation.fact.payload
    for slot in slots {
      let handle = operation.fact.payload[slot]
      payload[slot] = .empty
      guard slot.role != .folded, let bytes = bytes(of: handle) else { continue }
      var number = written.place { $0 == handle || isSame($0, handle, bytes) }
      if number == written.count {
        written.append(handle)
        number = written.count - 1
        TextFields.write(bytes, isLabel: isLabel(handle), to: &writer)
      }
      payload[slot] = TextHandle(UInt32(number + 1))
    }
    operation.fact.payload = payload
    writer.bytes.withElements {
      packed.keep(UnsafeBufferPointer(rebasing: $0[start...]), of: .operation, place)
    }
  }

  /// Gives rows of the feed their handles, and returns the fields that stay beside them. Those of
  /// the rows are numbered from `first`.
  func receive(
    _ rows: inout FlatArray<FeedRow>, _ unknown: borrowing UnknownFields, from first: Int = 0
  ) -> UnknownFields {
    var kept = UnknownFields()
    for place in 0..<rows.count {
      if unknown.hasRowFields {
        unknown.withFields(of: .row, first + place) { kept.keep($0, of: .row, place) }
      }
      receive(&rows[place].operation, unknown, first + place, keeping: &kept, as: place)
    }
    return kept
  }

  private func receive(
    _ operation: inout Operation, _ unknown: borrowing UnknownFields, _ number: Int,
    keeping kept: inout UnknownFields, as place: Int
  ) {
    var handles = FewTexts()
    var isSimple = true
    unknown.withFields(of: .operation, number) { fields in
      let areTexts = TextFields.forEachText(in: fields) { text, isLabel in
        // Its handle is the same when it is noted once more below.
        if handles.isFull { isSimple = false } else { handles.append(note(text, isLabel: isLabel)) }
      }
      if !areTexts || handles.count == 0 { isSimple = false }
    }
    let slots = operation.fact.textSlots
    if isSimple && slots.isEmpty && handles.count == 0 { return }
    if isSimple && operation.fact.kind != .unknown {
      var whole = operation
      fill(&whole.fact, slots, isDraft: false) { place, _ in handles[place] }
      if arePlain(whole.fact, slots, handles) {
        operation = whole
        return
      }
    }
    let received = received(operation, unknown.ofOperation(number))
    operation = received.operation
    kept.keep(received.fields, ofOperation: place)
  }

  /// Whether this build would write the texts of a fact as they have come. Only "yes" is certain.
  private func arePlain(_ fact: Fact, _ slots: [TextSlot], _ handles: FewTexts) -> Bool {
    var count = 0
    for slot in slots where slot.role != .folded {
      let handle = fact.payload[slot]
      if handle == .empty || !holds(handle) { continue }
      if handles.place({ $0 == handle }) < count { continue }
      guard handles[count] == handle else { return false }
      count += 1
    }
    return count == handles.count
  }

  private func isSame(_ one: TextHandle, _ other: TextHandle, _ text: [UInt8]) -> Bool {
    isLabel(one) == isLabel(other) && bytes(of: one) == text
  }
}

/// The texts of one operation by their handles, in a fixed place.
private struct FewTexts {
  private var handles = InlineArray<4, TextHandle>(repeating: .empty)
  private(set) var count = 0

  var isFull: Bool { count == handles.count }

  /// The handle at a place, or nil.
  subscript(place: Int) -> TextHandle? {
    UInt(bitPattern: place) < UInt(bitPattern: count) ? handles[place] : nil
  }

  mutating func append(_ handle: TextHandle) {
    handles[count] = handle
    count += 1
  }

  /// The first place of such a handle, or how many there are.
  func place(_ isIt: (TextHandle) -> Bool) -> Int {
    var place = 0
    while place < count && !isIt(handles[place]) { place += 1 }
    return place
  }
}

extension UnknownFields {
  func hasFields(ofOperation number: Int) -> Bool {
    byteCount(ofOperation: number) > 0
  }

  /// How many bytes of fields an operation has.
  public func byteCount(ofOperation number: Int) -> Int {
    if isEmpty { return 0 }
    return extents.row(of: RowKey(UInt64(number), Part.operation.rawValue))?.count ?? 0
  }

  /// How many bytes of fields the first operations have together.
  public func byteCount(ofOperations numbers: Range<Int>) -> Int {
    var sum = 0
    for place in 0..<extents.count {
      let key = extents.key(at: place)
      if key.second == Part.operation.rawValue && numbers.contains(Int(key.first)) {
        sum += extents[place].count
      }
    }
    return sum
  }
}
