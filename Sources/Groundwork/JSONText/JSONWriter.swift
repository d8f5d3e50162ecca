/// Writes nodes as a JSON text: the same nodes give the same bytes, on every machine.
///
/// Members keep their order unless `sortsKeys` is set. A double is written in the shortest form
/// that reads back as the same double, and always with a point or an exponent, so that it reads
/// back as a double; infinities and NaN, which JSON cannot represent, become `null`.
public struct JSONWriter: Sendable {
  /// Whether a text is for machines or for people.
  public enum Layout: Sendable {
    /// One line without blanks and without a line feed.
    case compact
    /// A line per value, two spaces a level, with a line feed at the end.
    case pretty
  }

  public var layout: Layout
  /// Whether members are ordered by the bytes of their keys.
  public var sortsKeys: Bool

  public init(_ layout: Layout, sortsKeys: Bool = false) {
    self.layout = layout
    self.sortsKeys = sortsKeys
  }

  public func text(_ node: JSONNode) -> String {
    String(decoding: bytes(node), as: UTF8.self)
  }

  public func bytes(_ node: JSONNode) -> [UInt8] {
    var output: [UInt8] = []
    write(node, level: 0, to: &output)
    if layout == .pretty { output.append(Ascii.lineFeed) }
    return output
  }
}

extension JSONWriter {
  private func write(_ node: JSONNode, level: Int, to output: inout [UInt8]) {
    switch node.value {
    case .null: output.append(contentsOf: "null".utf8)
    case .boolean(let boolean): output.append(contentsOf: (boolean ? "true" : "false").utf8)
    case .integer(let integer): output.append(contentsOf: String(integer).utf8)
    case .number(let number):
      output.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    case .string(let string): Self.write(string, to: &output)
    case .array(let elements): write(elements, level: level, to: &output)
    case .object(let members): write(members, level: level, to: &output)
    }
  }

  private func write(_ elements: [JSONNode], level: Int, to output: inout [UInt8]) {
    output.append(Ascii.bracketOpen)
    for (index, element) in elements.enumerated() {
      beginItem(index, level: level + 1, to: &output)
      write(element, level: level + 1, to: &output)
    }
    end(Ascii.bracketClose, isEmpty: elements.isEmpty, level: level, to: &output)
  }

  private func write(_ members: [JSONMember], level: Int, to output: inout [UInt8]) {
    let ordered =
      sortsKeys
      ? members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : members
    output.append(Ascii.braceOpen)
    for (index, member) in ordered.enumerated() {
      beginItem(index, level: level + 1, to: &output)
      Self.write(member.key, to: &output)
      output.append(Ascii.colon)
      if layout == .pretty { output.append(Ascii.space) }
      write(member.node, level: level + 1, to: &output)
    }
    end(Ascii.braceClose, isEmpty: members.isEmpty, level: level, to: &output)
  }

  private func beginItem(_ index: Int, level: Int, to output: inout [UInt8]) {
    if index > 0 { output.append(Ascii.comma) }
    breakLine(level: level, to: &output)
  }

  private func end(_ bracket: UInt8, isEmpty: Bool, level: Int, to output: inout [UInt8]) {
    if !isEmpty { breakLine(level: level, to: &output) }
    output.append(bracket)
  }

  private func breakLine(level: Int, to output: inout [UInt8]) {
    guard layout == .pretty else { return }
    output.append(Ascii.lineFeed)
    output.append(contentsOf: repeatElement(Ascii.space, count: 2 * level))
  }

  private static func write(_ string: String, to output: inout [UInt8]) {
    output.append(Ascii.quotationMark)
    var string = string
    string.withUTF8 { bytes in
      // Nearly every text, as one piece of memory.
      if !bytes.contains(where: isEscaped) { return output.append(contentsOf: bytes) }
      for byte in bytes {
        if let escape = escape(of: byte) {
          output.append(contentsOf: escape.utf8)
        } else {
          output.append(byte)
        }
      }
    }
    output.append(Ascii.quotationMark)
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < Ascii.space || byte == Ascii.quotationMark || byte == Ascii.backslash
  }

  /// How a byte that a JSON text cannot hold as it is must be written.
  private static func escape(of byte: UInt8) -> String? {
    switch byte {
    case Ascii.quotationMark: "\\\""
    case Ascii.backslash: "\\\\"
    case Ascii.lineFeed: "\\n"
    case Ascii.carriageReturn: "\\r"
    case Ascii.tab: "\\t"
    case 0x08: "\\b"
    case 0x0C: "\\f"
    case 0..<0x10: "\\u000" + String(byte, radix: 16)
    case 0x10..<Ascii.space: "\\u00" + String(byte, radix: 16)
    default: nil
    }
  }
}
