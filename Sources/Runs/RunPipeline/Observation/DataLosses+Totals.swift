import Metrics
import SimulatedWorld

extension DataLosses {
  /// Adds a person's share of the losses to their totals.
  func add(to totals: inout PersonTotals, of person: Int) {
    let share = self[person]
    totals[.operationsSaved] = share.saved
    totals[.operationsLost] = share.lost
    totals[.conflicts] = share.conflicts
    totals[.conflictsOpen] = share.conflictsOpen
  }
}
