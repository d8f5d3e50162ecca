import Base
import Chronology
import DomainCore

@testable import SyncCore

/// A request in flight, as a value that tests keep, change and deliver any number of times.
struct Asked: Equatable {
  var header: RequestHeader
  var operations: [Operation]

  init(_ request: borrowing Request) {
    header = request.header
    operations = request.operations.withElements { Array($0) }
  }

  /// The message that it represents.
  func message() -> Request {
    var request = Request()
    request.header = header
    for operation in operations { request.operations.append(operation) }
    return request
  }
}

/// A response in flight.
struct ChangedResponse: Equatable {
  var header: ResponseHeader
  var rows: [FeedRow]
  var founders: [Member]
  var firstDay: LocalDay
  var dayCapacity: UInt32

  init(_ response: borrowing Response) {
    header = response.header
    rows = response.rows.withElements { Array($0) }
    founders = response.founders.withElements { Array($0) }
    firstDay = response.firstDay
    dayCapacity = response.dayCapacity
  }

  var kind: ResponseKind { header.kind }

  /// The message that it represents.
  func message() -> Response {
    var response = Response()
    response.header = header
    for row in rows { response.rows.append(row) }
    for founder in founders { response.founders.append(founder) }
    response.firstDay = firstDay
    response.dayCapacity = dayCapacity
    return response
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
  /// Responds to a request, passed as a value or as bytes, both ways.
  mutating func responded(
    _ request: Asked, now: Instant, asBytes: Bool = false, committed: (FeedRow) -> Void = { _ in }
  ) -> ChangedResponse {
    var response = Response()
    guard asBytes else {
      self.respond(request.message(), now: now, into: &response) { row, _ in committed(row) }
      return ChangedResponse(response)
    }
    do throws(WireError) {
      // Both forms come up, as with apps of two versions.
      let form: WireForm = request.header.position % 3 == 0 ? .fields : .compact
      let arrived = try Wire.request(Wire.bytes(request.message(), as: form))
      self.respond(arrived, now: now, into: &response) { row, _ in committed(row) }
      precondition(response.form == form, "a response has the form of its request")
      return ChangedResponse(try Wire.respond(Wire.bytes(response, as: form)))
    } catch {
      preconditionFailure("written bytes can be read: \(error)")
    }
  }
}
