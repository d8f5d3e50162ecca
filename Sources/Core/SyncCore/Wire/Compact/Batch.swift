import Base
import Chronology
import DomainCore

/// The operations or rows of a message in memory; a row begins with its operation.
struct BatchElements {
  private let base: UnsafeRawPointer?
  private let stride: Int

  init(_ operations: UnsafeBufferPointer<Operation>) {
    base = UnsafeRawPointer(operations.baseAddress)
    stride = MemoryLayout<Operation>.stride
  }

  init(_ rows: UnsafeBufferPointer<FeedRow>) {
    base = UnsafeRawPointer(rows.baseAddress)
    stride = MemoryLayout<FeedRow>.stride
  }

  @inline(__always)
  func operation(_ index: Int) -> UnsafePointer<Operation> {
    (base.unsafelyUnwrapped + index * stride).assumingMemoryBound(to: Operation.self)
  }

  /// Only for the rows of a page.
  @inline(__always)
  func row(_ index: Int) -> UnsafePointer<FeedRow> {
    (base.unsafelyUnwrapped + index * stride).assumingMemoryBound(to: FeedRow.self)
  }
}

/// What the operations of a message so far let expect of the next one. Writer and reader expect the
/// same, so only what differs is in the bytes.
struct Batch {
  /// Whether it is a page of a feed, with verdicts and times.
  let isPage: Bool
  /// What the head of the message says, as if it were an operation before the first.
  private let start: FeedRow
  /// The position of the first row of a page.
  private let from: UInt32
  /// For the lowest five bits of a kind and of a site, one more than the place of the last
  /// operation with these bits.
  private var ofKinds: InlineArray<32, UInt32> = .init(repeating: 0)
  private var ofSites: InlineArray<32, UInt32> = .init(repeating: 0)

  /// The operations of a request.
  init(of request: RequestHeader, zonePlace: UInt32) {
    isPage = false
    from = 0
    var operation = Self.nothing(
      site: request.site, scope: request.scope, after: request.sequenceDecided)
    operation.basis = request.position
    operation.fact.version.stamp = UInt64(request.clock) * 1_000 << 16
    operation.fact.zone = UInt16(truncatingIfNeeded: max(1, zonePlace) - 1)
    start = FeedRow(
      operation: operation, verdict: Verdict(.changed), digest: .zero,
      committed: Instant(milliseconds: 0))
  }

  /// The rows of a response.
  init(of response: ResponseHeader) {
    isPage = true
    from = response.from
    let operation = Self.nothing(
      site: response.site, scope: response.scope, after: response.sequenceDecided)
    start = FeedRow(
      operation: operation, verdict: Verdict(.changed), digest: .zero,
      committed: Instant(milliseconds: 0))
  }

  private static func nothing(site: UInt32, scope: UInt32, after sequence: UInt32) -> Operation {
    var operation = Operation(fact: .blank, basis: 0, scope: scope, followers: 0)
    operation.fact.version.site = site
    operation.fact.version.stamp = 0
    operation.fact.sequence = sequence
    return operation
  }

  // MARK: What came before

  /// The operation before.
  @inline(__always)
  func previous(_ index: Int, in elements: BatchElements) -> Operation {
    index == 0 ? start.operation : elements.operation(index - 1).pointee
  }

  /// When the row before was committed.
  @inline(__always)
  func previousCommitted(_ index: Int, in elements: BatchElements) -> Int64 {
    index == 0 ? 0 : elements.row(index - 1).pointee.committed.milliseconds
  }

  /// The last operation of a kind, or of one with the same lowest five bits.
  @inline(__always)
  func last(
    ofKind kind: UInt16, in elements: BatchElements
  ) -> UnsafePointer<Operation>? {
    let place = ofKinds[Int(kind & 31)]
    return place == 0 ? nil : elements.operation(Int(place) - 1)
  }

  @inline(__always)
  private func last(
    ofSite site: UInt32, in elements: BatchElements
  ) -> UnsafePointer<Operation>? {
    let place = ofSites[Int(site & 31)]
    if place == 0 { return nil }
    let last = elements.operation(Int(place) - 1)
    return last.pointee.fact.version.site == site ? last : nil
  }

