import Base
import DomainCore
public import SyncCore

// What the books make of a server that begins anew from a stale copy of its journal. It owes nobody
// what it has lost; but who knows it still says it again, and who is refused then is told.
extension PropertyWatch {
  /// What was decided once, is lost, and was not decided again: its authors were told, or have
  /// nothing any more that could know it.
  public var operationsGivenUp: Int64 { ledger.lostCount }

  /// Another server answers from now on, which has what the copy had.
  public mutating func failedOver(to server: borrowing Server) {
    makeRoom(forSite: UInt32(server.sites.count - 1))
    for scope in 0..<server.scopes.count { forgetRows(of: scope, on: server) }
    for site in 0..<server.sites.count { forgetVerdicts(of: site, on: server) }
  }

  private mutating func forgetRows(of scope: Int, on server: borrowing Server) {
    rowsInLog.extend(to: scope + 1, repeating: 0)
    mayHaveEnded.extend(to: scope + 1, repeating: false)
    rowsInLog[scope] = UInt32(server.scopes[scope].feed.count)
    // A group that has ended has taken its rows along.
    mayHaveEnded[scope] = mayHaveEnded[scope] && server.scopes[scope].isDeleted
    for position in 0..<server.scopes[scope].feed.count {
      noteEnd(server.scopes[scope].feed[position], scope: UInt32(scope))
    }
  }

  private mutating func forgetVerdicts(of site: Int, on server: borrowing Server) {
    let record = server.sites[site]
    let isKnown = Int(record.scope) < server.scopes.count
    let rows = isKnown ? server.scopes[Int(record.scope)].feed.count : 0
    ledger.forgetVerdicts(
      of: UInt32(site), behind: rows, refused: record.refusedCount,
      decided: record.sequenceDecided)
    sequenceInLog[site] = record.sequenceDecided
    shownDays[site] = ShownDay()
    if standings[site].isNewcomer {
      standings[site].isLetIn = isKnown && !record.isNewcomer
      standings[site].turnedAway = record.refusedCount
    }
  }
}
