import DomainCore
import Testing

@testable import SyncCore

@Suite("COST-1: an exchange is counted as accesses to a document store")
struct ExchangeCostTests {
  @Test("COST-1: every new row is written once, every delivered row read, a retry writes nothing")
  func exchange() throws {
    let world = World()
    let phone = world.device(of: World.mother)
    let tablet = world.device(of: World.mother)
    for _ in 0..<3 { try phone.drinks(tenthOunces: 80) }
    let request = phone.asks()
    world.serve(request)
    var use = world.use
    #expect(use.writes == 3 + 1)
    #expect(use.reads == 1 + 3)
    #expect(use.bytesReceived == Int64(MemoryLayout<RequestHeader>.size + 3 * 68))
    world.serve(request)
    use = world.use
    #expect(use.writes == 3 + 1, "the retry")
    #expect(use.reads == 2 * (1 + 3))
    world.exchange(tablet)
    use = world.use
    #expect(use.writes == 3 + 1)
    #expect(use.reads == 3 * (1 + 3))
    #expect(use.deletes == 0)
    // Three rows are stored, however often they are sent and read.
    #expect(use.bytesKept == Int64(3 * MemoryLayout<FeedRow>.size))
    #expect(
      use.bytesSent == 3 * Int64(MemoryLayout<ResponseHeader>.size + 3 * MemoryLayout<FeedRow>.size)
    )
  }

  @Test("COST-1: numbers that a device has skipped are no rows, and cost nothing")
  func leftOut() throws {
    let world = World()
    let phone = world.device(of: World.mother)
    try phone.drinks(tenthOunces: 80)
    world.exchange(phone)
    try phone.drinks(tenthOunces: 81)
    phone.replica.store.returnPending(because: .authorUnknown)
    phone.replica.store.head.sequencePermanentlyLost = 2
    try phone.drinks(tenthOunces: 82)
    let before = world.use
    world.exchange(phone)
    #expect(world.use.writes - before.writes == 1 + 1)
    #expect(world.use.bytesKept - before.bytesKept == Int64(MemoryLayout<FeedRow>.size))
  }

  @Test("uses little memory: a row has no more than an operation, a verdict and its digest need")
  func layout() {
    #expect(MemoryLayout<SyncCore.Operation>.size == 68)
    #expect(MemoryLayout<FeedRow>.stride == 96)
  }

  @Test("COST-1: a photograph is stored with its entry, and removed with its deletion")
  func photosAndDeletion() throws {
    let world = World()
    let phone = world.device(of: World.mother, world.account())
    try phone.photographs()
    world.exchange(phone)
    let row = Int64(MemoryLayout<FeedRow>.size)
    #expect(world.use.photos == 1 && world.use.bytesKept == row + BackendUse.photoBytes)
    let before = world.use.deletes
    world.server.deleteScope(world.family, now: world.now)
    #expect(world.use.bytesKept == 0 && world.use.deletes == before + 2)
  }

  @Test("COST-1: erasing a member's rows removes their photographs, and keeps those of others")
  func erasedPhotos() throws {
    let world = World()
    let (mother, father) = (World.mother, World.father)
    let phones = [mother, father].map { world.device(of: $0, world.account()) }
    for phone in phones {
      try phone.photographs()
      world.exchange(phone)
    }
    let kept = world.use.bytesKept
    for _ in 0..<2 {
      world.server.erase(father, from: world.family, now: world.now)
      #expect(world.use.bytesKept == kept - BackendUse.photoBytes)
    }
  }

  @Test("COST-1: a sign-in, an export and a preview of an invitation are accesses too")
  func others() throws {
    let world = World()
    let phone = world.device(of: World.mother)
    for _ in 0..<3 { try phone.drinks(tenthOunces: 80) }
    world.exchange(phone)
    let before = world.use
    world.signIn(phone)
    #expect(world.use.reads == before.reads + 1 && world.use.writes == before.writes + 1)
    _ = world.export()
    #expect(world.use.reads == before.reads + 1 + 3)
    _ = world.server.preview(
      of: world.family, presenting: GroupCode(1), to: .none, now: world.now)
    #expect(world.use.reads == before.reads + 1 + 3 + 1)
    #expect(world.use.writes == before.writes + 1)
  }
}

extension World {
  var use: BackendUse { server.meter.total }
}
