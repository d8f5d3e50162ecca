import Base
import Chronology

@testable import DomainCore

/// A random family, replayed by both the core and the model.
struct ReplayedHome: ~Copyable {
  let steps: [RandomHome.Step]
  var home: HomeModel
  var state: ScopeState
  var replay = HomeReplay()
  var differences: [String] = []

  init(seed: UInt64, length: Int) {
    let life = RandomHome(seed: seed, length: length)
    steps = life.steps
    home = life.founded
    state = HomeReplay.founded(life.founded)
  }

  /// Replays the steps and checks the state at each `check`; the check returns the differences.
  mutating func run(check: (borrowing ReplayedHome, Int) -> [String]) {
    for step in steps {
      switch step {
      case .event(let event): submit(event)
      case .check(let minute): differences += check(self, minute)
      }
      if !differences.isEmpty { return }
    }
  }

  private mutating func submit(_ event: HomeEvent) {
    let committed = HomeModel.instant(event.minute)
    if let fact = replay.fact(event) {
      if let refusal = decide(fact, at: .server, now: committed, on: state) {
        differences.append("\(event): \(refusal)")
      }
      state.apply(fact, committed: committed)
    }
    home.receive(event)
  }
}
