import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("A message as bytes")
struct WireTests {
  // MARK: Round trips

  @Test("is read back unchanged, whatever its content, in reused memory")
  func roundTrips() throws {
    var samples = SampleMessages(seed: 11)
    var request = Request()
    var response = Response()
    for number in 0..<2_000 {
      let sent = samples.request()
      try Wire.decode(Wire.bytes(sent), into: &request)
      try #require(Asked(request) == Asked(sent), "request \(number)")
      let given = samples.respond()
      try Wire.decode(Wire.bytes(given), into: &response)
      try #require(ChangedResponse(response) == ChangedResponse(given), "answer \(number)")
    }
  }

  @Test("needs bytes only for its non-zero fields")
  func empty() throws {
    #expect(Wire.bytes(Request()) == [2, 1])
    #expect(Wire.bytes(Response()) == [2, 2])
    #expect(Asked(try Wire.request([2, 1])) == Asked(Request()))
    #expect(ChangedResponse(try Wire.respond([2, 2])) == ChangedResponse(Response()))
  }

  @Test(
    "has room for a long operation as well as a short one", arguments: [0, 60, 100, 130, 20_000])
  func lengths(extra: Int) throws {
    var samples = SampleMessages(seed: 12)
    var request = Request()
    for index in 0..<3 {
      request.operations.append(samples.operation())
      let field = Wire.block(99, Array(repeating: UInt8(index), count: extra))
      field.withUnsafeBufferPointer { request.unknown.keep($0, of: .operation, index) }
    }
    let bytes = Wire.bytes(request)
    let back = try Wire.request(bytes)
    #expect(Asked(back) == Asked(request) && Wire.bytes(back) == bytes)
  }

  @Test("may have its fields in any order, and of a repeated one the last counts")
  func order() throws {
    let request = try Wire.request(
      [2, 1] + Wire.number(6, 50) + Wire.number(2, 9) + Wire.number(3, 4) + Wire.number(2, 8))
    #expect(request.header.site == 8 && request.header.pageRowsMax == 50)
    #expect(request.header.scope == 4 && request.header.position == 0)
  }

  // MARK: Errors

