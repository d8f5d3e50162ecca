/// The bytes that JSON is made of.
enum Ascii {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quotationMark = UInt8(ascii: "\"")
  static let asterisk = UInt8(ascii: "*")
  static let plus = UInt8(ascii: "+")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let colon = UInt8(ascii: ":")
  static let E = UInt8(ascii: "E")
  static let bracketOpen = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let bracketClose = UInt8(ascii: "]")
  static let e = UInt8(ascii: "e")
  static let u = UInt8(ascii: "u")
  static let braceOpen = UInt8(ascii: "{")
  static let braceClose = UInt8(ascii: "}")

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case zero...nine, UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case zero...nine, UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }

  /// Whether a byte belongs to what a person would see as one number, well formed or not.
  static func isInNumber(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == plus || byte == minus || byte == point
  }

  /// What a backslash with this byte means; nil for `u` and for what is no escape.
  static func meaning(ofEscape byte: UInt8) -> UInt8? {
    switch byte {
    case quotationMark, backslash, slash: byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): lineFeed
    case UInt8(ascii: "r"): carriageReturn
    case UInt8(ascii: "t"): tab
    default: nil
    }
  }
}
