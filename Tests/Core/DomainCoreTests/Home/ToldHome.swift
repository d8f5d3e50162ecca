import Base
import Chronology

@testable import DomainCore

/// A random family, replayed by both the core and the model.
struct ToldHome: ~Copyable {
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

  /// Replays the steps and checks the state at each `look`; the check returns the differences.
  mutating func live(look: (borrowing ToldHome, Int) -> [String]) {
    for step in steps {
      switch step {
      case .said(let event): say(event)
      case .look(let minute): differences += look(self, minute)
      }
      if !differences.isEmpty { return }
    }
  }

  private mutating func say(_ event: HomeEvent) {
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
