import JSONText

/// The long polls of phones whose app is open: each asks for news, and exchanges when there are
/// some.
struct FamilyNews {
  private struct Phone {
    var isOpen = false
    /// When it was opened, by the intended instant.
    var opened: Int64 = 0
    var cursor: String?
    /// Whether it has a request under way, or waits for one.
    var isAsking = false
  }

  /// What a phone learned from an answer.
  enum Result { case nothing, news }

  private let pollsMax: Int
  private var phones: [Int: Phone] = [:]
  private var ready = Ring<Int>()
  /// Those whose last request failed.
  private var waiting: [(time: Int64, phone: Int)] = []
  private(set) var wakes = Int64.max
  /// How many requests the server holds, and how many have been sent in all.
  private(set) var heldCount = 0
  private(set) var sentCount: Int64 = 0
  private var isOver = false

  /// Tokens of requests from here on are those of polls.
  static let firstToken = 1 << 40

  /// - Parameter pollsMax: how many requests a server may hold at a time; zero for no polls at all.
  init(pollsMax: Int) { self.pollsMax = pollsMax }

  /// How many requests may leave now.
  var readyCount: Int { min(ready.count, pollsMax - heldCount) }

  /// Since when a phone's app has been open; nil if it is not.
  func opened(_ phone: Int) -> Int64? {
    phones[phone].flatMap { $0.isOpen ? $0.opened : nil }
  }

  mutating func open(_ phone: Int, at intended: Int64) {
    guard pollsMax > 0, !isOver, !(phones[phone]?.isOpen ?? false) else { return }
    phones[phone, default: Phone()].isOpen = true
    phones[phone]?.opened = intended
    ask(phone)
  }

  /// The request that is under way stays with the server; its answer counts for nothing.
  mutating func close(_ phone: Int) { phones[phone]?.isOpen = false }

  /// No phone asks any more.
  mutating func end() {
    isOver = true
    ready = Ring()
    waiting = []
    wakes = .max
  }

  private mutating func ask(_ phone: Int) {
    guard !isOver, phones[phone]?.isOpen ?? false, !(phones[phone]?.isAsking ?? true) else {
      return
    }
    phones[phone]?.isAsking = true
    ready.append(phone)
  }

  /// The phone whose turn it is, and its cursor; nil if it was closed meanwhile.
  mutating func begin() -> (phone: Int, cursor: String?)? {
    guard let phone = ready.popFirst() else { preconditionFailure("a phone is ready") }
    guard phones[phone]?.isOpen ?? false else {
      phones[phone]?.isAsking = false
      return nil
    }
    heldCount += 1
    sentCount += 1
    return (phone, phones[phone]?.cursor)
  }

  mutating func wake(at now: Int64) {
    let due = waiting.filter { $0.time <= now }
    waiting.removeAll { $0.time <= now }
    wakes = waiting.map(\.time).min() ?? .max
    for phone in due.map(\.phone) {
      phones[phone]?.isAsking = false
      ask(phone)
    }
  }

  /// An answer has come, or none will.
  mutating func finished(
    _ phone: Int, _ outcome: RequestOutcome, at now: Int64, randomBits: UInt64
  ) -> Result {
    heldCount -= 1
    phones[phone]?.isAsking = false
    switch outcome {
    case .response(200, let body, _):
      let answer = try? JSONReader().read(Array(body))
      phones[phone]?.cursor = answer?["cursor"]?.string
      ask(phone)
      return answer?["scopes"]?.elements?.isEmpty == false ? .news : .nothing
    case .response(204, _, _): ask(phone)
    // The account is gone: no one asks again.
    case .response(401, _, _): phones[phone]?.isOpen = false
    case .response(_, _, let seconds): wait(phone, seconds, randomBits, at: now)
    case .failed: wait(phone, nil, randomBits, at: now)
    }
    return .nothing
  }

  /// Half a second to one, and at least as long as the server asked for, before it asks again.
  private mutating func wait(_ phone: Int, _ seconds: Int?, _ bits: UInt64, at now: Int64) {
    guard !isOver else { return }
    let least = max(500_000_000, Int64(min(max(seconds ?? 0, 0), 3_600)) * 1_000_000_000)
    let time = now + least + Int64(bits.multipliedFullWidth(by: 500_000_000).high)
    phones[phone]?.isAsking = true
    waiting.append((time, phone))
    wakes = min(wakes, time)
  }
}
