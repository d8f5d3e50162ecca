import Base
import Testing

@testable import SimulationKernel

@Suite("The pool of messages")
struct MessagePoolTests {
  typealias Pool = MessagePool<UInt64, UInt32>

  static func post(
    _ header: UInt64, _ items: [UInt32] = [], deliveries: UInt32 = 1, in pool: inout Pool
  ) -> UInt32 {
    let handle = pool.post(header, deliveries: deliveries)
    for item in items { pool.load(item, into: handle) }
    return handle
  }

  @Test("keeps a message with its freight until it is delivered")
  func keeps() {
    var pool = Pool()
    let first = Self.post(1, [10, 11, 12], in: &pool)
    let second = Self.post(2, in: &pool)
    let (count, header) = (pool.count, pool.header(first))
    let freight = Array(pool.freight(first))
    let none = Array(pool.freight(second))
    #expect(count == 2 && header == 1)
    #expect(freight == [10, 11, 12])
    #expect(none.isEmpty)
  }

  @Test("keeps it until it was delivered as often as it was sent")
  func deliveries() {
    var pool = Pool()
    let handle = Self.post(1, [10], deliveries: 3, in: &pool)
    for left in [1, 1, 0] {
      let freight = Array(pool.freight(handle))
      #expect(freight == [10])
      pool.delivered(handle)
      let count = pool.count
      #expect(count == left)
    }
  }

  @Test("gives the place of a delivered message to the next, without its freight")
  func reuse() {
    var pool = Pool()
    let first = Self.post(1, Array(0..<100), in: &pool)
    let other = Self.post(2, [7], in: &pool)
    pool.delivered(first)
    let second = Self.post(3, in: &pool)
    #expect(second == first)
    let (header, empty) = (pool.header(second), pool.freight(second).count)
    #expect(header == 3 && empty == 0)
    pool.load(5, into: second)
    let freight = Array(pool.freight(second))
    let others = Array(pool.freight(other))
    #expect(freight == [5])
    #expect(others == [7])
  }

  @Test("changes a header while the message is posted")
  func header() {
    var pool = Pool()
    let handle = Self.post(1, [10], in: &pool)
    pool.setHeader(handle, 9)
    let (header, freight) = (pool.header(handle), Array(pool.freight(handle)))
    #expect(header == 9)
    #expect(freight == [10])
  }

  @Test("stops a run that reads a message which is gone")
  func goneMessage() async {
    await #expect(processExitsWith: .failure) {
      var pool = Pool()
      let handle = pool.post(1, deliveries: 1)
      pool.delivered(handle)
      _ = pool.header(handle)
    }
  }

  @Test("stops a run that delivers a message more often than it was sent")
  func deliveredTooOften() async {
    await #expect(processExitsWith: .failure) {
      var pool = Pool()
      let handle = pool.post(1, deliveries: 1)
      pool.delivered(handle)
      pool.delivered(handle)
    }
  }

  @Test("agrees with a dictionary on random traffic")
  func oracle() {
    let randomness = Randomness(seed: 3)
    func draw(_ step: Int32, _ slot: UInt16, below bound: UInt64) -> Int {
      Int(randomness.draw(Decision(1), who: 0, day: step, slot: slot).integer(below: bound))
    }
    var pool = Pool()
    var expected: [(handle: UInt32, header: UInt64, items: [UInt32], left: Int)] = []
    var handles: Set<UInt32> = []
    var wrong = 0
    for step in 0..<4_000 as Range<Int32> {
      if expected.isEmpty || draw(step, 0, below: 2) == 0 {
        let items = (0..<draw(step, 1, below: 40)).map { UInt32(step) * 100 + UInt32($0) }
        let deliveries = 1 + draw(step, 2, below: 3)
        let handle = Self.post(
          UInt64(step), items, deliveries: UInt32(deliveries), in: &pool)
        if expected.contains(where: { $0.handle == handle }) { wrong += 1 }
        expected.append((handle, UInt64(step), items, deliveries))
        handles.insert(handle)
      } else {
        let index = draw(step, 3, below: UInt64(expected.count))
        let message = expected[index]
        if pool.header(message.handle) != message.header
          || Array(pool.freight(message.handle)) != message.items
        {
          wrong += 1
        }
        pool.delivered(message.handle)
        expected[index].left -= 1
        if expected[index].left == 0 { expected.remove(at: index) }
      }
      if pool.count != expected.count { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(handles.count < 2_000)
  }
}
