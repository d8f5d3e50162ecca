import UnicodeText

/// The texts of a family or group as one copy of it has them, on a device or on the server.
///
/// Handles are numbers in this table and nowhere else: bytes carry the texts themselves. All copies
/// of a feed up to the same position give the same handles to its texts, in the order in which they
/// first appear in it, so states and digests of copies are equal. A text that only pending
/// operations have gets a handle from the end of the range; when a row brings it, the feed's handle
/// takes its place.
///
/// Labels, which are categories and units, have numbers below 65,536, because some payloads have 16
/// bits for them. The forms in which names are compared have numbers of their own: each copy
/// derives them, and no one reads them from a message.
public final class ScopeTexts: TextSource {
  // No caller reads the table while it changes: its methods hand out values alone.
  @exclusivity(unchecked) private var names = TextList(namesFirst...UInt32.max - 1)
  @exclusivity(unchecked) private var labels = TextList(1...namesFirst - 2)
  @exclusivity(unchecked) private var folds = TextList(1...UInt32.max - 1)

  /// How many tables the copy had before: a handle from another one means nothing in this.
  public let generation: UInt32

  public init(generation: UInt32 = 0) {
    self.generation = generation
  }

  private static var namesFirst: UInt32 { 1 << 16 }

  // MARK: Reading

  public func holds(_ handle: TextHandle) -> Bool {
    handle == .empty || bytes(of: handle) != nil
  }

  /// The text of a handle; nothing for one that the table does not have.
  public func text(of handle: TextHandle) -> String {
    bytes(of: handle).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  public func bytes(of handle: TextHandle) -> [UInt8]? {
    isLabel(handle) ? labels.text(of: handle.raw) : names.text(of: handle.raw)
  }

  /// Whether a handle is a label's.
  public func isLabel(_ handle: TextHandle) -> Bool { handle.raw < Self.namesFirst }

  /// Whether pending operations may have handles that a row has not brought.
  public var hasDrafts: Bool {
    !names.drafts.isEmpty || !labels.drafts.isEmpty || !folds.drafts.isEmpty
  }

  /// The texts of the feed in the order of their handles, one list for each kind of handle; nil
  /// where the letters were deleted.
  public var ofFeed: [[[UInt8]?]] { [names, labels, folds].map(\.kept) }

  /// The texts that only pending operations have, or had.
  public var ofDrafts: [[UInt8]] {
    [names, labels, folds].flatMap { $0.drafts.compactMap(\.self) }
  }

  /// The handle of a text, if the table has it.
  public func known(_ text: [UInt8], _ role: TextSlot.Role) -> TextHandle? {
    switch role {
    case .name, .note: names.known(text).map { TextHandle($0) }
    case .label: labels.known(text).map { TextHandle($0) }
    case .folded: folds.known(text).map { TextHandle($0) }
    }
  }

  /// All texts that the table has, to look for what must not be there.
  public var all: [[UInt8]] {
    [names, labels, folds].flatMap { ($0.kept + $0.drafts).compactMap(\.self) }
  }

  /// The handle that the feed has given to a text since a caller has noted this one for it.
  public func current(_ handle: TextHandle) -> TextHandle {
    guard let text = bytes(of: handle) else { return handle }
    return draft(text, isLabel: isLabel(handle))
  }

  // MARK: Drafting

  /// FAM-16: the handle of a text that a person has typed; one of which nothing is visible is the
  /// empty one, which no rule accepts as a name.
  public func handle(of text: String) -> TextHandle {
    NameText.isVisible(text) ? draft(Array(text.utf8), isLabel: false) : .empty
  }

  /// The handle of a category or unit that a person has typed.
  public func label(of text: String) -> TextHandle {
    NameText.isVisible(text) ? draft(Array(text.utf8), isLabel: true) : .empty
  }

  /// HAB-1, FAM-16: a name as it is stored and as it is compared.
  public func habitName(_ typed: String) -> HabitName {
    let text = handle(of: NameText.trimmed(typed))
    return HabitName(text: text, folded: folded(text, isDraft: true))
  }

  public func draft(_ text: [UInt8], isLabel: Bool) -> TextHandle {
    TextHandle(isLabel ? labels.draft(text) : names.draft(text))
  }

  public func draft(_ text: [UInt8], _ role: TextSlot.Role) -> TextHandle {
    role == .folded ? TextHandle(folds.draft(text)) : draft(text, isLabel: role == .label)
  }

  // MARK: The feed

  /// The handle of a text that a row of the feed brings.
  public func note(_ text: [UInt8], isLabel: Bool) -> TextHandle {
    TextHandle(isLabel ? labels.note(text) : names.note(text))
  }

  /// The same for letters in the bytes of a message.
  public func note(_ text: UnsafeBufferPointer<UInt8>, isLabel: Bool) -> TextHandle {
    TextHandle(isLabel ? labels.note(text) : names.note(text))
  }

  /// The handle of the form in which a name of the table is compared: in a row of the feed, or in
  /// a pending operation.
  public func folded(_ name: TextHandle, isDraft: Bool) -> TextHandle {
    guard name != .empty, let form = foldedForm(of: name), !form.isEmpty else { return .empty }
    return TextHandle(isDraft ? folds.draft(form) : folds.note(form))
  }

  /// How many texts the feed has; a server goes back to it when an operation has brought some and
  /// is in no row.
  public struct Mark: BitwiseCopyable, Sendable {
    var names: Int
    var labels: Int
    var folds: Int
  }

  public var mark: Mark {
    Mark(names: names.kept.count, labels: labels.kept.count, folds: folds.kept.count)
  }

  public func forget(since mark: Mark) {
    names.forget(from: mark.names)
    labels.forget(from: mark.labels)
    folds.forget(from: mark.folds)
  }

  // MARK: Journals

  /// Gives a handle from a journal its text, or none if that was deleted.
  public func place(_ text: [UInt8]?, at handle: TextHandle) {
    if handle == .empty { return }
    if isLabel(handle) {
      labels.place(text, at: handle.raw)
    } else {
      names.place(text, at: handle.raw)
    }
  }

  /// Gives the compared form of a name from a journal its handle.
  public func place(foldedOf name: TextHandle, at handle: TextHandle) {
    if handle == .empty { return }
    folds.place(foldedForm(of: name), at: handle.raw)
  }

  fileprivate func foldedForm(of name: TextHandle) -> [UInt8]? {
    names.text(of: name.raw).map {
      Array(NameTable.folded(String(decoding: $0, as: UTF8.self)).utf8)
    }
  }

  /// The same table with the texts of the feed alone.
  public func withoutDrafts() -> ScopeTexts {
    let copy = ScopeTexts(generation: generation &+ 1)
    (copy.names, copy.labels, copy.folds) = (names, labels, folds)
    copy.names.forgetDrafts()
    copy.labels.forgetDrafts()
    copy.folds.forgetDrafts()
    return copy
  }

  /// A deep copy, as a backup has it.
  public func copied() -> ScopeTexts {
    let copy = ScopeTexts(generation: generation)
    (copy.names, copy.labels, copy.folds) = (names, labels, folds)
    return copy
  }
}

// MARK: Rebuilding

/// Moves facts from a table to a new one that has only their texts, in their order: what a deletion
/// leaves.
///
/// By handles and not by letters, because a journal that is replayed may lack letters that were
/// there when its entries were written.
public struct TextMove {
  private var names: [UInt32: TextHandle] = [:]
  private var folds: [UInt32: TextHandle] = [:]
  private let old: ScopeTexts
  public let new = ScopeTexts()

