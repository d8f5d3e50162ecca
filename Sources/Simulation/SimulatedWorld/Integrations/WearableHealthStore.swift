public import Base
import Chronology
public import Environment
import DomainCore

/// A person's health store, with the workouts that their watch has recorded.
public struct WearableHealthStore: ~Copyable {
  public let person: Int
  public internal(set) var store = HealthStore()
  public internal(set) var workouts = FlatArray<WearableWorkout>()

  init(of person: Int) {
    self.person = person
  }
}

/// The importer that reads a health store on one device of its owner.
struct DeviceImporter {
  var importer: HealthImporter
  /// Which store it reads.
  var store: Int
  /// Whether the store has reported changes that the importer has not read yet.
  var hasNews = false
}

extension HealthStore {
  /// Covers the samples that are not deleted.
  var digest: Digest128 {
    var digest = Digest128.zero
    for id in 0..<UInt64(count) {
      guard let sample = sample(id + 1) else { continue }
      digest.fold(
        Digest128.mix(
          sample.id, UInt64(sample.revision), UInt64(bitPattern: sample.start.milliseconds),
          UInt64(bitPattern: sample.end.milliseconds)))
    }
    return digest
  }
}
