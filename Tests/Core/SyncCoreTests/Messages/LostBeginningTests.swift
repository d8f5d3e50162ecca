import Base
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("A device that has lost what its copy began with")
struct LostBeginningTests {
  @Test(
    "P5: gets a snapshot under a new epoch, and no rows to fold",
    arguments: [0, ReplicaHead.digestOfLostBeginning])
  func asksFromTheStart(digest: UInt64) throws {
    let fleet = try Fleet()
    try fleet.drinks(0)
    try fleet.exchange(0)
    let epoch = fleet.server.core.sites[1].epoch
    var request = Request()
    var response = Response()
    request.header = RequestHeader(
      site: 1, scope: 0, epoch: epoch, position: 0, pageRowsMax: 100, digest: digest)
    try fleet.server.respond(request, now: fleet.now, into: &response) { _, _ in }
    let (kind, next, rows) = (response.header.kind, response.header.epoch, response.rows.count)
    #expect(kind == (digest == 0 ? .page : .snapshot))
    #expect(next == (digest == 0 ? epoch : epoch + 1) && rows == 1)
  }
}
