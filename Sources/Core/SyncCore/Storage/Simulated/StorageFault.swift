/// What goes wrong with simulated storages, and at which of their calls; and a count of the calls.
///
/// Storages that share one fault share its count, so a point in it is a point in the life of all
/// devices and servers together.
public final class StorageFault {
  /// What becomes of what was written and not synced yet when a process ends.
  public enum Loss: UInt8, CaseIterable, Sendable {
    /// The process was killed; the medium has everything.
    case nothing = 0
    /// The power was cut, and nothing had reached the medium.
    case everything = 1
    /// The power was cut in the middle of writing: the first half is there.
    case half = 2
  }

  /// What happens at the chosen call.
  public enum Kind: Hashable, Sendable {
    /// The process ends before the call does anything.
    case stopsBefore(Loss)
    /// The call does what it should, and the process ends before it returns.
    case stopsAfter(Loss)
    /// There is no room; the process goes on.
    case isFull
  }

  public let kind: Kind?
  /// The number of the call that it strikes, counted from 1.
  public let call: Int
  /// How many calls there were.
  public private(set) var calls = 0
  /// Which of them were commits: after those alone somebody outside may know of what was written.
  public private(set) var commits: [Int] = []
  public private(set) var hasStruck = false

  /// A fault that never strikes, and counts.
  public init() {
    kind = nil
    call = 0
  }

  public init(_ kind: Kind, atCall call: Int) {
    self.kind = kind
    self.call = call
  }

  /// Counts a call, and says what strikes it.
  func strikes(isCommit: Bool = false) -> Kind? {
    calls += 1
    if isCommit { commits.append(calls) }
    guard kind != nil, calls == call else { return nil }
    hasStruck = true
    return kind
  }
}