  /// Stands for a name or a note without letters: nothing is what it is without a name.
  private static let placeholder = Array("…".utf8)

  public init(from old: ScopeTexts) { self.old = old }

  /// Moves a fact whose letters are lost: names and notes become three dots, labels empty.
  public func moveLost(_ fact: inout Fact) {
    fact = fact.inOtherTable(letters: { $0 == .empty ? nil : Self.placeholder }) { text, role in
      switch role {
      case .name, .note: new.note(text, isLabel: false)
      case .label: .empty
      case .folded: new.noteFold(text)
      }
    }
  }

  /// Moves a fact of the feed.
  public mutating func move(_ fact: inout Fact) {
    let slots = fact.textSlots
    var payload = fact.payload
    for slot in slots where slot.role != .folded {
      payload[slot] = moved(payload[slot])
    }
    for slot in slots where slot.role == .folded {
      let name = slots.first { $0.role == .name }.map { payload[$0] } ?? .empty
      payload[slot] = name == .empty ? .empty : moved(folded: payload[slot], of: name)
    }
    fact.payload = payload
  }

  /// Notes a text of an operation of which only the texts are known.
  public func note(_ text: [UInt8], isLabel: Bool) { _ = new.note(text, isLabel: isLabel) }

  private mutating func moved(_ handle: TextHandle) -> TextHandle {
    if handle == .empty { return .empty }
    if let known = names[handle.raw] { return known }
    let text = old.bytes(of: handle)
    let moved =
      text.map { new.note($0, isLabel: old.isLabel(handle)) }
      ?? new.noteLost(isLabel: old.isLabel(handle))
    names[handle.raw] = moved
    return moved
  }

  private mutating func moved(folded handle: TextHandle, of name: TextHandle) -> TextHandle {
    if handle == .empty { return .empty }
    if let known = folds[handle.raw] { return known }
    let moved = new.noteFold(old.fold(handle) ?? new.foldedForm(of: name))
    folds[handle.raw] = moved
    return moved
  }
}

extension ScopeTexts {
  fileprivate func noteLost(isLabel: Bool) -> TextHandle {
    TextHandle(isLabel ? labels.noteLost() : names.noteLost())
  }

  fileprivate func noteFold(_ form: [UInt8]?) -> TextHandle {
    TextHandle(form.map { folds.note($0) } ?? folds.noteLost())
  }

  fileprivate func fold(_ handle: TextHandle) -> [UInt8]? { folds.text(of: handle.raw) }
}
