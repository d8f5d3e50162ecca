/// What people ask a server for while a load runs, beside exchanges: they join families, sign in on
/// further phones, and delete their accounts. Each family has one request under way at a time.
struct FamilyErrands {
  private(set) var signUp: FamilySignUp
  /// Families whose next request may leave.
  private var ready = Ring<Int>()
  /// Those that wait before they ask again.
  private var waiting: [(time: Int64, family: Int)] = []
  /// All that are in one of both, or have a request under way.
  private var listed: Set<Int> = []
  private(set) var wakes = Int64.max

  init(_ signUp: FamilySignUp) {
    self.signUp = signUp
    self.signUp.phase = .running
  }

  var readyCount: Int { ready.count }

  /// Whether nothing is left to do.
  var isDone: Bool { listed.isEmpty }

  /// Gives a family more to ask for.
  mutating func plan<Result>(for family: Int, _ change: (inout FamilySignUp) -> Result) -> Result {
    let result = change(&signUp)
    if !signUp.families[family].isDone && listed.insert(family).inserted { ready.append(family) }
    return result
  }

  mutating func wake(at now: Int64) {
    for family in waiting where family.time <= now { ready.append(family.family) }
    waiting.removeAll { $0.time <= now }
    wakes = waiting.map(\.time).min() ?? .max
  }

  /// The family whose turn it is, and its request; there is one.
  mutating func begin() -> (family: Int, request: [UInt8]) {
    guard let family = ready.popFirst() else { preconditionFailure("a family is ready") }
    return (family, signUp.begin(family))
  }

  /// What an answer has brought.
  enum Result {
    case nothing
    /// A device of the family has a site now.
    case registered(device: Int)
    /// It gets none.
    case refused(device: Int)
  }

  /// A request of a family is answered, or has failed.
  mutating func finished(_ family: Int, _ outcome: RequestOutcome, at now: Int64) -> Result {
    let task = signUp.families[family].tasks[signUp.families[family].next]
    let refusedBefore = signUp.refusedCount
    signUp.finished(family, outcome)
    let (ask, isDone) = (signUp.families[family].waitsUntil, signUp.families[family].isDone)
    if isDone {
      listed.remove(family)
    } else if ask > now {
      waiting.append((ask, family))
      wakes = min(wakes, ask)
    } else {
      ready.append(family)
    }
    guard let device = task.device else { return .nothing }
    if signUp.refusedCount > refusedBefore { return .refused(device: device) }
    switch task {
    case .site, .invited, .group:
      let hasSite = !signUp.families[family].devices[device].registration.isEmpty
      return hasSite ? .registered(device: device) : .nothing
    default: return .nothing
    }
  }
}
