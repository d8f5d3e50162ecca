import Base

/// What a method and a path ask for.
public enum ServiceRoute: Hashable, Sendable {
  case setSharing(account: UInt32)
  case openAccount, deleteAccount, openSession, closeSession, createFamily, openGroup
  case register(scope: UInt32)
  case setClaim(scope: UInt32, member: UInt16)
  case exchange
  case news(cursor: UInt64?, seconds: Int)
  case invitation(group: UInt32, code: UInt64)
  case export
  case keepDevice(UInt64)
  case dropDevice(UInt64)
  case clock, setClock, health, ready, metrics

  /// The path without the numbers in it, for counters and logs.
  public var template: String {
    switch self {
    case .openAccount: "POST /v1/accounts"
    case .setSharing: "PUT /v1/accounts/{account}/sharing"
    case .deleteAccount: "DELETE /v1/account"
    case .openSession: "POST /v1/sessions"
    case .closeSession: "DELETE /v1/sessions/current"
    case .createFamily: "POST /v1/families"
    case .openGroup: "POST /v1/groups"
    case .register: "POST /v1/scopes/{scope}/sites"
    case .setClaim: "PUT /v1/scopes/{scope}/members/{member}/claim"
    case .exchange: "POST /v1/exchange"
    case .news: "GET /v1/news"
    case .invitation: "GET /v1/invitations/{invitation}"
    case .export: "GET /v1/export"
    case .keepDevice: "PUT /v1/devices/{token}"
    case .dropDevice: "DELETE /v1/devices/{token}"
    case .clock: "GET /v1/clock"
    case .setClock: "PUT /v1/clock"
    case .health: "GET /health"
    case .ready: "GET /ready"
    case .metrics: "GET /metrics"
    }
  }

  /// Whether only a known install may ask.
  public var needsToken: Bool {
    switch self {
    case .openAccount, .openSession, .clock, .setClock, .health, .ready, .metrics: false
    default: true
    }
  }

  /// The forms of a body that the route takes; nil if it takes none.
  public var bodyType: ServiceAnswer.BodyType? {
    switch self {
    case .exchange: .wire
    case .openAccount, .setSharing, .openSession, .createFamily, .openGroup, .register, .setClaim,
      .setClock:
      .json
    default: nil
    }
  }
}

// MARK: - Reading

