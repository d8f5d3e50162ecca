/// Interned strings: each is stored once, and its handle is its index.
public struct StringTable: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The end of each string in `bytes`; it starts at the end of the previous one.
  private var ends: [Int] = []
  /// Keyed by bytes, since strings that are equal in Swift may have different bytes.
  private var handles: [[UInt8]: UInt32] = [:]

  public init(_ texts: [String] = []) {
    for text in texts {
      let handle = handle(of: text)
      precondition(Int(handle) == ends.count - 1, "“\(text)” is twice in a vocabulary")
    }
  }

  public var count: Int { ends.count }

  /// The string that has `handle`.
  public subscript(handle: UInt32) -> String {
    String(decoding: bytes[range(of: Int(handle))], as: UTF8.self)
  }

  /// The handle of `text`; a new text gets a new handle.
  public mutating func handle(of text: String) -> UInt32 {
    let utf8 = Array(text.utf8)
    if let known = handles[utf8] { return known }
    let handle = UInt32(ends.count)
    append(utf8: utf8)
    handles[utf8] = handle
    return handle
  }

  /// Adds a string without searching for an equal one, as readers do.
  mutating func append(utf8: some Collection<UInt8>) {
    bytes.append(contentsOf: utf8)
    ends.append(bytes.count)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    handles.removeAll(keepingCapacity: true)
  }

  func range(of handle: Int) -> Range<Int> {
    (handle == 0 ? 0 : ends[handle - 1])..<ends[handle]
  }
}
