import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import SimulatedWorld

@Suite("A large response that comes again")
struct LargeResponsesTests {
  /// Counts the readings, each of which makes a response another one.
  private struct Reader: ~Copyable {
    var known = LargeResponses()
    var readings = 0

    mutating func read(_ response: inout Response) -> Int {
      known.read(&response) {
        readings += 1
        $0.header.signIns += 1
        return 1_000 + readings
      }
    }
  }

  private static func response() -> Response {
    var response = Response()
    response.header = ResponseHeader(.snapshot, site: 7, scope: 0, to: 40, end: 40)
    for row in ManyRows.glasses(40) { response.rows.append(row) }
    response.founders.append(Member(role: .parent, born: SmallWorld.firstDay))
    return response
  }

  @Test("is what it was the first time, and is not read")
  func again() {
    var reader = Reader()
    var first = Self.response()
    var second = Self.response()
    let counts = (reader.read(&first), reader.read(&second))
    #expect(counts == (1_001, 1_001))
    let (isSame, readings) = (first.isSame(as: second), reader.readings)
    #expect(isSame && readings == 1)
  }

  @Test("is known also after a copy of it has arrived twice")
  func twice() {
    var reader = Reader()
    var first = Self.response()
    let counts = (reader.read(&first), reader.read(&first))
    #expect(counts == (1_001, 1_002))
    var second = Self.response()
    let (count, readings) = (reader.read(&second), reader.readings)
    #expect(count == 1_001 && readings == 2)
  }

  @Test("is read if it differs in anything", arguments: 0..<9)
  func differs(change: Int) {
    var reader = Reader()
    var first = Self.response()
    var second = Self.response()
    switch change {
    case 0: second.header.site = 8
    case 1: second.rows[39].operation.fact.payload.first ^= 1
    case 2: second.dayCapacity = 1
    case 3: second.firstDay.number += 1
    case 4: second.founders[0].role = .child
    case 5: second.form = .fields
    case 6: second.unknownFields.append(1)
    case 7: second.unknown.keep(.init(operation: [1]), ofRow: 3)
    default: _ = second.rows.removeLast()
    }
    _ = reader.read(&first)
    _ = reader.read(&second)
    let readings = reader.readings
    #expect(readings == 2)
  }
}

/// Rows of a feed in which a parent drinks a glass each minute.
enum ManyRows {
  static func glasses(_ count: Int, of member: UInt16 = 0) -> [FeedRow] {
    (0..<count).map { number in
      let time = SmallWorld.noon() + Int64(number) * Span.minute
      let fact = Fact(
        command: SmallWorld.glass(of: member),
        version: Version(stamp: UInt64(time.milliseconds) << 16, site: 7),
        sequence: UInt32(number + 1), author: MemberHandle(member), day: SmallWorld.firstDay,
        zone: .utc)
      return FeedRow(
        operation: SyncCore.Operation(fact: fact, basis: 0, scope: 0, followers: 0),
        verdict: Verdict(.changed), digest: .zero, committed: time)
    }
  }
}
