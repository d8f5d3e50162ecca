/// COST-1: what a backend was asked to do: documents read, written and deleted, and bytes moved.
public struct BackendUse: BitwiseCopyable, Hashable, Sendable {
  public var reads: Int64 = 0
  public var writes: Int64 = 0
  public var deletes: Int64 = 0
  public var bytesReceived: Int64 = 0
  public var bytesSent: Int64 = 0

  @inlinable public init(
    reads: Int64 = 0, writes: Int64 = 0, deletes: Int64 = 0, bytesReceived: Int64 = 0,
    bytesSent: Int64 = 0
  ) {
    self.reads = reads
    self.writes = writes
    self.deletes = deletes
    self.bytesReceived = bytesReceived
    self.bytesSent = bytesSent
  }

  @inlinable public static func += (total: inout BackendUse, more: BackendUse) {
    total.reads &+= more.reads
    total.writes &+= more.writes
    total.deletes &+= more.deletes
    total.bytesReceived &+= more.bytesReceived
    total.bytesSent &+= more.bytesSent
  }
}
