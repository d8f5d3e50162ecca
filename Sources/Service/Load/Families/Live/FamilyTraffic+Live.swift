// People who decide while the load runs: an arrival is what they do at an instant.
extension FamilyTraffic {
  /// Has the people who are due act. Returns false if their days are over.
  mutating func act(_ people: LivePeople, intended time: Int64, at now: Int64) -> Bool {
    for step in people.act(intended: time) { take(step, intended: time, at: now) }
    return people.nextArrival != nil
  }

  /// A person has done something on their phone, which asks the server then.
  private mutating func take(_ step: LiveStep, intended time: Int64, at now: Int64) {
    if case .leftOut = step.action {
      counts.leftOut += 1
      return
    }
    recorder.arrived(intended: time, at: now)
    let device = devices[step.device]
    switch step.action {
    case .look(let isOpening): if isOpening { news.open(step.device, at: time) }
    case .close: news.close(step.device)
    case .saved(let first, let count, let saved):
      noteSaved(first, count: count, on: device, intended: time, at: saved)
    case .refused: counts.refused += 1
    case .impossible, .leftOut: counts.impossible += 1
    case .deleteAccount: deleteAccount(of: device)
    }
    want(FamilyDevice.Want(intended: time, turned: now), on: step.device, at: now)
  }
}
