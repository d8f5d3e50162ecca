/// A fault of simulated storages, triggered at one of their calls; and a count of the calls.
///
/// Storages that share one fault share its count, so a call number is a point in the run of all
/// devices and servers together.
public final class StorageFault {
  /// What a crash does to records that were written and not synced yet.
  public enum Loss: UInt8, CaseIterable, Sendable {
    /// The process was killed; the medium has everything.
    case nothing = 0
    /// The power was cut, and nothing had reached the medium.
    case everything = 1
    /// The power was cut in the middle of writing: the first half is there.
    case half = 2
  }

  /// The effect on the chosen call.
  public enum Kind: Hashable, Sendable {
    /// The process ends before the call does anything.
    case stopsBefore(Loss)
    /// The call does what it should, and the process ends before it returns.
    case stopsAfter(Loss)
    /// There is no room; the process goes on.
    case isFull
  }

  public let kind: Kind?
  /// The number of the call that triggers it, counted from 1.
  public let call: Int
  /// How many calls there were.
  public private(set) var calls = 0
  /// Which of them were commits: only after those can the outside know of the written records.
  public private(set) var commits: [Int] = []
  public private(set) var hasTriggered = false

  /// A fault that never triggers, and counts.
  public init() {
    kind = nil
    call = 0
  }

  public init(_ kind: Kind, atCall call: Int) {
    self.kind = kind
    self.call = call
  }

  /// Counts a call, and returns the fault that it triggers.
  func triggered(isCommit: Bool = false) -> Kind? {
    calls += 1
    if isCommit { commits.append(calls) }
    guard kind != nil, calls == call else { return nil }
    hasTriggered = true
    return kind
  }
}
