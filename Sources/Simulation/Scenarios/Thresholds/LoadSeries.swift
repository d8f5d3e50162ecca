/// The durations that a load measures, by their names in thresholds and reports.
public enum LoadSeries: String, CaseIterable, Sendable {
  /// From the instant at which a request should have been sent to its response.
  case latency
  /// From the sending to the response.
  case service
  /// How long an arrival waited for a free connection.
  case waiting
  /// How late the sender itself was.
  case lateness
  /// From the instant at which a person should have acted until it was saved on their phone.
  case saved
  /// From the same instant until an answer of the server covered it.
  case durable
  /// From the same instant until another phone of the family, whose app is open, shows it.
  case shown
  /// From the instant at which a phone should have signed in while the load was running until it
  /// had the whole feed.
  case complete

  /// Whether only loads of people have it.
  public var needsPeople: Bool {
    self == .saved || self == .durable || self == .shown || self == .complete
  }

  /// What it measures, as half a sentence.
  public var meaning: String {
    switch self {
    case .latency: "from the intended instant of a request to its response"
    case .service: "from the sending of a request to its response"
    case .waiting: "how long arrivals waited for a free connection"
    case .lateness: "how late the sender itself was"
    case .saved: "from the intended instant of an action until the phone had saved it"
    case .durable: "from the intended instant of an action until the server acknowledged it"
    case .shown: "from the intended instant of an action until another open phone showed it"
    case .complete: "from the intended sign-in of a phone during the load until it had everything"
    }
  }
}
