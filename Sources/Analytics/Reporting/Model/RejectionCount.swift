/// How often something was refused for one reason.
public struct RejectionCount: Hashable, Sendable {
  /// The number of the reason, which never changes.
  public var reason: Int
  /// Its name in the code.
  public var name: String
  /// What a screen says.
  public var sentence: String
  /// How often a device refused it, at the tap.
  public var onDevices: Int64
  /// How often the server did, when what a device had taken reached it.
  public var onServer: Int64

  public init(reason: Int, name: String, sentence: String, onDevices: Int64, onServer: Int64) {
    self.reason = reason
    self.name = name
    self.sentence = sentence
    self.onDevices = onDevices
    self.onServer = onServer
  }
}
