public import JSONText
public import SyncCore

/// What the service answers, without the line and the headers that HTTP puts around it.
public struct ServiceAnswer: Hashable, Sendable {
  /// The types of bodies.
  public enum BodyType: Sendable {
    case json, problem, wire, wireCompact, metrics, none

    /// The type of a message in a form.
    public init(_ form: WireForm) { self = form == .compact ? .wireCompact : .wire }

    /// As it is written in a header. No `String`, which would be copied for C with each answer.
    public var text: StaticString {
      switch self {
      case .json: "application/json"
      case .problem: "application/problem+json"
      case .wire: "application/vnd.shakeout.wire;v=1"
      case .wireCompact: "application/vnd.shakeout.wire;v=2"
      case .metrics: "text/plain; version=0.0.4; charset=utf-8"
      case .none: ""
      }
    }
  }

  public var status: Int
  public var type: BodyType
  public var body: [UInt8]
  public var retryAfter: Int?
  public var allowed: String?

  public init(_ status: Int, _ type: BodyType, _ body: [UInt8]) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// An answer with a JSON text.
  public init(_ status: Int, json: JSONNode) {
    self.init(status, .json, JSONWriter(.compact).bytes(json))
  }

  /// An answer that says why there is none.
  public init(_ problem: Problem) {
    let node: JSONNode = [
      "type": .string("urn:shakeout:problem:\(problem.kind)"),
      "title": .string(Problem.title(of: problem.status)),
      "status": .integer(problem.status), "detail": .string(problem.detail),
    ]
    self.init(problem.status, .problem, JSONWriter(.compact).bytes(node))
    retryAfter = problem.retryAfter
    allowed = problem.allowed
  }

  /// Done, and nothing to say about it.
  public static let done = ServiceAnswer(204, .none, [])
}

/// What follows from a request in a batch.
public enum ServiceOutcome: Sendable {
  /// It leaves when the batch is written.
  case answer(ServiceAnswer)
  /// It waits for news.
  case wait(NewsWait)
}
