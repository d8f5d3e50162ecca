import Base
import Testing

@testable import Environment

@Suite("The message pool")
struct MessagePoolTests {
  /// A message that owns its contents.
  struct Parcel: ~Copyable {
    var items = FlatArray<UInt32>()
  }

  typealias Pool = MessagePool<Parcel, UInt64>

  static func post(
    _ envelope: UInt64, _ items: [UInt32] = [], deliveries: UInt32 = 1, in pool: inout Pool
  ) -> UInt32 {
    let handle = pool.post(envelope, deliveries: deliveries) { Parcel() }
    pool[handle].items.removeAll()
    for item in items { pool[handle].items.append(item) }
    return handle
  }

  static func items(_ handle: UInt32, in pool: borrowing Pool) -> [UInt32] {
    (0..<pool[handle].items.count).map { pool[handle].items[$0] }
  }

  @Test("keeps a message and its contents until it is delivered")
  func keeps() {
    var pool = Pool()
    let first = Self.post(1, [10, 11, 12], in: &pool)
    let second = Self.post(2, in: &pool)
    let (count, envelope) = (pool.count, pool.envelope(first))
    #expect(count == 2 && envelope == 1)
    let (some, none) = (Self.items(first, in: pool), Self.items(second, in: pool))
    #expect(some == [10, 11, 12] && none.isEmpty)
  }

  @Test("keeps a message until all of its deliveries have happened")
  func deliveries() {
    var pool = Pool()
    let handle = Self.post(1, [10], deliveries: 3, in: &pool)
    for left in [1, 1, 0] {
      let items = Self.items(handle, in: pool)
      #expect(items == [10])
      pool.delivered(handle)
      let count = pool.count
      #expect(count == left)
    }
  }

  @Test("reuses the slot of a delivered message")
  func reuse() {
    var pool = Pool()
    let first = Self.post(1, Array(0..<100), in: &pool)
    let other = Self.post(2, [7], in: &pool)
    pool.delivered(first)
    let second = Self.post(3, [5], in: &pool)
    #expect(second == first)
    let (envelope, items) = (pool.envelope(second), Self.items(second, in: pool))
    #expect(envelope == 3 && items == [5])
    let others = Self.items(other, in: pool)
    #expect(others == [7])
  }

  @Test("allocates no more messages than are ever in flight at once")
  func made() {
    var pool = Pool()
    var made = 0
    for round in 0..<100 {
      let handle = pool.post(UInt64(round), deliveries: 1) {
        made += 1
        return Parcel()
      }
      pool.delivered(handle)
    }
    #expect(made == 1)
  }
}