extension ServiceRoute {
  /// Reads a method, a path and the parameters behind it.
  public init(
    method: String, path: String, parameter: (String) -> String?
  ) throws(Problem) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
      String.init)
    let routes = try Self.routes(of: parts, parameter)
    guard !routes.isEmpty else {
      throw Problem(
        404, "path-unknown",
        "There is no such path; docs/http-api.md lists the paths of this service.")
    }
    // A HEAD is a GET whose body is left out.
    let wanted = method == "HEAD" ? "GET" : method
    guard let route = routes.first(where: { $0.method == wanted })?.route else {
      let allowed = routes.map(\.method).joined(separator: ", ")
      throw Problem(
        405, "method-unknown", "This path has \(allowed), and not the method of the request.",
        allowed: allowed)
    }
    self = try route()
  }

  private typealias Choice = (method: String, route: () throws(Problem) -> ServiceRoute)

  /// The methods of a path.
  private static func routes(
    of parts: [String], _ parameter: (String) -> String?
  ) throws(Problem) -> [Choice] {
    switch parts.count {
    case 1:
      switch parts[0] {
      case "health": [("GET", { () throws(Problem) in .health })]
      case "ready": [("GET", { () throws(Problem) in .ready })]
      case "metrics": [("GET", { () throws(Problem) in .metrics })]
      default: []
      }
    case 2 where parts[0] == "v1": try routes(named: parts[1], parameter)
    case 3 where parts[0] == "v1": routes(below: parts[1], parts[2])
    case 4 where parts[0] == "v1" && parts[1] == "scopes" && parts[3] == "sites":
      [("POST", { () throws(Problem) in .register(scope: try number(parts[2], "scope")) })]
    case 4 where parts[0] == "v1" && parts[1] == "accounts" && parts[3] == "sharing":
      [("PUT", { () throws(Problem) in .setSharing(account: try number(parts[2], "account")) })]
    case 6
    where parts[0] == "v1" && parts[1] == "scopes" && parts[3] == "members"
      && parts[5] == "claim":
      [
        (
          "PUT",
          { () throws(Problem) in
            .setClaim(
              scope: try number(parts[2], "scope"), member: try number(parts[4], "member"))
          }
        )
      ]
    default: []
    }
  }

  private static func routes(
    named name: String, _ parameter: (String) -> String?
  ) throws(Problem) -> [Choice] {
    switch name {
    case "accounts": return [("POST", { () throws(Problem) in .openAccount })]
    case "account": return [("DELETE", { () throws(Problem) in .deleteAccount })]
    case "sessions": return [("POST", { () throws(Problem) in .openSession })]
    case "families": return [("POST", { () throws(Problem) in .createFamily })]
    case "groups": return [("POST", { () throws(Problem) in .openGroup })]
    case "exchange": return [("POST", { () throws(Problem) in .exchange })]
    case "export": return [("GET", { () throws(Problem) in .export })]
    case "clock":
      return [
        ("GET", { () throws(Problem) in .clock }), ("PUT", { () throws(Problem) in .setClock }),
      ]
    case "news":
      let (cursor, wait) = (parameter("cursor"), parameter("wait"))
      return [("GET", { () throws(Problem) in try news(cursor, wait) })]
    default: return []
    }
  }

  private static func routes(below name: String, _ last: String) -> [Choice] {
    switch name {
    case "sessions" where last == "current":
      return [("DELETE", { () throws(Problem) in .closeSession })]
    case "invitations": return [("GET", { () throws(Problem) in try invitation(last) })]
    case "devices":
      return [
        ("PUT", { () throws(Problem) in .keepDevice(try device(last)) }),
        ("DELETE", { () throws(Problem) in .dropDevice(try device(last)) }),
      ]
    default: return []
    }
  }

  private static func news(_ cursor: String?, _ wait: String?) throws(Problem) -> ServiceRoute {
    var position: UInt64?
    if let cursor {
      guard let number = UInt64(cursor) else {
        throw Problem(
          400, "parameter-invalid",
          "The parameter 'cursor' can only be one that a former answer returned.")
      }
      position = number
    }
    var seconds = 25
    if let wait {
      guard let number = Int(wait), (0...60).contains(number) else {
        throw Problem(
          400, "parameter-invalid", "The parameter 'wait' can be a number of seconds from 0 to 60.")
      }
      seconds = number
    }
    return .news(cursor: position, seconds: seconds)
  }

  private static func invitation(_ text: String) throws(Problem) -> ServiceRoute {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, let group = UInt32(decimal: parts[0]),
      let code = Hexadecimal.word(parts[1])
    else {
      throw Problem(
        400, "path-invalid",
        "An invitation is the number of a group, a hyphen and 16 lower-case hexadecimal digits.")
    }
    return .invitation(group: group, code: code)
  }

  private static func device(_ text: String) throws(Problem) -> UInt64 {
    guard let token = Hexadecimal.word(text.utf8) else {
      throw Problem(
        400, "path-invalid", "The token of a device has 16 lower-case hexadecimal digits.")
    }
    return token
  }

  private static func number<Value: FixedWidthInteger>(
    _ text: String, _ name: String
  ) throws(Problem) -> Value {
    guard let value = Value(decimal: text.utf8[...]) else {
      throw Problem(
        400, "path-invalid", "The \(name) in the path can be a number below \(Value.max).")
    }
    return value
  }
}

extension FixedWidthInteger {
  /// A number of digits alone, without a sign; `.max` is none.
  init?(decimal digits: Substring.UTF8View.SubSequence) {
    guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let value = Self(Substring(digits)), value < .max
    else { return nil }
    self = value
  }
}
