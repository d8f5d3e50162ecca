public import Base
public import DomainCore

// GRP-3, P12: what somebody gets of a scope who is not a member of it, or not yet.
//
// A newcomer has a feed of their own: the operations that were refused them, and nothing else. It
// is theirs alone, so their positions count nobody else's rows, and nobody else is sent what they
// tried. To be refused is told like everything else, by a page of that feed.
//
// They are heard one operation at a time: the next is looked at when the position in the request
// shows that the device has the verdict on the one before. So a single row is kept for a site, and
// whoever is let in has been told all that was refused before.
//
// Whom the log takes in is a member from that row on, under a new epoch: a request from before it
// is answered with the whole feed (`snapshot`), an answer from before it is as good as lost.
extension Server {
  /// Whether a newcomer's device has every verdict that was given, so that they may be heard.
  @inlinable func hasAllVerdicts(_ request: RequestHeader) -> Bool {
    let site = Int(request.site)
    return !sites[site].isNewcomer || request.position == sites[site].refusedCount
  }

  /// Keeps what was refused a newcomer until their device has it.
  @usableFromInline mutating func refuse(_ row: FeedRow, site: UInt32) {
    let place = refusedLast.place(of: RowKey(UInt64(site)), orAdd: row)
    refusedLast[place] = row
    sites[Int(site)].refusedCount += 1
  }

  /// Gives a newcomer the place in the list of members that the log has just made.
  @usableFromInline mutating func admit(site: UInt32, as member: MemberHandle) {
    let scope = sites[Int(site)].scope
    sites[Int(site)].member = member
    sites[Int(site)].epoch += 1
    noteWard(sites[Int(site)].account, member: member, of: scope)
  }

  /// The page of a newcomer's own feed: the last row, unless the device has it.
  @usableFromInline func fillRefusalPage(for request: RequestHeader, into response: inout Response)
  {
    response.header = header(.page, of: request.site)
    if request.position < sites[Int(request.site)].refusedCount {
      fillLastRefusal(of: request.site, into: &response)
    } else {
      fillEnd(of: request.site, into: &response)
    }
  }

  /// The last row of a newcomer's own feed, if it has any.
  @usableFromInline func fillLastRefusal(of site: UInt32, into response: inout Response) {
    fillEnd(of: site, into: &response)
    if let row = refusal(of: site) {
      response.header.from -= 1
      response.rows.append(row)
    }
  }

  private func fillEnd(of site: UInt32, into response: inout Response) {
    let end = sites[Int(site)].refusedCount
    response.header.from = end
    response.header.to = end
    response.header.end = end
  }

  /// GRP-3: what was refused a newcomer last; nothing, for who was admitted.
  public func refusal(of site: UInt32) -> FeedRow? {
    sites[Int(site)].isNewcomer ? refusedLast.row(of: RowKey(UInt64(site))) : nil
  }

  /// FAM-7: forgets what an account tried where it was never let in.
  mutating func forgetRefusals(of account: AccountHandle) {
    for site in 0..<sites.count where sites[site].account == account {
      guard let place = refusedLast.place(of: RowKey(UInt64(site))) else { continue }
      let firstDay = scopes[Int(sites[site].scope)].state.firstDay
      refusedLast[place].operation.fact = Ownership.erased(
        refusedLast[place].operation.fact, firstDay: firstDay)
    }
  }
}
