import Chronology
import Environment
import DomainCore

// The adapter that an application has as its client of the phone's health store.

extension ImportedWorkout {
  /// TRN-3: a sample of the store, under the store's own number.
  init(_ sample: HealthStore.Sample) {
    self.init(
      sample: sample.id, revision: sample.revision, start: sample.start,
      durationMilliseconds: UInt32(sample.end - sample.start), kind: sample.kind,
      kilocalories: sample.kilocalories)
  }
}

extension HealthResponse {
  init(_ response: HealthStore.Response) {
    switch response {
    case .samples(let samples, let deleted, let anchor, let isLast):
      self = .samples(
        samples.map { ImportedWorkout($0) }, deleted: deleted,
        anchor: HealthAnchor(first: anchor.first, second: anchor.second), isLast: isLast)
    case .anchorInvalid: self = .anchorInvalid
    case .notAuthorized: self = .notAuthorized
    }
  }
}

extension HealthStore {
  /// Answers a query of an importer.
  func respond(_ query: HealthQuery) -> HealthResponse {
    let anchor = query.anchor.map { ReadingPosition(first: $0.first, second: $0.second) }
    return HealthResponse(self.query(from: anchor, limit: query.limit))
  }
}
