import AllocationCount
import Base
import Chronology
import DomainCore

/// Measures decisions and folds alone: the domain core without devices, network and files.
///
/// It generates the facts first; then it decides each one as the server would and folds it. The mix
/// is that of families who use all features, most of them all day and the rest occasionally.
struct CoreBenchmark {
  let families = 64
  let days = 56

  struct Result {
    var facts: Int
    var rejected: Int
    var secondsBest: Double
    var allocations: Int
    /// Counts in the last quarter of the facts, when tables hardly grow.
    var lateFacts = 0
    var lateDecisionAllocations = 0
    var lateFoldAllocations = 0
    var digest: Digest128
  }

  func run() -> Result {
    let log = makeLog()
    var best = Double.infinity
    var result = Result(
      facts: log.count, rejected: 0, secondsBest: 0, allocations: 0, digest: .zero)
    for _ in 0..<5 {
      let states = UnsafeMutablePointer<ScopeState>.allocate(capacity: families)
      for family in 0..<families { (states + family).initialize(to: CoreMix.founded(family)) }
      defer {
        states.deinitialize(count: families)
        states.deallocate()
      }
      let allocated = allocation_count()
      let begun = ContinuousClock.now
      var rejected = 0
      log.withElements { entries in
        for entry in entries { rejected += Self.apply(entry, states) }
      }
      let spent = ContinuousClock.now - begun
      let seconds =
        Double(spent.components.seconds) + Double(spent.components.attoseconds) * 1e-18
      result.allocations = Int(allocation_count() - allocated)
      best = min(best, seconds)
      result.rejected = rejected
      result.digest = .zero
      for family in 0..<families { result.digest.fold(states[family].digest) }
    }
    result.secondsBest = best
    countLate(log, into: &result)
    return result
  }

  /// Runs another pass that counts allocations of decisions and folds separately.
  private func countLate(_ log: borrowing FlatArray<CoreMix.Entry>, into result: inout Result) {
    let states = UnsafeMutablePointer<ScopeState>.allocate(capacity: families)
    for family in 0..<families { (states + family).initialize(to: CoreMix.founded(family)) }
    let late = log.count * 3 / 4
    for index in 0..<log.count {
      let entry = log[index]
      let state = states + Int(entry.family)
      let before = allocation_count()
      let rejection = decide(entry.fact, at: .server, now: entry.committed, on: state.pointee)
      let decided = allocation_count()
      if rejection == nil { state.pointee.apply(entry.fact, committed: entry.committed) }
      guard index >= late else { continue }
      result.lateFacts += 1
      result.lateDecisionAllocations += Int(decided - before)
      result.lateFoldAllocations += Int(allocation_count() - decided)
    }
    states.deinitialize(count: families)
    states.deallocate()
  }

  /// Applies one fact; the state is at an address, as in a replica's store. Returns 1 if rejected.
  private static func apply(_ entry: CoreMix.Entry, _ states: UnsafeMutablePointer<ScopeState>)
    -> Int
  {
    let state = states + Int(entry.family)
    if decide(entry.fact, at: .server, now: entry.committed, on: state.pointee) != nil { return 1 }
    state.pointee.apply(entry.fact, committed: entry.committed)
    return 0
  }

  /// The facts of all families in the order in which a server would receive them, day by day.
  private func makeLog() -> FlatArray<CoreMix.Entry> {
    var mixes = (0..<families).map { CoreMix(family: $0) }
    var log = FlatArray<CoreMix.Entry>()
    for day in 0..<days {
      for family in 0..<families {
        mixes[family].addDay(day) { log.append($0) }
      }
    }
    return log
  }
}
