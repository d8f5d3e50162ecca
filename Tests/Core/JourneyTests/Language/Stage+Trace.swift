import Base
import DomainCore
import SyncCore
import TestKit
import Testing

// The traces are in docs/journeys; `RECORD=1 swift test --filter JourneyTests` rewrites them.
extension Stage {
  /// All devices become up to date and agree; then the trace must be the committed one.
  func ends(_ identifier: String, at location: SourceLocation = #_sourceLocation) throws {
    for device in devices where !device.isOnline { device.comesOnline("the journey ends") }
    for scope in 0..<server.scopes.count {
      for device in devices where device.has(UInt32(scope)) { device.exchange(UInt32(scope)) }
      for device in devices where device.has(UInt32(scope)) {
        #expect(device.agrees(UInt32(scope)), "\(device.name) and the server differ")
      }
    }
    media.ends(on: self)
    let text = (["\(identifier) \(title)"] + lines).joined(separator: "\n") + "\n"
    let difference = try CommittedFile.difference(
      of: text, from: "docs/journeys/\(identifier).txt")
    #expect(difference == nil, sourceLocation: location)
  }
}

extension Device {
  /// Whether the device's copy is the server's, byte for byte, with nothing pending; or empty,
  /// where its owner lost access or was never admitted.
  func agrees(_ scope: UInt32) -> Bool {
    let replica = copy(scope)
    if isPurged(scope) {
      return replica.replica.store.pendingCount == 0 && replica.replica.store.position == 0
    }
    if isOutside(scope) {
      return replica.replica.store.pendingCount == 0 && replica.replica.store.state.memberCount == 0
    }
    return replica.replica.store.pendingCount == 0
      && replica.replica.store.state.isIdentical(to: stage.server.scopes[Int(scope)].state)
  }
}
