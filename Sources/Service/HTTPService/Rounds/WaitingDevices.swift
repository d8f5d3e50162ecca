import ServiceCore

/// The requests that wait for news, found by the scopes that they wait for.
struct WaitingDevices {
  private struct Waiter {
    var context: RequestContext
    var wait: NewsWait
    var deadline: Int64
  }

  private var waiters: [Int: Waiter] = [:]
  private var byScope: [UInt32: Set<Int>] = [:]
  private var next = 0
  /// No waiter's time is over before this.
  private var deadline = Int64.max

  var count: Int { waiters.count }
  var isEmpty: Bool { waiters.isEmpty }

  /// Deadlines are multiples of this many nanoseconds, so that many of them end at once.
  private static let grain: Int64 = 250_000_000

  mutating func add(_ context: RequestContext, _ wait: NewsWait, until time: Int64) {
    let deadline = (time / Self.grain + 1) * Self.grain
    next += 1
    context.waiting = next
    waiters[next] = Waiter(context: context, wait: wait, deadline: deadline)
    for scope in wait.scopes { byScope[scope, default: []].insert(next) }
    self.deadline = min(self.deadline, deadline)
  }

  mutating func remove(_ number: Int) -> RequestContext? {
    guard let waiter = waiters.removeValue(forKey: number) else { return nil }
    for scope in waiter.wait.scopes {
      byScope[scope]?.remove(number)
      if byScope[scope]?.isEmpty == true { byScope[scope] = nil }
    }
    waiter.context.waiting = nil
    return waiter.context
  }

  /// Those that wait for one of some scopes, in the order of their arrival.
  func waiting(for scopes: [UInt32]) -> [(number: Int, wait: NewsWait)] {
    var numbers: Set<Int> = []
    for scope in scopes { numbers.formUnion(byScope[scope] ?? []) }
    return numbers.sorted().compactMap { number in
      waiters[number].map { (number, $0.wait) }
    }
  }

  /// Those whose time is over.
  mutating func overdue(at nanoseconds: Int64) -> [Int] {
    guard nanoseconds >= deadline else { return [] }
    deadline = waiters.values.map(\.deadline).filter { $0 > nanoseconds }.min() ?? .max
    return waiters.filter { $0.value.deadline <= nanoseconds }.map(\.key).sorted()
  }

  var all: [Int] { waiters.keys.sorted() }

  /// How long to sleep at most, in nanoseconds.
  func pause(at nanoseconds: Int64) -> Int64? {
    isEmpty ? nil : max(0, deadline == .max ? 0 : deadline - nanoseconds)
  }
}
