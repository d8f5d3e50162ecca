import Base
import Chronology
import DomainCore
import Testing

import class Foundation.ProcessInfo

@testable import SyncCore

@Suite("Operations of manipulated software")
struct AnythingTests {
  /// Of 8,000 operations each: a few in an unoptimized build, and `SHAKEOUT_FUZZ=10000000` for as
  /// many operations as fit into a night.
  private static let worlds: Range<UInt64> = {
    let wanted = ProcessInfo.processInfo.environment["SHAKEOUT_FUZZ"].flatMap { Int($0) } ?? 0
    return 0..<UInt64(max(3, wanted / 8_000))
  }()

  /// An operation with random content, in the name of a member and of its site.
  private func anything(
    by device: Device, _ sequence: UInt32, in world: World, _ samples: inout SampleMessages
  ) -> Operation {
    var operation = samples.operation()
    // A member who removes or demotes themselves may submit nothing more.
    while operation.fact.kind.mayEndAccess || operation.fact.kind == .memberRoleSet {
      operation = samples.operation()
    }
    operation.fact.version = Version(
      stamp: HybridClock.stamp(of: world.now) + UInt64(samples.below(1 << 20)), site: device.site)
    operation.fact.sequence = sequence
    operation.fact.author = device.member
    operation.fact.subject = MemberHandle(UInt16(samples.below(5)))
    operation.fact.day = world.today.adding(days: samples.below(4) - 2)
    operation.fact.zone = UInt16(samples.below(600))
    operation.fact.payload = Payload(
      samples.word(on: world.today), samples.word(on: world.today))
    if samples.flag() {
      operation.fact.entity = Entity(
        site: device.site, sequence: UInt32(samples.below(Int(sequence) + 1)))
    }
    operation.scope = world.family
    operation.followers = 0
    return operation
  }

  @Test("of a member are decided, and every copy folds the accepted ones", arguments: worlds)
  func said(seed: UInt64) throws {
    let world = World()
    let (phone, rogue) = (world.device(of: World.father), world.device(of: World.mother))
    var samples = SampleMessages(seed: seed)
    var sequence: UInt32 = 0
    for round in 0..<400 {
      var request = rogue.asks()
      for _ in 0..<20 {
        sequence += 1
        request.operations.append(anything(by: rogue, sequence, in: world, &samples))
      }
      world.serve(request)
      world.passes(Span.minute)
      if round % 20 == 19 { world.exchange(phone, pageMax: 1_000) }
    }
    #expect(world.feed.count == 8_000)
    #expect(world.isSame(phone))
    #expect(world.feed.count { !$0.verdict.isRejected } > 100)
  }

  @Test("of a server, in undecided rows, crash no device", arguments: worlds)
  func accepted(seed: UInt64) throws {
    let world = World()
    let (phone, rogue) = (world.device(of: World.father), world.device(of: World.mother))
    var samples = SampleMessages(seed: seed)
    for round in 0..<400 {
      var response = world.serve(phone.asks())
      response.rows = []
      for number in 0..<20 {
        let sequence = UInt32(round * 20 + number + 1)
        let operation = anything(by: rogue, sequence, in: world, &samples)
        var row = FeedRow(
          operation: operation, verdict: Verdict(.changed), digest: .zero, committed: world.now)
        // A wire cannot carry anything worse.
        if !row.isPossible { row.verdict = Verdict(.amountOutOfRange) }
        response.rows.append(row)
      }
      // The real server would restart the phone, which has undecided rows.
      response.founders = []
      response.header.kind = .page
      response.header.epoch = phone.replica.store.epoch
      (response.header.from, response.header.to) = (
        UInt32(phone.position), UInt32(phone.position) + 20
      )
      response.header.end = response.header.to
      #expect(phone.applies(response).rowsApplied == 20)
    }
    #expect(phone.replica.store.state.habitCount > 0)
  }
}