  @inline(__always)
  mutating func note(_ index: Int, ofKind kind: UInt16, site: UInt32) {
    ofKinds[Int(kind & 31)] = UInt32(index) + 1
    ofSites[Int(site & 31)] = UInt32(index) + 1
  }

  // MARK: What is expected

  /// What an operation has that begins a run: those that a person submits in one go.
  struct Run {
    var sequence: UInt32
    var day: Int32
    var author: UInt16
    var zone: UInt16
    var basis: UInt32
  }

  @inline(__always)
  func expectedRun(
    _ index: Int, of site: UInt32, at milliseconds: UInt64, in elements: BatchElements
  ) -> Run {
    let position = from &+ UInt32(truncatingIfNeeded: index)
    if let last = last(ofSite: site, in: elements) {
      return Run(
        sequence: last.pointee.fact.sequence &+ 1, day: last.pointee.fact.day.number,
        author: last.pointee.fact.author.index, zone: last.pointee.fact.zone,
        basis: isPage ? position : last.pointee.basis)
    }
    let isOfHead = site == start.operation.fact.version.site
    return Run(
      sequence: isOfHead ? start.operation.fact.sequence &+ 1 : 0,
      day: Int32(truncatingIfNeeded: milliseconds / UInt64(Span.day)), author: 0,
      zone: previous(index, in: elements).fact.zone,
      basis: isPage ? position : start.operation.basis)
  }

  /// The payload before an operation with its changes.
  @inline(__always)
  static func expectedPayload(
    _ place: Int, on day: LocalDay, after last: UnsafePointer<Operation>?
  ) -> Payload {
    var payload = last?.pointee.fact.payload ?? Payload(CommonKinds.firstWord(place))
    if CommonKinds.hasDay(place) {
      payload.first = payload.first & 0xFFFF_FFFF_0000_0000 | day.packed
    }
    return payload
  }

  static func expectedClaim(of stamp: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (stamp >> 16) / 1_000)
  }

  static func expectedFollowers(after previous: Operation) -> UInt16 {
    previous.followers == 0 ? 0 : previous.followers - 1
  }
}

/// The bits of an operation's first byte above the place of its kind.
enum OperationBits {
  /// Where the two bits begin that say how the payload is written.
  static let payload: UInt8 = 3
  static let hasEntity: UInt8 = 1 << 5
  static let beginsRun: UInt8 = 1 << 6
  static let hasExtras: UInt8 = 1 << 7
}

/// What is written of the beginning of a run beside its time, in this order.
enum RunBits {
  static let site: UInt8 = 1
  static let sequence: UInt8 = 1 << 1
  static let counter: UInt8 = 1 << 2
  static let day: UInt8 = 1 << 3
  static let author: UInt8 = 1 << 4
  static let zone: UInt8 = 1 << 5
  static let basis: UInt8 = 1 << 6
  /// Only in a page.
  static let committed: UInt8 = 1 << 7
}

/// What few operations have, in this order.
enum ExtraBits {
  static let subject: UInt8 = 1
  static let followers: UInt8 = 1 << 1
  static let claimed: UInt8 = 1 << 2
  static let schema: UInt8 = 1 << 3
  static let scope: UInt8 = 1 << 4
  /// Only in a page.
  static let verdict: UInt8 = 1 << 5
  static let fields: UInt8 = 1 << 6
  /// Only in a page.
  static let rowFields: UInt8 = 1 << 7
}

/// How a payload is written: its changes from the expected one.
enum PayloadForm: UInt8 {
  case asExpected = 0
  case small = 1
  case large = 2
  /// A number with a bit for each byte that changes, and these bytes.
  case bytes = 3
}

/// How an entity is written: the lowest two bits of a number; the others are `n`.
enum EntityForm: UInt64 {
  /// The operation's site, and its sequence minus n.
  case own = 0
  /// The site of the entity of the last operation of the same kind, and n, signed, more than its
  /// sequence.
  case near = 1
  /// The operation's site, and the sequence n.
  case ofSite = 2
  /// The sequence n; the site follows.
  case any = 3
}
