import Base
import Chronology
import DomainCore

@testable import SyncCore

/// A request on its way, as a value that tests keep, change and hand over as often as they like.
struct Asked: Equatable {
  var header: RequestHeader
  var operations: [Operation]

  init(_ request: borrowing Request) {
    header = request.header
    operations = request.operations.withElements { Array($0) }
  }

  /// The message that it stands for.
  func message() -> Request {
    var request = Request()
    request.header = header
    for operation in operations { request.operations.append(operation) }
    return request
  }
}

/// An answer on its way.
struct Answered: Equatable {
  var header: AnswerHeader
  var rows: [FeedRow]
  var founders: [Member]
  var firstDay: LocalDay
  var dayCapacity: UInt32

  init(_ answer: borrowing Answer) {
    header = answer.header
    rows = answer.rows.withElements { Array($0) }
    founders = answer.founders.withElements { Array($0) }
    firstDay = answer.firstDay
    dayCapacity = answer.dayCapacity
  }

  var kind: AnswerKind { header.kind }

  /// The message that it stands for.
  func message() -> Answer {
    var answer = Answer()
    answer.header = header
    for row in rows { answer.rows.append(row) }
    for founder in founders { answer.founders.append(founder) }
    answer.firstDay = firstDay
    answer.dayCapacity = dayCapacity
    return answer
  }
}

extension Replica where Storage: ~Copyable {
  func asked(pushMax: Int = 100, pageMax: UInt32 = 100, now: Instant? = nil) -> Asked {
    var request = Request()
    fill(&request, pushOperationsMax: pushMax, pageRowsMax: pageMax, now: now)
    return Asked(request)
  }
}

extension Server {
  /// Answers a request, handed over as a value or as bytes, both ways.
  mutating func answered(
    _ request: Asked, now: Instant, asBytes: Bool = false, committed: (FeedRow) -> Void = { _ in }
  ) -> Answered {
    var answer = Answer()
    guard asBytes else {
      self.answer(request.message(), now: now, into: &answer) { row, _ in committed(row) }
      return Answered(answer)
    }
    do throws(WireError) {
      let arrived = try Wire.request(Wire.bytes(request.message()))
      self.answer(arrived, now: now, into: &answer) { row, _ in committed(row) }
      return Answered(try Wire.answer(Wire.bytes(answer)))
    } catch {
      preconditionFailure("what was written can be read: \(error)")
    }
  }
}
