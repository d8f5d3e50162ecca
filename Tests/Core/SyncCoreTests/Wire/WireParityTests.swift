import Base
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("A random run with messages as bytes")
struct WireParityTests {
  /// The data of a replica, except the state itself.
  struct Copy: Equatable {
    var digest: Digest128
    var epoch: UInt32
    var position: UInt32
    var sequence: UInt32
    var clock: HybridClock
    var signIn: SignInState
    var pending: [Operation]
    var rejected: [FeedRow]
    var revocation: Refusal?

    init(_ replica: borrowing Replica<MemoryReplicaStorage>) {
      digest = replica.store.state.digest
      epoch = replica.store.epoch
      position = replica.store.position
      sequence = replica.store.sequence
      clock = replica.store.clock
      signIn = replica.signIn
      pending = []
      for index in 0..<replica.store.pendingCount { pending.append(replica.store.pending(index)) }
      rejected = []
      for index in 0..<replica.rejectedCount {
        rejected.append(replica.rejected(index))
        // A compact page has the digest of its last row alone.
        rejected[index].digest = .zero
      }
      revocation = replica.revocation
    }
  }

  /// Both servers have the same feeds, sites and states, value by value.
  func compare(_ one: borrowing Server, _ other: borrowing Server) {
    let counts = [[one.scopes.count, one.sites.count], [other.scopes.count, other.sites.count]]
    #expect(counts[0] == counts[1])
    for scope in 0..<one.scopes.count {
      let feeds = (one.rows(of: UInt32(scope)), other.rows(of: UInt32(scope)))
      #expect(feeds.0 == feeds.1)
      let isIdentical = one.scopes[scope].state.isIdentical(to: other.scopes[scope].state)
      #expect(isIdentical)
    }
    let sites = (one.sites.withElements { Array($0) }, other.sites.withElements { Array($0) })
    #expect(sites.0 == sites.1)
  }

  @Test("of a family over a bad network ends like one with messages as values")
  func families() {
    for number in 0..<60 as Range<UInt64> {
      let lives = [false, true].map { Schedule(number: number, deviceCount: 4, asBytes: $0) }
      for life in lives {
        life.live(steps: 60)
        life.settle()
        #expect(life.complaint == nil)
      }
      compare(lives[0].world, lives[1].world)
    }
  }

  @Test("with removals, lapsed sessions and deletions does, too")
  func access() {
    for number in 0..<60 as Range<UInt64> {
      let lives = [false, true].map { AccessLife(number: number, asBytes: $0) }
      for life in lives {
        life.live(steps: 160)
        #expect(life.complaint == nil)
      }
      compare(lives[0].world, lives[1].world)
    }
  }

  private func compare(_ one: World, _ other: World) {
    compare(one.server, other.server)
    #expect(one.devices.map { Copy($0.replica) } == other.devices.map { Copy($0.replica) })
    for (device, twin) in zip(one.devices, other.devices) {
      let isIdentical = device.replica.store.state.isIdentical(to: twin.replica.store.state)
      #expect(isIdentical)
    }
  }

  @Test("with newcomers to groups does, too")
  func newcomers() {
    for number in 0..<60 as Range<UInt64> {
      let lives = [false, true].map { NewcomerLife(number: number, asBytes: $0) }
      for life in lives {
        life.live(steps: 180)
        #expect(life.complaint == nil)
      }
      let (one, other) = (lives[0].town, lives[1].town)
      compare(one.server, other.server)
      #expect(one.installs.map { Copy($0.replica) } == other.installs.map { Copy($0.replica) })
      for (install, twin) in zip(one.installs, other.installs) {
        let isIdentical = install.replica.store.state.isIdentical(to: twin.replica.store.state)
        #expect(isIdentical)
      }
    }
  }
}
