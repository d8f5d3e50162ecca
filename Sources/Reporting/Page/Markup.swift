/// A piece of HTML or SVG; text gets in through `text` and attributes only, both escaped.
struct Markup {
  let html: String

  private init(html: String) {
    self.html = html
  }

  /// Running text.
  static func text(_ text: String) -> Markup {
    Markup(html: escaped(text))
  }

  /// Nothing at all.
  static let none = Markup(html: "")

  /// Pieces one after another.
  static func pieces(_ pieces: [Markup]) -> Markup {
    Markup(html: pieces.map(\.html).joined())
  }

  /// An element that stands in a line of text.
  static func inline(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: [Markup] = []
  ) -> Markup {
    Markup(html: open(name, attributes) + pieces(content).html + "</\(name)>")
  }

  static func inline(_ name: String, _ content: [Markup]) -> Markup {
    inline(name, [:], content)
  }

  /// An element that holds nothing but a text.
  static func inline(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
  ) -> Markup {
    inline(name, attributes, [.text(text)])
  }

  /// An element whose parts get a line each, so that the page's source can be read and compared.
  static func block(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [Markup]
  ) -> Markup {
    let lines = content.map(\.html).filter { !$0.isEmpty }
    return Markup(html: ([open(name, attributes)] + lines + ["</\(name)>"]).joined(separator: "\n"))
  }

  static func block(_ name: String, _ content: [Markup]) -> Markup {
    block(name, [:], content)
  }

  /// An element that never has content, such as `meta`.
  static func void(_ name: String, _ attributes: KeyValuePairs<String, String>) -> Markup {
    Markup(html: open(name, attributes))
  }

  /// The style sheet, whose text must not be escaped and is this program's own.
  static func style(_ sheet: String) -> Markup {
    Markup(html: "<style>\n\(sheet)\n</style>")
  }

  /// A whole page.
  static func document(_ root: Markup) -> String {
    "<!DOCTYPE html>\n\(root.html)\n"
  }

  private static func open(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    var tag = "<"
    tag += name
    for (key, value) in attributes {
      tag += " "
      tag += key
      tag += "=\""
      tag += escaped(value)
      tag += "\""
    }
    tag += ">"
    return tag
  }

  private static func escaped(_ text: String) -> String {
    // Nearly every text: none of what is escaped below takes more than a byte.
    if !text.utf8.contains(where: isEscaped) { return text }
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // Characters that no HTML text may hold, such as one from a scenario's name.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0x7F: true
    case 0x9, 0xA, 0xD: false
    default: byte < 0x20
    }
  }
}
