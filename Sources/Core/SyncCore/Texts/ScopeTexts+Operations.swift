import Base
import Chronology
public import DomainCore

// Operations between memory and bytes. In memory a slot has the handle of a text in the table of
// its holder; outside of it, in messages and in the storages of devices, a slot has the place of
// the text among those beside the operation, counted from 1.
extension ScopeTexts {
  /// An operation as it travels, with the fields beside it; `fields` are the ones that it has of a
  /// later app version.
  func packed(
    _ operation: Operation, _ fields: [UInt8]
  ) -> (operation: Operation, fields: [UInt8]) {
    let slots = operation.fact.textSlots
    // Where the texts came in another way than this build would write them, they stay as they are.
    let given = fields.isEmpty ? [] : TextFields.texts(in: fields)
    if slots.isEmpty || operation.fact.kind == .unknown { return (operation, fields) }
    var texts = given
    var packed = operation
    for slot in slots {
      packed.fact.payload[slot] = .empty
      let handle = operation.fact.payload[slot]
      guard slot.role != .folded, let bytes = bytes(of: handle) else { continue }
      let text = TravelingText(bytes: bytes, isLabel: isLabel(handle))
      let place = texts.firstIndex(of: text) ?? texts.count
      if place == texts.count { texts.append(text) }
      packed.fact.payload[slot] = TextHandle(UInt32(place + 1))
    }
    return (packed, given.isEmpty ? TextFields.fields(of: texts) + fields : fields)
  }

  /// An operation of the feed as memory has it, with the fields that stay beside it. All of its
  /// texts get their handles now, whatever its kind.
  func received(
    _ operation: Operation, _ fields: [UInt8]
  ) -> (operation: Operation, fields: [UInt8]) {
    let texts = fields.isEmpty ? [] : TextFields.texts(in: fields)
    let handles = texts.map { note($0.bytes, isLabel: $0.isLabel) }
    return unpacked(operation, fields, texts, handles, isDraft: false)
  }

  /// A pending operation that comes from bytes: texts that the feed does not have are drafts.
  func drafted(
    _ operation: Operation, _ fields: [UInt8]
  ) -> (operation: Operation, fields: [UInt8]) {
    let texts = fields.isEmpty ? [] : TextFields.texts(in: fields)
    let handles = texts.map { draft($0.bytes, isLabel: $0.isLabel) }
    return unpacked(operation, fields, texts, handles, isDraft: true)
  }

  private func unpacked(
    _ operation: Operation, _ fields: [UInt8], _ texts: [TravelingText], _ handles: [TextHandle],
    isDraft: Bool
  ) -> (operation: Operation, fields: [UInt8]) {
    let slots = operation.fact.textSlots
    if operation.fact.kind == .unknown || (slots.isEmpty && texts.isEmpty) {
      return (operation, fields)
    }
    var whole = operation
    fill(&whole.fact, slots, isDraft: isDraft) { place, _ in
      handles.indices.contains(place) ? handles[place] : nil
    }
    let others = TextFields.others(in: fields)
    let isPlain = packed(whole, []).fields == TextFields.fields(of: texts)
    return (whole, isPlain ? others : fields)
  }

  /// A pushed operation as the server decides it, with the fields that stay beside it. Of the texts
  /// only those count that its kind has, in the order of its slots, and that people can see.
  func pushed(
    _ operation: Operation, _ fields: [UInt8]
  ) -> (operation: Operation, fields: [UInt8]) {
    let texts = fields.isEmpty ? [] : TextFields.texts(in: fields)
    if operation.fact.kind == .unknown {
      for text in texts { _ = note(text.bytes, isLabel: text.isLabel) }
      return (operation, fields)
    }
    let slots = operation.fact.textSlots
    if slots.isEmpty && texts.isEmpty { return (operation, fields) }
    var whole = operation
    fill(&whole.fact, slots, isDraft: false) { place, isLabel in
      // One that the row will not have must have no handle either, or that of every later text
      // would be another one on each device.
      guard texts.indices.contains(place), texts[place].isLabel == isLabel,
        Self.isVisible(texts[place].bytes)
      else { return nil }
      return note(texts[place].bytes, isLabel: texts[place].isLabel)
    }
    return (whole, TextFields.others(in: fields))
  }

  /// Puts handles where a fact has the places of its texts, and derives how its name is compared.
  func fill(
    _ fact: inout Fact, _ slots: [TextSlot], isDraft: Bool,
    _ handle: (_ place: Int, _ isLabel: Bool) -> TextHandle?
  ) {
    var payload = fact.payload
    for slot in slots where slot.role != .folded {
      let isLabel = slot.role == .label
      let found = handle(Int(payload[slot].raw) - 1, isLabel) ?? .empty
      payload[slot] = self.isLabel(found) == isLabel ? found : .empty
    }
    deriveFolded(&payload, slots, isDraft: isDraft)
    fact.payload = payload
  }

  private func deriveFolded(_ payload: inout Payload, _ slots: [TextSlot], isDraft: Bool) {
    for slot in slots where slot.role == .folded {
      let name = slots.first { $0.role == .name }
      payload[slot] = name.map { folded(payload[$0], isDraft: isDraft) } ?? .empty
    }
  }

  private static func isVisible(_ text: [UInt8]) -> Bool {
    !NameTable.folded(String(decoding: text, as: UTF8.self)).isEmpty
  }

  /// A fact of another table with this table's handles; texts that the feed does not have are
  /// drafts.
  public func moved(_ fact: Fact, from other: ScopeTexts) -> Fact {
    fact.inOtherTable(letters: other.bytes(of:)) { draft($0, $1) }
  }

  /// The same for a command of any table, such as that of a whole run. A text of which nothing is
  /// visible becomes the empty one (FAM-16).
  public func moved(_ command: Command, from source: some TextSource) -> Command {
    let fact = Fact(
      command: command, version: .never, sequence: 0, author: command.subject,
      day: LocalDay(number: 0), zone: .utc)
    let moved = fact.inOtherTable {
      guard $0 != .empty, source.holds($0) else { return nil }
      let text = Array(source.text(of: $0).utf8)
      return Self.isVisible(text) ? text : nil
    } handle: {
      draft($0, $1)
    }
    var command = command
    command.payload = moved.payload
    return command
  }

  /// Why an operation with these texts cannot travel, or nil.
  func refusal(of fact: Fact) -> Refusal? {
    for slot in fact.textSlots where slot.role != .folded {
      if (bytes(of: fact.payload[slot])?.count ?? 0) > slot.role.bytesMax { return .textTooLong }
    }
    return nil
  }
}

extension Operation {
  /// An operation as it travels, with handles of the reader's own table. `handle` finds a text
  /// there.
  public func received(
    beside fields: borrowing UnknownFields, _ number: Int,
    _ handle: ([UInt8], TextSlot.Role) -> TextHandle
  ) -> Operation {
    let texts = fields.isEmpty ? [] : TextFields.texts(in: fields.ofOperation(number))
    var received = self
    received.fact = fact.inOtherTable {
      let place = Int($0.raw) - 1
      return texts.indices.contains(place) ? texts[place].bytes : nil
    } handle: {
      handle($0, $1)
    }
    return received
  }
}

extension UnknownFields {
  func ofOperation(_ number: Int) -> [UInt8] {
    var fields: [UInt8] = []
    withFields(of: .operation, number) { fields = Array($0) }
    return fields
  }

  mutating func keep(_ fields: [UInt8], ofOperation number: Int) {
    fields.withUnsafeBufferPointer { keep($0, of: .operation, number) }
  }
}
