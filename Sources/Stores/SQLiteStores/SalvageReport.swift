/// What could be kept of a damaged storage, for the person and for the log.
public struct SalvageReport: Sendable, CustomStringConvertible {
  /// Where the damaged database lies now.
  public var setAside: String
  /// The operations that will be handed over, by their sequences.
  public var pending: [UInt32] = []
  /// The rejections that stay listed.
  public var rejectionCount = 0
  /// How many operations are lost that waited to be sent; nil where no one can know.
  public var pendingLost: Int?
  /// The site and scope that the copy had; nil where nothing says so any more. Then there is no
  /// replica to open, and the install starts as a new one.
  public var site: UInt32?
  public var scope: UInt32?

  public var description: String {
    let lost =
      switch pendingLost {
      case 0?: "nothing that was waiting is lost"
      case let count?: "\(count) that were waiting are lost"
      case nil: "later ones may be lost"
      }
    return "The data on this device was damaged. \(pending.count) unsent changes are being handed "
      + "over; \(lost). Everything else comes back from the server. The damaged file is kept as "
      + "“\(setAside)”."
  }
}
