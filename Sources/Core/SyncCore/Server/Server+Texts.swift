import Base
public import Chronology
public import DomainCore

// A server with a table of texts for each scope. Operations come and go with their texts; in feed
// and state they have handles.
extension Server {
  /// Decides an operation that has brought its texts. Those of an operation that is in no row are
  /// in no table.
  @usableFromInline mutating func commitWithTexts(
    _ request: borrowing Request, _ index: Int, clock: DeviceClockCorrection, now: Instant,
    committed: (FeedRow, UInt32) -> Void
  ) -> Bool {
    let site = request.header.site
    let scope = Int(sites[Int(site)].scope)
    guard let texts = scopes[scope].texts else { return false }
    let sent = request.operations[index]
    let fields = request.unknown.ofOperation(index)
    let mark = texts.mark
    let pushed = texts.pushed(sent, fields)
    let wasNewcomer = sites[Int(site)].isNewcomer
    let position = scopes[scope].feed.count
    let goesOn = commit(
      pushed.operation, asSent: sent.fact.payload, site: site, clock: clock, now: now,
      committed: committed)
    if wasNewcomer && sites[Int(site)].isNewcomer {
      texts.forget(since: mark)
      refusedUnknown.erase(operation: Int(site))
      refusedUnknown.keep(fields, ofOperation: Int(site))
    } else if scopes[scope].feed.count > position,
      scopes[scope].feed[position].verdict.refusal != .ownerDeleted
    {
      scopes[scope].unknown.keep(pushed.fields, ofOperation: position)
      meter.note(BackendUse(bytesKept: bytesOfFields(in: scope, at: position)), at: now)
    } else {
      texts.forget(since: mark)
    }
    return goesOn
  }

  /// COST-1: the bytes of the texts in an exchange, and of the fields of a later app version.
  @usableFromInline static func textUse(
    of request: borrowing Request, _ response: borrowing Response
  ) -> BackendUse {
    BackendUse(
      bytesReceived: Int64(request.unknown.bytes.count),
      bytesSent: Int64(response.unknown.bytes.count))
  }

  /// COST-1: the bytes that a row takes beside its own: its texts.
  func bytesOfFields(in scope: Int, at position: Int) -> Int64 {
    let operation = scopes[scope].feed[position].operation
    return Int64(journaledFields(operation, of: UInt32(scope), at: UInt32(position)).count)
  }

  /// Gives the rows of a response their texts.
  @usableFromInline func packRows(
    _ range: Range<Int>, of scope: Int, into response: inout Response
  ) {
    guard let texts = scopes[scope].texts else { return }
    var writer = WireWriter()
    for position in range {
      let place = position - range.lowerBound
      texts.pack(
        &response.rows[place].operation, beside: scopes[scope].unknown, position,
        into: &response.unknown, as: place, by: &writer)
    }
  }

  /// The fields beside a row, as a journal has them: its texts, and those of a later app version.
  func journaledFields(_ operation: Operation, of scope: UInt32, at position: UInt32) -> [UInt8] {
    let fields = scopes[Int(scope)].unknown.ofOperation(Int(position))
    guard let texts = scopes[Int(scope)].texts else { return fields }
    return texts.packed(operation, fields).fields
  }

  /// Gives the handles of a row in a journal their texts. The row has handles, because its texts
  /// may be deleted by now, and what came after it must mean the same. Returns the fields that stay
  /// beside it.
  mutating func placeTexts(of fact: Fact, _ fields: [UInt8], in scope: Int) -> [UInt8] {
    guard let texts = scopes[scope].texts else { return fields }
    let given = fields.isEmpty ? [] : TextFields.texts(in: fields)
    if fact.kind == .unknown {
      for text in given { _ = texts.note(text.bytes, isLabel: text.isLabel) }
      return fields
    }
    let handles = fact.distinctTexts
    let slots = fact.textSlots
    if handles.count > given.count(where: { !$0.bytes.isEmpty }) {
      scopes[scope].rowsWithoutLetters.append(UInt32(scopes[scope].feed.count))
    }
    for (place, handle) in handles.enumerated() {
      let letters = given.indices.contains(place) ? given[place].bytes : []
      texts.place(letters.isEmpty ? nil : letters, at: handle)
    }
    for slot in slots where slot.role == .folded {
      let name = slots.first { $0.role == .name }.map { fact.payload[$0] } ?? .empty
      texts.place(foldedOf: name, at: fact.payload[slot])
    }
    return TextFields.others(in: fields)
  }

  /// FAM-7, P27: leaves a scope with the texts that its feed has, under new handles; its caller
  /// folds the feed again. The rows in `lost` have no letters of their own.
  mutating func rebuildTexts(of scope: Int, lost: [UInt32] = []) {
    guard let old = scopes[scope].texts else { return }
    var move = TextMove(from: old)
    for position in 0..<scopes[scope].feed.count {
      if scopes[scope].feed[position].operation.fact.kind == .unknown {
        for text in TextFields.texts(in: scopes[scope].unknown.ofOperation(position)) {
          move.note(text.bytes, isLabel: text.isLabel)
        }
      } else if lost.contains(UInt32(position)) {
        move.moveLost(&scopes[scope].feed[position].operation.fact)
      } else {
        move.move(&scopes[scope].feed[position].operation.fact)
      }
    }
    scopes[scope].texts = move.new
  }

  /// A journal from before a deletion may lack the letters of what was deleted. The rows stay
  /// without them, and their feeds are others afterwards.
  ///
  /// These are entries of the journal, because what comes after them has the handles of the new
  /// tables, and because a later deletion may take more letters from the rows before them.
  func entriesOfLostTexts() -> [JournalEntry] {
    (0..<scopes.count).compactMap { scope in
      let lost = scopes[scope].rowsWithoutLetters.filter {
        Int($0) < scopes[scope].feed.count
          && scopes[scope].feed[Int($0)].operation.fact.texts.contains { $0 != .empty }
      }
      return lost.isEmpty ? nil : .textsLost(rows: lost, scope: UInt32(scope))
    }
  }

  /// Replays the entry.
  mutating func dropLostTexts(ofRows lost: [UInt32], in scope: UInt32) -> Bool {
    guard Int(scope) < scopes.count, scopes[Int(scope)].texts != nil else { return false }
    rebuildTexts(of: Int(scope), lost: lost)
    scopes[Int(scope)].rowsWithoutLetters.removeAll { lost.contains($0) }
    refold(scope)
    return true
  }

  /// The fields that were erased since this was asked for last.
  mutating func takeErasedFields() -> [JournalFields] {
    defer { erasedFields = [] }
    return erasedFields
  }
}
