import Metrics
import SimulatedWorld

extension DataLosses {
  /// Adds what is somebody's to what is added up of them.
  func add(to totals: inout PersonTotals, of person: Int) {
    let share = self[person]
    totals[.operationsSaved] = share.saved
    totals[.operationsLost] = share.lost
    totals[.conflicts] = share.conflicts
    totals[.conflictsOpen] = share.conflictsOpen
  }
}
