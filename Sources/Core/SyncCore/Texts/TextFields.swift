import Base
import DomainCore

/// A text that travels beside an operation.
struct TravelingText: Hashable {
  var bytes: [UInt8]
  /// Whether it is a category or a unit, which tables number apart.
  var isLabel: Bool
}

/// The fields of an operation's texts on the wire.
///
/// An operation has no room for them, so they are kept beside it, where fields of a later app
/// version are (`UnknownFields`). An app version that does not know the operation's kind passes
/// them on like those.
enum TextFields {
  static let text: UInt32 = 17
  static let label: UInt32 = 18
  /// The most texts of one operation.
  static let countMax = 4

  static func isText(_ field: UInt32) -> Bool { field == text || field == label }

  /// The texts among the fields beside an operation, in order.
  static func texts(in fields: [UInt8]) -> [TravelingText] {
    var texts: [TravelingText] = []
    forEach(in: fields) { field, bytes in
      guard isText(field.number), case .block(let range) = field.value else { return }
      texts.append(TravelingText(bytes: Array(bytes[range]), isLabel: field.number == label))
    }
    return texts
  }

  /// The fields beside an operation without its texts.
  static func others(in fields: [UInt8]) -> [UInt8] {
    var others: [UInt8] = []
    forEach(in: fields) { field, bytes in
      if !isText(field.number) { others += bytes[field.extent] }
    }
    return others
  }

  static func fields(of texts: [TravelingText]) -> [UInt8] {
    if texts.isEmpty { return [] }
    var writer = WireWriter()
    for text in texts { write(text.bytes, isLabel: text.isLabel, to: &writer) }
    return writer.bytes.withElements { Array($0) }
  }

  static func write(_ text: [UInt8], isLabel: Bool, to writer: inout WireWriter) {
    writer.bytes(isLabel ? label : self.text, text)
  }

  /// What stays beside the row by which an erased person joined. A text that goes leaves an empty
  /// one, so that the others keep their places.
  static func staying(ofJoining fact: Fact, _ fields: [UInt8]) -> [UInt8] {
    let stays = Ownership.erasedJoining(fact, firstDay: fact.day).texts
    let texts = zip(fact.distinctTexts, texts(in: fields)).map { handle, text in
      stays.contains(handle) ? text : TravelingText(bytes: [], isLabel: text.isLabel)
    }
    return texts.contains { !$0.bytes.isEmpty } ? self.fields(of: texts) : []
  }

  /// Calls `body` with each text and whether it is a label, valid inside it. Returns whether there
  /// is nothing else among the fields.
  static func forEachText(
    in fields: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Void
  ) -> Bool {
    var areTexts = true
    forEach(in: fields) { field in
      if isText(field.number), case .block(let range) = field.value {
        body(UnsafeBufferPointer(rebasing: fields[range]), field.number == label)
      } else {
        areTexts = false
      }
    }
    return areTexts
  }

  private static func forEach(
    in fields: [UInt8], _ body: (WireField, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if fields.isEmpty { return }
    fields.withUnsafeBufferPointer { bytes in forEach(in: bytes) { body($0, bytes) } }
  }

  private static func forEach(in fields: UnsafeBufferPointer<UInt8>, _ body: (WireField) -> Void) {
    var reader = WireReader(fields, fields.indices)
    while let field = (try? reader.next()).flatMap(\.self) { body(field) }
  }
}
