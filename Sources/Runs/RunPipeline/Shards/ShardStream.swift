import JSONText
import Scenarios
import Simulator

/// Shards one behind the other on an open file, read batch by batch.
///
/// It trusts nothing that it reads: every part has a hash, and every shard must be of the run of
/// the first one and hold the batches that come next.
public final class ShardStream {
  private var input: ShardInput
  /// The run of the first shard.
  public let identity: ShardIdentity
  /// The batches that the current shard should have and has not delivered yet.
  private var promised: Range<Int>
  /// The hashes of the current shard.
  private var hashes: [[UInt8]]
  private var next = 0

  /// Reads the header of the first shard.
  ///
  /// `isStopped` is asked while the input is waited for; once it returns true, reading ends.
  public init(
    _ descriptor: Int32, isStopped: @escaping @Sendable () -> Bool = { Interruption.isRequested }
  ) throws {
    input = ShardInput(descriptor, isStopped: isStopped)
    guard let mark = try input.mark() else {
      throw ShardError(
        "There is no shard: 'shakeout assemble' reads the files of 'shakeout shard' from standard "
          + "input, one behind the other.")
    }
    let header = try Self.header(&input, mark, name: "The first shard")
    try header.identity.checkProgram(in: "The first shard")
    (identity, promised, hashes) = (header.identity, header.batches, [header.hash])
    try checkNext(promised.lowerBound)
  }

  /// Whether the shards carry the lines of the run's plan.
  public var carriesPlan: Bool { identity.recordedPlan != .nothing }

  private struct Header {
    var identity: ShardIdentity
    var batches: Range<Int>
    var hash: [UInt8]
  }

  private static func header(
    _ input: inout ShardInput, _ mark: [UInt8], name: String
  ) throws -> Header {
    guard mark == ShardFormat.headerMark else {
      throw ShardError(
        "\(name) does not begin as the files of 'shakeout shard' do, at byte \(input.partStart).")
    }
    let (content, hash) = try input.part(
      mark, indexed: false, max: ShardFormat.headerBytesMax, name: "the header of a shard")
    guard let json = try? JSONReader().read(content.bytes), let first = json["first"]?.integer(),
      let count = json["count"]?.integer(), first >= 0, count >= 0, let run = json["run"]
    else { throw ShardError("\(name) has an unreadable header.") }
    let identity = try ShardIdentity(run, in: name)
    guard first <= identity.batchCount, count <= identity.batchCount - first else {
      throw ShardError(
        "\(name) announces \(count) batches from \(first) on, and its run has "
          + "\(identity.batchCount).")
    }
    return Header(identity: identity, batches: first..<first + count, hash: hash)
  }

  // MARK: Batches

  /// The next batch; nil after the last one of the run.
  func nextBatch() throws -> BatchFrame? {
    while promised.isEmpty {
      try endShard()
      guard try beginShard() else { return nil }
    }
    guard let mark = try input.mark() else { throw input.truncated("batch \(next)") }
    guard mark == ShardFormat.frameMark else {
      throw ShardError(
        mark == ShardFormat.trailerMark || mark == ShardFormat.headerMark
          ? "Batch \(next) is missing: its shard has other parts where it should be."
          : "Batch \(next) is damaged: other bytes stand before it, at byte \(input.partStart).")
    }
    let (content, hash) = try input.part(
      mark, indexed: true, max: ShardFormat.frameBytesMax, name: "batch \(next)")
    try checkNext(content.index)
    hashes.append(hash)
    promised.removeFirst()
    next += 1
    do {
      return try BatchFrame(content.bytes)
    } catch {
      // The bytes are those that were written, so no one who writes shards wrote them.
      throw ShardError("Batch \(next - 1) cannot be read: \(error)")
    }
  }

  /// Reads the trailer of the current shard.
  private func endShard() throws {
    let name = "the end of the shard before batch \(next)"
    guard let mark = try input.mark() else { throw input.truncated(name) }
    if mark == ShardFormat.frameMark {
      let (content, _) = try input.part(
        mark, indexed: true, max: ShardFormat.frameBytesMax, name: name)
      try checkNext(content.index)
      throw ShardError("Batch \(content.index) is one more than its shard announces.")
    }
    guard mark == ShardFormat.trailerMark else {
      throw ShardError("\(name.sentence) is damaged, at byte \(input.partStart).")
    }
    let count = try input.bytes(8, name)
    let hash = try input.bytes(ShardFormat.hashBytes, name)
    var expected: [UInt8] = []
    expected.append(number: UInt64(hashes.count - 1))
    guard count == expected, hash == ShardFormat.hash([mark + count] + hashes) else {
      throw ShardError("\(name.sentence) is damaged: its hash is not that of its batches.")
    }
  }

  /// Reads the header of the next shard; false at the end of the run.
  private func beginShard() throws -> Bool {
    let isComplete = next == identity.batchCount
    guard let mark = try input.mark() else {
      guard isComplete else {
        throw ShardError(
          "The shards end before batch \(next), and the run has batches 0 to "
            + "\(identity.batchCount - 1): a shard is missing at the end.")
      }
      return false
    }
    let name = "The shard behind batch \(next - 1)"
    let header = try Self.header(&input, mark, name: name)
    if let difference = header.identity.difference(from: identity) {
      throw ShardError("\(name) is of another run: \(difference).")
    }
    (promised, hashes) = (header.batches, [header.hash])
    if !promised.isEmpty { try checkNext(promised.lowerBound) }
    return true
  }

  /// Checks that a batch is the one whose turn it is.
  private func checkNext(_ index: Int) throws {
    if index < next {
      throw ShardError(
        "Batch \(index) comes twice, or too late: batch "
          + (next == identity.batchCount ? "\(next - 1) was the last." : "\(next) is the next."))
    }
    guard index == next else {
      throw ShardError(
        "Batch \(index) comes where batch \(next) should: a shard is missing, or the shards are "
          + "not in the order of their batches.")
    }
  }
}

extension ShardStream: BatchSource {
  func head(_ request: RunRequest) -> [UInt8]? {
    carriesPlan ? SimulatedBatches.head(of: request) : nil
  }

  func deliver(
    from first: Int, checkpoint: @escaping @Sendable () throws -> Void,
    take: (SimulationTotals, BatchOutcome) throws -> Void
  ) throws {
    precondition(first == next, "shards are read from their start")
    while let frame = try nextBatch() {
      try checkpoint()
      try take(frame.totals, frame.batch)
    }
  }
}

extension String {
  /// With a capital letter.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() }
}
