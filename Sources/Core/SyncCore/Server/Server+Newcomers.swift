public import Base
public import DomainCore

// GRP-3, P12: what an account gets of a scope in which it has no member yet, or no longer.
//
// A newcomer has a feed of their own: their rejected operations, and nothing else. It is theirs
// alone, so their positions do not reveal how many rows others have, and no one else receives their
// attempts. A rejection is delivered like everything else, by a page of that feed.
//
// The server processes one operation at a time: the next follows when the position in the request
// shows that the device has the verdict on the one before. So the server keeps a single row for a
// site, and an admitted newcomer has received all rejections from before.
//
// A newcomer whose join is in the log is a member from that row on, under a new epoch: the server
// responds to a request from before it with the whole feed (`snapshot`), and the device ignores a
// response from before it.
extension Server {
  /// Whether a newcomer's device has received every verdict, so that the server may process the
  /// next operation.
  @inlinable func hasAllVerdicts(_ request: RequestHeader) -> Bool {
    let site = Int(request.site)
    return !sites[site].isNewcomer || request.position == sites[site].refusedCount
  }

  /// Keeps a newcomer's rejected operation until their device has it.
  @usableFromInline mutating func refuse(_ row: FeedRow, site: UInt32) {
    let place = refusedLast.place(of: RowKey(UInt64(site)), orAdd: row)
    refusedLast[place] = row
    sites[Int(site)].refusedCount += 1
  }

  /// Assigns to a newcomer the place in the list of members that the log has just created.
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
      refusedUnknown.copy(
        operation: Int(site), to: &response.unknown, as: response.rows.count - 1)
    }
  }

  private func fillEnd(of site: UInt32, into response: inout Response) {
    let end = sites[Int(site)].refusedCount
    response.header.from = end
    response.header.to = end
    response.header.end = end
  }

  /// GRP-3: a newcomer's last rejection; nil after admission.
  public func refusal(of site: UInt32) -> FeedRow? {
    sites[Int(site)].isNewcomer ? refusedLast.row(of: RowKey(UInt64(site))) : nil
  }

  /// FAM-7: erases the attempts of an account where it was never admitted.
  mutating func forgetRefusals(of account: AccountHandle) {
    for site in 0..<sites.count where sites[site].account == account {
      guard let place = refusedLast.place(of: RowKey(UInt64(site))) else { continue }
      let firstDay = scopes[Int(sites[site].scope)].state.firstDay
      refusedLast[place].operation.fact = Ownership.erased(
        refusedLast[place].operation.fact, firstDay: firstDay)
      refusedUnknown.erase(operation: site)
      if settings.hasOwnTexts { erasedFields.append(.refusal(site: UInt32(site))) }
    }
  }
}
