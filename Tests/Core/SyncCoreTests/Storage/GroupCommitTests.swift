import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("A server answers all requests that have arrived with one transaction")
struct GroupCommitTests {
  /// Three phones that have each drunk, and their requests.
  private static func arrived(
    _ fleet: Fleet
  ) throws -> OwnedArray<Request> {
    var requests = OwnedArray<Request>()
    for phone in fleet.phones.indices {
      try fleet.drinks(phone)
      var request = Request()
      fleet.phones[phone].install.replica.fill(
        &request, pushOperationsMax: 100, pageRowsMax: 100, now: fleet.now)
      requests.append(request)
    }
    return requests
  }

  /// The feed of a server that opens a journal.
  private static func rows(in log: Fleet.Log) throws -> [FeedRow] {
    try DurableServer.open(SimulatedServerStorage(on: log), settings: Fleet.settings)
      .core.rows(of: 0)
  }

  private static func blank(_ count: Int) -> OwnedArray<Response> {
    var responses = OwnedArray<Response>()
    for _ in 0..<count { responses.append(Response()) }
    return responses
  }

  @Test("with the same verdicts and the same journal as one after the other")
  func same() throws {
    let (together, alone) = (try Fleet(), try Fleet())
    let requests = try Self.arrived(together)
    _ = try Self.arrived(alone)
    let before = together.log.revision
    var responses = Self.blank(requests.count)
    var decided: [(request: Int, position: UInt32)] = []
    try together.server.respond(to: requests, now: together.now, into: &responses) {
      decided.append(($0, $2))
    }
    #expect(together.log.revision == before + 1)
    #expect(decided.map(\.request) == [0, 1, 2] && decided.map(\.position) == [0, 1, 2])

    var response = Response()
    for index in 0..<requests.count {
      try alone.server.respond(requests[index], now: together.now, into: &response) { _, _ in }
      // All requests came before all responses, and one page is cut behind the other's rows.
      let one = responses[index].rows.withElements { Array($0) }
      let other = response.rows.withElements { Array($0) }
      #expect(one == other && one.count == index + 1)
    }
    #expect(alone.log.revision == before + 3)
    let (one, other) = (try Self.rows(in: together.log), try Self.rows(in: alone.log))
    #expect(one == other && one.count == 3)
  }

  @Test("or with none: if that fails, nothing was decided and no one gets a response")
  func withheld() throws {
    let counted = try Self.run(StorageFault())
    let last = counted.calls
    #expect(last > 10)
    for call in counted.callsBefore + 1...last {
      for loss in StorageFault.Loss.allCases {
        let fault = StorageFault(.stopsBefore(loss), atCall: call)
        let ended = try Self.run(fault)
        #expect(ended.hasThrown)
        // The last call is the commit: all is there or nothing, as the medium has kept it.
        let rows = try Self.rows(in: ended.log).count
        #expect(rows == 0 || (call == last && rows == 3), "call \(call), \(loss)")
      }
    }
  }

  private static func run(_ fault: StorageFault) throws -> (
    log: Fleet.Log, callsBefore: Int, calls: Int, hasThrown: Bool
  ) {
    let fleet = try Fleet(fault: fault)
    let requests = try arrived(fleet)
    var responses = blank(requests.count)
    let before = fault.calls
    var heard = 0
    do {
      try fleet.server.respond(to: requests, now: fleet.now, into: &responses) { _, _, _ in
        heard += 1
      }
    } catch {
      #expect(heard == 0)
      // It responds to nothing before it is opened again.
      #expect(throws: StorageError.self) {
        var response = Response()
        try fleet.server.respond(requests[0], now: fleet.now, into: &response) { _, _ in }
      }
      return (fleet.log, before, fault.calls, true)
    }
    return (fleet.log, before, fault.calls, false)
  }

  @Test("and writes nothing where there is nothing to write")
  func nothing() throws {
    let fleet = try Fleet()
    let before = fleet.log.revision
    var requests = OwnedArray<Request>()
    for _ in 0..<2 {
      var request = Request()
      fleet.phones[0].install.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
      request.header.site = 99
      requests.append(request)
    }
    var responses = Self.blank(requests.count)
    try fleet.server.respond(to: requests, now: fleet.now, into: &responses) { _, _, _ in }
    #expect(responses[1].header.kind == .siteUnknown)
    #expect(fleet.log.revision == before)
  }
}
