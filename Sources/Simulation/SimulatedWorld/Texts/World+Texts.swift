import Base
import DomainCore
import Environment
import Properties
import SyncCore

// Where replicas and server have tables of texts of their own: commands get a device's handles, and
// what is reported gets the run's.
extension World {
  /// Commands as a device has them.
  @inline(never) func inTable(of replica: Int, _ commands: [Command]) -> [Command] {
    commands.map { inTable(of: replica, $0) }
  }

  @inline(never) func inTable(of replica: Int, _ command: Command) -> Command {
    guard let run = settings.texts, let own = fleet.replicas[replica].store.texts else {
      return command
    }
    return own.moved(command, from: run.table)
  }

  /// A device's operation as it is reported.
  @inline(__always) func reported(_ operation: Operation, by replica: Int) -> Operation {
    settings.hasOwnTexts ? readInRun(operation, by: replica) : operation
  }

  @inline(never) private func readInRun(_ operation: Operation, by replica: Int) -> Operation {
    guard let run = settings.texts, let own = fleet.replicas[replica].store.texts else {
      return operation
    }
    var reported = operation
    reported.fact = run.read(operation.fact, of: own)
    return reported
  }

  /// A row of the server as it is reported; `request` has brought it. The server keeps a newcomer's
  /// rejected row as the request has it.
  func reported(_ row: FeedRow, of scope: UInt32, by request: UInt32, isTurnedAway: Bool) -> FeedRow
  {
    guard let run = settings.texts, let texts = backend.server.scopes[Int(scope)].texts else {
      return row
    }
    var reported = row
    if !isTurnedAway {
      reported.operation.fact = run.read(row.operation.fact, of: texts)
      return reported
    }
    for index in 0..<network.requests[request].operations.count
    where network.requests[request].operations[index].sequence == row.operation.sequence {
      reported.operation.fact.payload =
        network.requests[request].operations[index].received(
          beside: network.requests[request].unknown, index
        ) { text, _ in run.handle(of: text) }.fact.payload
    }
    return reported
  }

  /// COST-1: the bytes beside the operations of an exchange and beside the rows that it has left.
  func textUse(of request: UInt32, _ response: UInt32, isTurnedAway: Bool) -> TextUse {
    var use = TextUse()
    let scope = Int(network.responses[response].header.scope)
    guard settings.hasOwnTexts, scope < backend.server.scopes.count,
      let texts = backend.server.scopes[scope].texts
    else { return use }
    let (operations, rows) = (
      network.requests[request].operations.count, network.responses[response].rows.count
    )
    use.received = Int64(network.requests[request].unknown.byteCount(ofOperations: 0..<operations))
    use.sent = Int64(network.responses[response].unknown.byteCount(ofOperations: 0..<rows))
    let kept = backend.decided.count - (isTurnedAway ? 1 : 0)
    let first = backend.server.scopes[scope].feed.count - kept
    for index in 0..<kept where backend.decided[index].verdict.refusal != .ownerDeleted {
      let fact = backend.decided[index].operation.fact
      // A category and a name of the same letters are two texts, and two equal names are one.
      let handles = fact.texts
      for (place, handle) in handles.enumerated()
      where handle != .empty && !handles[..<place].contains(handle) {
        use.kept += texts.bytes(of: handle).map { Self.fieldBytes(of: $0) } ?? 0
      }
      use.kept += Int64(
        backend.server.scopes[scope].unknown.byteCount(ofOperation: first + index))
    }
    return use
  }

  /// A field of a text has a number of two bytes, and its length before the letters.
  private static func fieldBytes(of text: [UInt8]) -> Int64 {
    Int64(2 + (text.count < 128 ? 1 : 2) + text.count)
  }
}

// Messages as bytes: what arrives is what the bytes of a message say.
extension World {
  mutating func readRequest(_ handle: UInt32) {
    let count = network.requests.read(handle, by: &network.writer)
    events.counters.bytes.requests += 1
    events.counters.bytes.inRequests += Int64(count)
    events.counters.bytes.operations += Int64(network.requests[handle].operations.count)
  }

  mutating func readResponse(_ handle: UInt32) {
    let count = network.readResponse(handle)
    events.counters.bytes.responses += 1
    events.counters.bytes.inResponses += Int64(count)
    events.counters.bytes.rows += Int64(network.responses[handle].rows.count)
  }
}

extension Network {
  /// Makes a response what its bytes say. Returns the number of bytes.
  fileprivate mutating func readResponse(_ handle: UInt32) -> Int {
    guard responses[handle].rows.count >= LargeResponses.rowsMin else {
      return responses.read(handle, by: &writer)
    }
    let replica = Int(responses.envelope(handle).replica)
    while largeResponses.count <= replica { largeResponses.append(LargeResponses()) }
    return largeResponses.change(replica) { known in
      responses.change(handle) { response in
        known.read(&response) { $0.read(by: &writer) }
      }
    }
  }

  /// The operations of a request as they are reported.
  func operations(ofRequest handle: UInt32) -> [Operation] {
    let run = settings.texts
    return (0..<requests[handle].operations.count).map { index in
      let operation = requests[handle].operations[index]
      guard let run else { return operation }
      return operation.received(beside: requests[handle].unknown, index) { text, _ in
        run.handle(of: text)
      }
    }
  }

  /// The rows of a response as they are reported.
  func rows(ofResponse handle: UInt32) -> [FeedRow] {
    let run = settings.texts
    return (0..<responses[handle].rows.count).map { index in
      var row = responses[handle].rows[index]
      guard let run else { return row }
      row.operation = row.operation.received(beside: responses[handle].unknown, index) { text, _ in
        run.handle(of: text)
      }
      return row
    }
  }
}

/// A message that can be written as bytes and read again.
private protocol WireMessage: ~Copyable {
  borrowing func encode(into writer: inout WireWriter)
  mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireError)
}

extension Request: WireMessage {}
extension Response: WireMessage {}

extension WireMessage where Self: ~Copyable {
  /// Becomes what its bytes say. Returns the number of bytes.
  fileprivate mutating func read(by writer: inout WireWriter) -> Int {
    encode(into: &writer)
    do throws(WireError) {
      try writer.bytes.withElements { (bytes) throws(WireError) in try decode(bytes) }
    } catch {
      preconditionFailure("a message of this program can be read: \(error)")
    }
    return writer.bytes.count
  }
}

extension MessagePool where Message: WireMessage & ~Copyable {
  /// Returns the number of bytes.
  fileprivate mutating func read(_ handle: UInt32, by writer: inout WireWriter) -> Int {
    self[handle].read(by: &writer)
  }
}
