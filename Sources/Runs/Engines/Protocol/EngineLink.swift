/// The way to an engine: a process behind pipes, or an engine in this process.
public protocol EngineLink: AnyObject {
  /// Performs a call.
  func perform(_ call: EngineCall) throws(EngineFailure) -> EngineReply

  /// The lines of the last call and its reply; nil where there are none.
  var lastLines: (call: [UInt8], reply: [UInt8])? { get }

  /// Whether it can no longer be used.
  var isOver: Bool { get }

  /// Ends it.
  func dismiss()

  /// Ends its input; whether it ends itself within a second.
  func endsWithInput() -> Bool
}

extension EngineLink {
  public func endsWithInput() -> Bool { true }
}

/// Why there is no reply to a call.
public enum EngineFailure: Error, Equatable, Sendable {
  /// The process ended: how, and the end of its error output.
  case died(String, output: String)
  /// There was no reply in time.
  case silent(seconds: Double)
  /// It replied in a way that the protocol does not allow; a sentence that says how to mend it.
  case misspoke(String)
  /// It could not be started.
  case notStarted(String)
  /// The server, or the network before it, could not be started; a sentence.
  case server(String)
  /// Shakeout was interrupted.
  case interrupted

  /// The failure as a sentence.
  public var sentence: String {
    switch self {
    case .died(let how, let output):
      output.isEmpty
        ? "The adapter died (\(how)) and wrote nothing to standard error."
        : "The adapter died (\(how)). The end of its standard error:\n\(output)"
    case .silent(let seconds):
      "The adapter gave no reply within "
        + (seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)")
        + (seconds == 1 ? " second" : " seconds")
        + ". Each reply must be flushed, and end with a line feed."
    case .misspoke(let sentence), .server(let sentence): sentence
    case .notStarted(let cause): "The adapter could not be started: \(cause)."
    case .interrupted: "It was interrupted."
    }
  }
}
