public import DomainCore
public import SyncCore

/// An operation by the letters of its texts, which are the same on every device and server, where
/// each holder has a table of its own: the handles in payloads are numbers of one table.
///
/// Where a run has one table, an operation is what it is.
@usableFromInline struct LetteredOperation: Equatable {
  /// The operation, without handles if its holder has a table of its own.
  @usableFromInline var operation: Operation
  /// Its texts; nil where the letters were deleted.
  @usableFromInline var letters: [[UInt8]?] = []

  @usableFromInline init(_ operation: Operation, in texts: ScopeTexts?) {
    self.operation = operation
    guard let texts, operation.fact.kind != .unknown else { return }
    letters = operation.fact.letters(in: texts)
    self.operation.fact.dropTexts()
  }
}

extension OperationHistory {
  /// The fingerprint of an operation of a holder with a table of texts, by the letters: half of it
  /// is about the texts, and half about the rest.
  @usableFromInline static func fingerprint(
    of operation: Operation, isAhead: Bool, in texts: ScopeTexts
  ) -> UInt64 {
    let lettered = LetteredOperation(operation, in: texts)
    let rest = fingerprint(of: lettered.operation, isAhead: isAhead)
    var print: UInt64 = 0
    for text in lettered.letters {
      print = stirred(print, text.map { UInt64($0.count) } ?? .max)
      for byte in text ?? [] { print = stirred(print, UInt64(byte)) }
    }
    return (rest & 0xFFFF_FFFF_0000_0000) | (print >> 32)
  }

  /// Whether a returned operation is as the person submitted it, where it may have lost its texts.
  func hasSameContent(
    _ operation: Operation, in texts: ScopeTexts?, mayLackTexts: Bool
  ) -> Bool {
    if hasSameContent(operation, in: texts) { return true }
    guard mayLackTexts, let texts else { return false }
    let entry = entry(operation.site, operation.sequence)
    let left = Self.fingerprint(of: operation, isAhead: entry.isAhead, in: texts)
    return (left >> 32) == (entry.fingerprint >> 32)
  }
}
