import Base
import ReferenceModels
import SyncCore

extension ReferenceModel {
  /// Reads a whole log.
  mutating func read(_ log: borrowing FlatArray<FeedRow>) {
    for position in 0..<log.count where !log[position].verdict.isRejected {
      ingest(log[position].operation.fact)
    }
    finish()
  }
}
