/// The texts of a community, each stored once; facts carry handles.
///
/// The fold never sees the texts themselves. Handles are assigned in order of first use.
public struct NameTable: Sendable {
  private var texts: [String] = [""]
  private var handles: [String: UInt32] = ["": 0]

  public init() {}

  /// The handle of a text. O(length) expected.
  public mutating func handle(of text: String) -> TextHandle {
    if let known = handles[text] { return TextHandle(known) }
    let handle = UInt32(texts.count)
    texts.append(text)
    handles[text] = handle
    return TextHandle(handle)
  }

  /// Whether the table has this handle; a fact from outside may carry any number.
  public func holds(_ handle: TextHandle) -> Bool { Int(handle.raw) < texts.count }

  /// The number of texts; handles count from zero.
  public var count: Int { texts.count }

  public func text(of handle: TextHandle) -> String {
    texts[Int(handle.raw)]
  }

  /// HAB-1: a name as it is stored and as it is compared: without surrounding space, without case.
  public mutating func habitName(_ typed: String) -> HabitName {
    let trimmed = Self.trimmed(typed)
    return HabitName(text: handle(of: trimmed), folded: handle(of: Self.folded(trimmed)))
  }

  /// HAB-1: the form in which two names are compared.
  public static func folded(_ name: String) -> String {
    trimmed(name).lowercased()
  }

  private static func trimmed(_ text: String) -> String {
    var characters = Substring(text)
    while let first = characters.first, first.isWhitespace { characters.removeFirst() }
    while let last = characters.last, last.isWhitespace { characters.removeLast() }
    return String(characters)
  }
}
