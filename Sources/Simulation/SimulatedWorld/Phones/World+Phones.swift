import Base

// Steps of people whose phones are not simulated.
extension World {
  /// Has the phones perform a step, and notes what it changes about the people.
  @inline(never)
  mutating func perform(_ step: Step, on phones: any LivePhones) -> StepOutcome {
    let outcome = phones.perform(step.action, at: now)
    switch step.action {
    case .leave(let person): directory.people[person].hasLeft = true
    case .deleteAccount(let person): directory.people[person].isDeleted = true
    default: break
    }
    if case .impossible = outcome { events.counters.stepsImpossible += 1 }
    events.stepEnds(step.id, outcome, at: now)
    return outcome
  }
}
