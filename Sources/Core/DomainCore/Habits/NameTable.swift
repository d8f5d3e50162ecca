import UnicodeText

/// The texts of a whole run, each stored once; facts carry handles.
///
/// The fold never sees the texts themselves. Handles are assigned in order of first use. All
/// devices and servers of a run share this table, so its facts mean nothing outside of the run: an
/// app and a service use `ScopeTexts`.
public struct NameTable: TextSource, Sendable {
  private var texts: [String] = [""]
  /// By the bytes of a text: the standard library compares texts by the canonical equivalence of
  /// its own version of Unicode, and a table must be the same under every toolchain.
  private var handles: [[UInt8]: UInt32] = [[]: 0]

  public init() {}

  /// FAM-16: the handle of a text; a text of which nothing is visible is the empty one, which no
  /// rule accepts as a name. O(length) expected.
  public mutating func handle(of text: String) -> TextHandle {
    NameText.isVisible(text) ? restore(text) : .empty
  }

  /// Registers a text of a table that was kept, and returns its handle.
  ///
  /// Its place is what facts refer to, so nothing is asked about it.
  @discardableResult
  public mutating func restore(_ text: String) -> TextHandle {
    let spelling = Array(text.utf8)
    if let known = handles[spelling] { return TextHandle(known) }
    let handle = UInt32(texts.count)
    texts.append(text)
    handles[spelling] = handle
    return TextHandle(handle)
  }

  /// The handle of a text that the table has.
  public func known(_ text: [UInt8]) -> TextHandle? { handles[text].map { TextHandle($0) } }

  /// Whether the table has this handle; a fact from outside may carry any number.
  public func holds(_ handle: TextHandle) -> Bool { Int(handle.raw) < texts.count }

  /// The number of texts; handles count from zero.
  public var count: Int { texts.count }

  public func text(of handle: TextHandle) -> String {
    texts[Int(handle.raw)]
  }

  /// HAB-1, FAM-16: a name as it is stored and as it is compared.
  public mutating func habitName(_ typed: String) -> HabitName {
    let trimmed = NameText.trimmed(typed)
    return HabitName(text: handle(of: trimmed), folded: handle(of: Self.folded(trimmed)))
  }

  /// HAB-1, FAM-16: the form in which two names are compared.
  public static func folded(_ name: String) -> String {
    NameText.isVisible(name) ? NameText.folded(name) : ""
  }
}
