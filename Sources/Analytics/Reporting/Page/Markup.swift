/// A piece of HTML or SVG; text enters through `text` and attributes only, which escape it.
///
/// It stores bytes, because a page consists of tens of thousands of pieces.
struct Markup {
  private let bytes: [UInt8]

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The markup as text.
  var html: String { String(decoding: bytes, as: UTF8.self) }

  var isEmpty: Bool { bytes.isEmpty }

  /// Escaped text.
  static func text(_ text: String) -> Markup {
    var bytes: [UInt8] = []
    append(escaping: text, to: &bytes)
    return Markup(bytes)
  }

  /// Empty markup.
  static let none = Markup([])

  /// Concatenated pieces.
  static func pieces(_ pieces: [Markup]) -> Markup {
    var bytes: [UInt8] = []
    for piece in pieces { bytes += piece.bytes }
    return Markup(bytes)
  }

  /// An element within a line of text.
  static func inline(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: [Markup] = []
  ) -> Markup {
    var bytes = open(name, attributes, andHold: content)
    for piece in content { bytes += piece.bytes }
    close(name, to: &bytes)
    return Markup(bytes)
  }

  static func inline(_ name: String, _ content: [Markup]) -> Markup {
    inline(name, [:], content)
  }

  /// An element with text as its only content.
  static func inline(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
  ) -> Markup {
    inline(name, attributes, [.text(text)])
  }

  /// An element with one child per line, so that the source is readable and diffs are small.
  static func block(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [Markup]
  ) -> Markup {
    var bytes = open(name, attributes, andHold: content)
    bytes.append(UInt8(ascii: "\n"))
    for piece in content where !piece.isEmpty {
      bytes += piece.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    close(name, to: &bytes)
    return Markup(bytes)
  }

  static func block(_ name: String, _ content: [Markup]) -> Markup {
    block(name, [:], content)
  }

  /// An element without content, such as `meta`.
  static func void(_ name: String, _ attributes: KeyValuePairs<String, String>) -> Markup {
    Markup(open(name, attributes))
  }

  /// The style sheet, which comes from this program and must not be escaped.
  static func style(_ sheet: String) -> Markup {
    Markup(Array("<style>\n\(sheet)\n</style>".utf8))
  }

  /// The text of a whole page that needs no other file.
  static func page(title: String, styles: [String], _ content: [Markup]) -> String {
    let head: [Markup] = [
      .void("meta", ["charset": "utf-8"]),
      .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .void("meta", ["name": "color-scheme", "content": "light dark"]),
      .inline("title", text: title),
    ]
    let root = Markup.block(
      "html", ["lang": "en"],
      [
        .block("head", head + styles.map { .style($0) }),
        .block("body", [.block("main", content)]),
      ])
    return "<!DOCTYPE html>\n\(root.html)\n"
  }

  private static func open(
    _ name: String, _ attributes: KeyValuePairs<String, String>, andHold content: [Markup] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      2 * name.utf8.count + 6 + content.reduce(0) { $0 + $1.bytes.count + 1 }
        + attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 })
    bytes.append(UInt8(ascii: "<"))
    append(name, to: &bytes)
    for (key, value) in attributes {
      bytes.append(UInt8(ascii: " "))
      append(key, to: &bytes)
      bytes.append(UInt8(ascii: "="))
      bytes.append(UInt8(ascii: "\""))
      append(escaping: value, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
    return bytes
  }

  private static func close(_ name: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(UInt8(ascii: "/"))
    append(name, to: &bytes)
    bytes.append(UInt8(ascii: ">"))
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private static func append(escaping text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      // The fast path for nearly every text: all escaped characters are single bytes.
      if !utf8.contains(where: isEscaped) { return bytes.append(contentsOf: utf8) }
      for byte in utf8 {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;", to: &bytes)
        case UInt8(ascii: "<"): append("&lt;", to: &bytes)
        case UInt8(ascii: ">"): append("&gt;", to: &bytes)
        case UInt8(ascii: "\""): append("&quot;", to: &bytes)
        // Control characters, which are invalid in HTML; a scenario's name may contain them.
        case _ where isEscaped(byte): append("\u{FFFD}", to: &bytes)
        default: bytes.append(byte)
        }
      }
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0x7F: true
    case 0x9, 0xA, 0xD: false
    default: byte < 0x20
    }
  }
}
