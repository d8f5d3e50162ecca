/// COST-1: the work of a backend: documents read, written and deleted, bytes sent and stored,
/// photographs uploaded, text messages sent.
///
/// **Decided**: only requests to the document store during app use are counted. Accounts and device
/// tokens are kept by the sign-in and push services, which have no planned price [CT 17]. The
/// record of an install is counted at each of its thousands of exchanges; its creation is not,
/// because the journal's entry of it has no time. The reads of the notifier are not counted either:
/// it works beside the log, and only for some of a run's households, so its share would reflect the
/// sample and not the cost of a family.
public struct BackendUse: BitwiseCopyable, Hashable, Sendable, Codable {
  public var reads: Int64 = 0
  public var writes: Int64 = 0
  public var deletes: Int64 = 0
  public var bytesReceived: Int64 = 0
  public var bytesSent: Int64 = 0
  /// The growth of the stored bytes; below zero after a deletion.
  public var bytesKept: Int64 = 0
  public var photos: Int64 = 0
  public var textMessages: Int64 = 0

  @inlinable public init(
    reads: Int64 = 0, writes: Int64 = 0, deletes: Int64 = 0, bytesReceived: Int64 = 0,
    bytesSent: Int64 = 0, bytesKept: Int64 = 0, photos: Int64 = 0, textMessages: Int64 = 0
  ) {
    self.reads = reads
    self.writes = writes
    self.deletes = deletes
    self.bytesReceived = bytesReceived
    self.bytesSent = bytesSent
    self.bytesKept = bytesKept
    self.photos = photos
    self.textMessages = textMessages
  }

  /// A photograph of a meal that was analyzed; it is stored as well.
  @inlinable public static var photo: BackendUse {
    BackendUse(writes: 1, bytesReceived: photoBytes, bytesKept: photoBytes, photos: 1)
  }

  /// Photographs that are deleted together with their entries.
  @inlinable public static func deletion(ofPhotos photos: Int64) -> BackendUse {
    BackendUse(deletes: photos, bytesKept: -photos * photoBytes)
  }

  /// **Decided**: a photograph is compressed before it is sent [CT risk 3], to 300,000 bytes.
  @inlinable public static var photoBytes: Int64 { 300_000 }

  @inlinable public static func += (total: inout BackendUse, more: BackendUse) {
    total.reads &+= more.reads
    total.writes &+= more.writes
    total.deletes &+= more.deletes
    total.bytesReceived &+= more.bytesReceived
    total.bytesSent &+= more.bytesSent
    total.bytesKept &+= more.bytesKept
    total.photos &+= more.photos
    total.textMessages &+= more.textMessages
  }
}
