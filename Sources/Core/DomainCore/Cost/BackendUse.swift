/// COST-1: what a backend was asked to do: documents read, written and deleted, bytes moved and
/// kept, photographs taken in, text messages sent.
///
/// **Decided**: counted is what the document store is asked for each time that an app is used.
/// Accounts and device tokens lie with the services of signing in and of messages, for which no
/// price is planned [CT 17]. The record of an install is counted at each of its exchanges, which
/// are thousands; that it is made once is not, for the journal's entry of it has no time. Nor is
/// what the notifier looks at: it stands beside the log, and only for some of a run's households,
/// so that its share would be that of the sample and not what a family costs.
public struct BackendUse: BitwiseCopyable, Hashable, Sendable, Codable {
  public var reads: Int64 = 0
  public var writes: Int64 = 0
  public var deletes: Int64 = 0
  public var bytesReceived: Int64 = 0
  public var bytesSent: Int64 = 0
  /// By how many bytes what is kept has grown; below zero where something was deleted.
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

  /// A photograph of a meal that was analysed, which is kept with it.
  @inlinable public static var photo: BackendUse {
    BackendUse(writes: 1, bytesReceived: photoBytes, bytesKept: photoBytes, photos: 1)
  }

  /// Photographs that are deleted with what they were kept with.
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
