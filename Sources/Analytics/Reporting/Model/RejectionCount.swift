/// The number of rejected operations for one reason.
public struct RejectionCount: Hashable, Sendable {
  /// The number of the reason, which is stable across versions.
  public var reason: Int
  /// The name of the reason in the code.
  public var name: String
  /// The message that an app shows.
  public var message: String
  /// Operations that a device rejected at the tap.
  public var onDevices: Int64
  /// Operations that a device accepted and the server rejected.
  public var onServer: Int64

  public init(reason: Int, name: String, message: String, onDevices: Int64, onServer: Int64) {
    self.reason = reason
    self.name = name
    self.message = message
    self.onDevices = onDevices
    self.onServer = onServer
  }
}
