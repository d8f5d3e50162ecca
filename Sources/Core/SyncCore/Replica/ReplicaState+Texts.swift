import Base
import DomainCore

// A copy with a table of texts of its own. Rows and records come as they travel, with the texts
// beside them; the copy has handles.
extension ReplicaState {
  /// Applies rows as they travel; the fields beside them are numbered from `first`.
  @usableFromInline mutating func applyWithTexts(
    _ rows: UnsafeBufferPointer<FeedRow>, _ unknown: borrowing UnknownFields, from first: Int,
    clock: HybridClock
  ) {
    guard let texts else { return }
    var received = FlatArray<FeedRow>()
    received.append(rows)
    let fields = texts.receive(&received, unknown, from: first)
    received.withElements { rows in
      apply(rows, clock: clock)
      keepUnknown(of: rows, fields, from: 0)
    }
    if texts.hasDrafts { moveDrafts(from: texts, to: texts) }
  }

  /// Gives all that is in no row of the feed the handles of another table, or those that the feed
  /// has given in the meantime.
  private mutating func moveDrafts(from old: ScopeTexts, to new: ScopeTexts) {
    var moved = FlatQueue<Operation>()
    while !outbox.isEmpty {
      var operation = outbox.removeFirst()
      operation.fact = new.moved(operation.fact, from: old)
      moved.append(operation)
    }
    outbox = moved
    for place in 0..<dropped.count {
      dropped[place].operation.fact = new.moved(dropped[place].operation.fact, from: old)
    }
    for place in 0..<rejections.count {
      rejections[place].operation.fact = new.moved(rejections[place].operation.fact, from: old)
    }
  }

  /// Starts a new table, to which `fill` gives the texts of the feed first.
  mutating func moveTexts(filling fill: (ScopeTexts) -> Void) {
    guard let old = texts else { return }
    let new = ScopeTexts(generation: old.generation &+ 1)
    fill(new)
    moveDrafts(from: old, to: new)
    texts = new
  }

  /// P12, P27: a copy without access has only the texts of what it could not send; none of them
  /// after the person's account was deleted.
  mutating func forgetTexts(because reason: Refusal) {
    if reason == .accountDeleted && texts != nil {
      for place in 0..<dropped.count { dropped[place].operation.fact.dropTexts() }
    }
    moveTexts { _ in }
  }

  /// P27: a person was erased from the scope. The server will not accept what is pending about
  /// them, and nothing shows the words again.
  mutating func dropTextsOfErased() {
    var kept = FlatQueue<Operation>()
    while !outbox.isEmpty {
      var operation = outbox.removeFirst()
      if isErased(operation) {
        operation.fact.dropTexts()
        unknown.erase(operation: Int(operation.sequence))
      }
      kept.append(operation)
    }
    outbox = kept
    for place in 0..<dropped.count where isErased(dropped[place].operation) {
      dropped[place].operation.fact.dropTexts()
    }
    for place in 0..<rejections.count where isErased(rejections[place].operation) {
      rejections[place].operation.fact.dropTexts()
    }
    // The new table has drafts of what is erased, or in no outbox any more.
    guard let old = texts else { return }
    let new = old.withoutDrafts()
    moveDrafts(from: old, to: new)
    texts = new
  }

  private func isErased(_ operation: Operation) -> Bool {
    let subject = operation.fact.subject
    guard !operation.fact.kind.isOfScope, Int(subject.index) < state.memberCount else {
      return false
    }
    return state.member(subject).isErased
  }

  /// Takes what a storage has beside the rows.
  mutating func take(_ records: borrowing ReplicaRecords) {
    rejections = records.rejections.copy()
    dropped = records.dropped.copy()
    var pending = FlatQueue<Operation>()
    for index in 0..<records.outbox.count { pending.append(records.outbox[index]) }
    replaceOutbox(by: pending)
    guard let texts else { return }
    var whole = FlatQueue<Operation>()
    while !outbox.isEmpty {
      let operation = outbox.removeFirst()
      let number = Int(operation.sequence)
      let drafted = texts.drafted(operation, unknown.ofOperation(number))
      unknown.erase(operation: number)
      unknown.keep(drafted.fields, ofOperation: number)
      whole.append(drafted.operation)
    }
    outbox = whole
    for place in 0..<rejections.count {
      let fields = records.rejectedUnknown.ofOperation(place)
      rejections[place].operation = texts.drafted(rejections[place].operation, fields).operation
    }
    for place in 0..<dropped.count {
      let fields = records.droppedUnknown.ofOperation(place)
      dropped[place].operation = texts.drafted(dropped[place].operation, fields).operation
    }
  }
}
