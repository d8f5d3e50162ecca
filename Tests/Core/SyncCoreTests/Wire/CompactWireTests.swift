import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("A message in the compact form")
struct CompactWireTests {
  // MARK: Round trips

  /// A response as it is after the way: of the digests only that of the last row is sent.
  static func sent(_ response: borrowing Response) -> ChangedResponse {
    var sent = ChangedResponse(response)
    for index in sent.rows.indices {
      let isLast = index == sent.rows.count - 1
      sent.rows[index].digest = Digest128(
        first: isLast ? sent.rows[index].digest.first : 0, second: 0)
    }
    return sent
  }

  static func unknown(_ message: borrowing UnknownFields, count: Int) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for place in 0..<count {
      let row = message.ofRow(place)
      found += [row.operation, row.row]
    }
    return found
  }

  @Test("is read back unchanged, whatever its content, in reused memory")
  func roundTrips() throws {
    var samples = SampleMessages(seed: 31)
    var request = Request()
    var response = Response()
    for number in 0..<2_000 {
      let sent = samples.request()
      try Wire.decode(Wire.bytes(sent, as: .compact), into: &request)
      try #require(Asked(request) == Asked(sent), "request \(number)")
      let count = request.operations.count
      #expect(request.form == .compact && request.zonePlace == sent.zonePlace)
      let fields = Self.unknown(request.unknown, count: count)
      #expect(fields == Self.unknown(sent.unknown, count: count))
      let given = samples.respond()
      try Wire.decode(Wire.bytes(given, as: .compact), into: &response)
      try #require(ChangedResponse(response) == Self.sent(given), "answer \(number)")
    }
  }

  /// Operations as people submit them: runs of the same site, some of them changed in one place.
  static func runs(_ samples: inout SampleMessages, count: Int) -> [SyncCore.Operation] {
    let kinds: [FactKind] = [
      .waterLogged, .mealLogged, .completionSet, .wellnessSet, .favoriteMealSet, .habitCreated,
      .dutyClaimed, .goalProgressSet,
    ]
    var operation = samples.operation()
    return (0..<count).map { _ in
      operation.fact.sequence &+= 1
      operation.fact.version.stamp &+= 1
      let fact = Fact(
        command: Command(kinds[samples.below(kinds.count)], subject: operation.fact.author),
        version: operation.fact.version, sequence: operation.fact.sequence,
        author: operation.fact.author, day: operation.fact.day, zone: .utc)
      let (zone, payload) = (operation.fact.zone, operation.fact.payload)
      operation.fact = fact
      operation.fact.zone = zone
      operation.fact.payload = payload
      operation.fact.payload.first ^= UInt64(samples.below(4)) << UInt64(samples.below(62))
      operation.fact.payload.second ^= UInt64(samples.below(2)) << UInt64(samples.below(63))
      let any = samples.operation()
      switch samples.below(24) {
      case 0: operation.fact.version.site = any.site
      case 1: operation.fact.sequence = any.sequence
      case 2: operation.fact.version.stamp = any.fact.version.stamp
      case 3: operation.fact.day = any.fact.day
      case 4: operation.fact.author = any.fact.author
      case 5: operation.fact.zone = any.fact.zone
      case 6: operation.basis = any.basis
      case 7: operation.fact.entity = any.fact.entity
      case 8: operation.fact.subject = any.fact.subject
      case 9: operation.followers = any.followers
      case 10: operation.fact.claimed = any.fact.claimed
      case 11: operation.scope = any.scope
      case 12: operation.fact.entity = Entity(site: operation.site, sequence: any.sequence)
      case 13: operation.fact.payload = any.fact.payload
      default: break
      }
      return operation
    }
  }

  @Test("has the same operations after the way, where each is like the one before")
  func longRuns() throws {
    var samples = SampleMessages(seed: 32)
    for _ in 0..<300 {
      var request = samples.request()
      request.operations.removeAll()
      var response = samples.respond()
      response.rows.removeAll()
      response.unknown.clear()
      for operation in Self.runs(&samples, count: 60) {
        request.operations.append(operation)
        var row = FeedRow(
          operation: operation, verdict: Verdict(.changed), digest: .zero,
          committed: Instant(milliseconds: Int64(samples.below(3))))
        if !row.isPossible { row.verdict = Verdict(.memberRemoved) }
        response.rows.append(row)
      }
      let asked = try Wire.request(Wire.bytes(request, as: .compact))
      try #require(Asked(asked) == Asked(request))
      let responded = try Wire.respond(Wire.bytes(response, as: .compact))
      try #require(ChangedResponse(responded) == Self.sent(response))
    }
  }

  @Test("P19: keeps the fields of later versions in every part of a message")
  func unknownFields() throws {
    let newer = UnknownTests.newer
    var samples = SampleMessages(seed: 33)
    var request = samples.request()
    request.operations.append(samples.operation())
    let place = request.operations.count - 1
    newer.withUnsafeBufferPointer { request.unknown.keep($0, of: .operation, place) }
    newer.withUnsafeBufferPointer { request.unknownFields.append($0) }
    let asked = try Wire.request(Wire.bytes(request, as: .compact))
    #expect(asked.unknown.ofRow(place).operation == newer)
    #expect(asked.unknownFields.withElements { Array($0) } == newer)
    var response = samples.respond()
    response.rows.append(samples.row())
    response.founders.append(samples.founder())
    let (row, founder) = (response.rows.count - 1, response.founders.count - 1)
    for part in [UnknownFields.Part.row, .operation] {
      newer.withUnsafeBufferPointer { response.unknown.keep($0, of: part, row) }
    }
    newer.withUnsafeBufferPointer { response.unknown.keep($0, of: .founder, founder) }
    let responded = try Wire.respond(Wire.bytes(response, as: .compact))
    #expect(responded.unknown.ofRow(row).row == newer)
    #expect(responded.unknown.ofRow(row).operation == newer)
    var kept: [UInt8] = []
    responded.unknown.withFields(of: .founder, founder) { kept = Array($0) }
    #expect(kept == newer)
  }

  @Test("P19: passes a kind of fact on that only a later version knows")
  func unknownKind() throws {
    var request = Request()
    var samples = SampleMessages(seed: 34)
    for kind in [300, 15, 65_535] as [UInt16] {
      var operation = samples.operation()
      operation.fact.kind = .unknown
      operation.unknownKind = kind
      request.operations.append(operation)
    }
    let read = try Wire.request(Wire.bytes(request, as: .compact))
    #expect(Asked(read) == Asked(request))
    #expect(read.operations[0].unknownKind == 300)
  }

  // MARK: Sizes

  /// A family's day: what one phone sends, and what another one gets.
  struct Day: ~Copyable {
    var push = Request()
    var page = Response()

    init(operations: Int) throws {
      let world = World()
      let phone = world.device(of: World.mother)
      for number in 0..<operations {
        try phone.drinks(tenthOunces: UInt16(40 + number % 50))
        if number % 20 == 19 { world.passes(Span.hour) }
      }
      push = phone.asks(pushMax: operations).message()
      world.exchange(phone, pushMax: operations)
      page = world.serve(
        world.device(of: World.father).asks(pageMax: UInt32(operations))
      ).message()
    }
  }

  @Test("has few bytes: a push of 100 operations, a page of them, and an answer with nothing")
  func sizes() throws {
    let day = try Day(operations: 100)
    let counts = [day.push.operations.count, day.page.rows.count]
    try #require(counts == [100, 100])
    let (push, page) = (Wire.bytes(day.push, as: .compact), Wire.bytes(day.page, as: .compact))
    #expect(push.count < 10 * 100, "\(push.count) bytes of a push")
    #expect(page.count < 10 * 100, "\(page.count) bytes of a page")
    let fields = [Wire.bytes(day.push).count, Wire.bytes(day.page).count]
    #expect(fields[0] > 4 * push.count && fields[1] > 6 * page.count, "\(fields)")
    var nothing = Response()
    nothing.header = ResponseHeader(
      site: 12, scope: 5, sequenceDecided: 800, epoch: 1, from: 9_000, to: 9_000, end: 9_000)
    #expect(Wire.bytes(nothing, as: .compact).count == 8)
  }

  @Test("of a response has the form of its request")
  func negotiation() throws {
    let world = World()
    let phone = world.device(of: World.mother)
    try phone.drinks(tenthOunces: 10)
    for form in WireForm.allCases {
      let asked = try Wire.request(Wire.bytes(phone.asks().message(), as: form))
      var response = Response()
      world.server.respond(asked, now: world.now, into: &response) { _, _ in }
      var writer = WireWriter()
      response.encode(into: &writer)
      #expect(writer.bytes[0] == form.rawValue && response.form == form)
    }
    #expect(Request().form == .compact)
  }

  @Test("has the digest after the last row of a page, and a copy compares it in its next request")
  func digest() throws {
    let day = try Day(operations: 12)
    let read = try Wire.respond(Wire.bytes(day.page, as: .compact))
    let (sent, last) = (day.page.rows[11].digest, read.rows[11].digest)
    #expect(sent.first != 0 && last == Digest128(first: sent.first, second: 0))
    for index in 0..<11 { #expect(read.rows[index].digest == .zero) }
    // A copy that differs gets a snapshot.
    let world = World()
    let phone = world.device(of: World.mother)
    try phone.drinks(tenthOunces: 10)
    world.exchange(phone)
    var asked = phone.asks()
    #expect(world.serve(asked).kind == .page)
    asked.header.digest ^= 1
    #expect(world.serve(asked).kind == .snapshot)
  }

  // MARK: Errors

  func error(_ bytes: [UInt8], isResponse: Bool = false) -> WireError? {
    do throws(WireError) {
      if isResponse { _ = try Wire.respond(bytes) } else { _ = try Wire.request(bytes) }
      return nil
    } catch {
      return error
    }
  }

  /// A request with one part, and before it five numbers of one byte.
  static func asked(_ parts: UInt8, _ rest: [UInt8]) -> [UInt8] {
    [3, 1 | parts << 2, 1, 0, 0, 0, 0] + rest
  }

  /// A response with rows, and before them four numbers of one byte.
  static func paged(_ rest: [UInt8]) -> [UInt8] { [3, 2 | 32 << 2, 1, 0, 0, 0] + rest }

  static let wrong: [(bytes: [UInt8], offset: Int, problem: WireError.Problem)] = [
    ([3], 1, .cutOff),
    ([3, 2], 1, .otherMessage(2)),
    ([3, 1], 2, .cutOff),
    (asked(0, [0]), 7, .fieldNumber(0)),
    ([3, 1] + Wire.number(1 << 32), 2, .tooGreat(field: 2)),
    (asked(2, [1, 2, 3]), 10, .cutOff),
    (asked(32, []), 7, .cutOff),
    (asked(32, [1]), 8, .cutOff),
    // More operations than any device sends, in few bytes.
    (asked(32, Wire.number(1 << 17 + 1)), 7, .tooGreat(field: 7)),
    (asked(32, Wire.number(.max)), 7, .tooGreat(field: 7)),
    (asked(32, [1, 7, 0]), 8, .missing(field: 5)),
    (asked(32, [1, 7] + Wire.number(65_536)), 9, .tooGreat(field: 5)),
    // The time before 1970, and a site below zero.
    (asked(32, [1, 0x40, 0, 1]), 10, .tooGreat(field: 4)),
    (asked(32, [1, 0x40, 1, 3]), 10, .tooGreat(field: 1)),
    // Times of a server, a verdict, and fields of a row are not in a request.
    (asked(32, [1, 0x40, 0x80]), 9, .valueUnknown(field: 6, 0x80)),
    (asked(32, [1, 0x80, 0x20]), 9, .valueUnknown(field: 2, 0x20)),
    // An entity before the first.
    (asked(32, [1, 0x20, 12]), 9, .tooGreat(field: 7)),
    (asked(32, [1, 0x18] + Wire.number(65_536)), 9, .tooGreat(field: 8)),
    // A field of the operation itself beside it, which a reader of form 2 would believe.
    (asked(32, [1, 0x80, 0x40, 2, 0x08, 9]), 11, .fieldNumber(1)),
    (asked(32, [1, 0x80, 0x40, 4] + Wire.block(17, [0xC3])), 11, .textInvalid),
  ]

  @Test("that is invalid causes an error with the byte and the problem", arguments: wrong.indices)
  func errors(index: Int) {
    let (bytes, offset, problem) = Self.wrong[index]
    #expect(error(bytes) == WireError(problem, at: offset))
  }

  @Test("of a response that is invalid causes an error as well")
  func errorsOfResponses() {
    let wrong: [(bytes: [UInt8], problem: WireError.Problem)] = [
      (Self.paged([0]), .missing(field: 14)), (Self.paged([200, 1, 0]), .cutOff),
      // Without the digest of the page.
      (Self.paged([1, 0]), .cutOff),
      (Self.paged([1, 0x80, 0x20, 3, 0]), .valueUnknown(field: 2, 3)),
      (Self.paged([1, 0x80, 0x80, 2, 0x08, 9]), .fieldNumber(1)),
      // Committed before 1970.
      (Self.paged([1, 0x40, 0x80, 0, 1]), .impossible),
    ]
    for (bytes, problem) in wrong {
      #expect(error(bytes, isResponse: true)?.problem == problem, "\(bytes)")
    }
  }

  @Test("truncated anywhere is an error, and never a crash")
  func cutOff() throws {
    let day = try Day(operations: 30)
    let (push, page) = (Wire.bytes(day.push, as: .compact), Wire.bytes(day.page, as: .compact))
    for count in 0..<push.count {
      #expect(error(Array(push[..<count]))?.problem == .cutOff)
    }
    for count in 0..<page.count {
      #expect(error(Array(page[..<count]), isResponse: true)?.problem == .cutOff)
    }
  }

  @Test("leaves nothing of itself behind when it is invalid")
  func nothingLeft() throws {
    var request = Request()
    let day = try Day(operations: 3)
    #expect(throws: WireError.self) {
      try Wire.decode(Wire.bytes(day.push, as: .compact) + [0], into: &request)
    }
    #expect(Asked(request) == Asked(Request()))
  }
}