  /// The error in bytes that are read as a request.
  func error(_ bytes: [UInt8]) -> WireError? {
    do throws(WireError) {
      _ = try Wire.request(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("truncated anywhere is an error or a shorter message, and never more than that")
  func cutOff() throws {
    var samples = SampleMessages(seed: 13)
    var whole = Request()
    for _ in 0..<3 { whole.operations.append(samples.operation()) }
    let bytes = Wire.bytes(whole)
    var shorter = 0
    for count in 0..<bytes.count {
      do throws(WireError) {
        let request = try Wire.request(Array(bytes[..<count]))
        #expect(request.operations.count < 3)
        shorter += 1
      } catch {
        #expect(error.problem == .cutOff && error.offset <= count)
      }
    }
    #expect(shorter == 3, "after the first two bytes, and after each operation but the last")
  }

  static let wrong: [(bytes: [UInt8], offset: Int, problem: WireError.Problem)] = [
    ([], 0, .cutOff),
    ([1], 1, .cutOff),
    ([1, 1], 0, .formUnknown(1)),
    ([4, 1], 0, .formUnknown(4)),
    ([2, 2], 1, .otherMessage(2)),
    ([2, 0], 1, .otherMessage(0)),
    ([2, 1, 0x08], 3, .cutOff),
    ([2, 1, 0x10, 0x80], 4, .cutOff),
    ([2, 1, 0x00, 0x00], 2, .fieldNumber(0)),
    ([2, 1] + Wire.number(1 << 32, 0), 2, .fieldNumber(1 << 32)),
    ([2, 1, 0x13], 2, .typeUnknown(3)),
    ([2, 1, 0x17], 2, .typeUnknown(7)),
    ([2, 1, 0x10] + Array(repeating: 0xFF, count: 9) + [0x02], 3, .numberTooLong),
    ([2, 1, 0x10] + Array(repeating: 0x80, count: 30), 3, .numberTooLong),
    ([2, 1] + Wire.fixed(2, 5), 2, .otherType(field: 2)),
    ([2, 1] + Wire.block(6, [1]), 2, .otherType(field: 6)),
    ([2, 1] + Wire.number(7, 0), 2, .otherType(field: 7)),
    ([2, 1] + Wire.number(2, 1 << 32), 2, .tooGreat(field: 2)),
    ([2, 1] + Wire.number(5, .max), 2, .tooGreat(field: 5)),
    ([2, 1] + Wire.number(1, 3), 2, .valueUnknown(field: 1, 3)),
    ([2, 1] + Wire.number(1, 256), 2, .valueUnknown(field: 1, 256)),
    ([2, 1, 0x39, 1, 2, 3], 6, .cutOff),
    ([2, 1, 0x3A, 5, 1], 5, .cutOff),
    ([2, 1] + Wire.block(7, []), 4, .missing(field: 5)),
    (
      [2, 1] + Wire.block(7, Wire.number(5, 42) + Wire.number(13, 65_536)), 6, .tooGreat(field: 13)
    ),
    (
      [2, 1] + Wire.block(7, Wire.number(5, 42) + Wire.number(10, 1 << 33)), 6, .tooGreat(field: 10)
    ),
    ([2, 1] + Wire.block(7, Wire.number(5, 65_536)), 4, .tooGreat(field: 5)),
    ([2, 1] + Wire.block(7, Wire.number(5, 42) + Wire.block(17, [0xC3])), 6, .textInvalid),
    (
      [2, 1] + Wire.block(7, Wire.number(5, 42) + (0..<5).flatMap { _ in Wire.block(17, []) }), 18,
      .textsTooMany
    ),
  ]

  @Test("that is invalid causes an error with the byte and the problem", arguments: wrong.indices)
  func errors(index: Int) {
    let (bytes, offset, problem) = Self.wrong[index]
    #expect(error(bytes) == WireError(problem, at: offset))
  }

  @Test("of a response causes the same errors, also in rows and founders")
  func errorsOfAnswers() {
    let kind = Wire.number(5, 42)
    let wrong: [(fields: [UInt8], problem: WireError.Problem)] = [
      (Wire.number(1, 7), .valueUnknown(field: 1, 7)),
      (Wire.number(10, 256), .tooGreat(field: 10)),
      (Wire.block(14, []), .missing(field: 1)),
      (Wire.block(14, Wire.block(1, kind) + Wire.number(2, 3)), .valueUnknown(field: 2, 3)),
      (Wire.block(14, Wire.block(1, kind) + Wire.number(1, 3)), .otherType(field: 1)),
      (Wire.block(14, Wire.block(1, kind) + Wire.number(6, 1)), .impossible),
      (Wire.block(14, Wire.block(1, kind) + Wire.number(6, 1 << 50)), .impossible),
      (Wire.block(14, Wire.block(1, Wire.number(5, 41) + Wire.fixed(7, 4))), .impossible),
      (Wire.block(13, Wire.number(1, 6)), .valueUnknown(field: 1, 6)),
      (Wire.block(13, Wire.number(3, 2)), .tooGreat(field: 3)),
    ]
    for (fields, problem) in wrong {
      do throws(WireError) {
        _ = try Wire.respond([2, 2] + fields)
        Issue.record("\(problem) was not found")
      } catch {
        #expect(error.problem == problem)
      }
    }
  }

  @Test("leaves nothing of itself behind when it is invalid")
  func nothingLeft() throws {
    var samples = SampleMessages(seed: 14)
    var request = Request()
    var response = Response()
    request.operations.append(samples.operation())
    response.rows.append(samples.row())
    response.founders.append(samples.founder())
    let asked = Wire.bytes(request) + Wire.number(77, 1)
    let responded = Wire.bytes(response) + Wire.number(77, 1)
    #expect(throws: WireError.self) { try Wire.decode(asked + [0], into: &request) }
    #expect(throws: WireError.self) { try Wire.decode(responded + [0], into: &response) }
    #expect(Wire.bytes(request) == [2, 1] && Wire.bytes(response) == [2, 2])
  }

  @Test("describes its error in a sentence")
  func sentences() throws {
    #expect(error([2, 1, 0x08])?.description == "At byte 3: the message ends inside a field.")
    let sentences = Self.wrong.compactMap { error($0.bytes)?.description }
    #expect(sentences.count == Self.wrong.count)
    #expect(sentences.allSatisfy { $0.hasPrefix("At byte ") && $0.hasSuffix(".") })
  }
}
