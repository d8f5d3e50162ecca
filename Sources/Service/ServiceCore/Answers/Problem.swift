/// Why a request is not performed, as RFC 9457 writes it.
public struct Problem: Error, Hashable, Sendable {
  public let status: Int
  /// The last word of its type.
  public let kind: String
  /// One sentence with the place, what is possible there, and what is near.
  public let detail: String
  /// After how many seconds it is worth asking again.
  public var retryAfter: Int?
  /// The methods that the path has.
  public var allowed: String?

  public init(
    _ status: Int, _ kind: String, _ detail: String, retryAfter: Int? = nil,
    allowed: String? = nil
  ) {
    self.status = status
    self.kind = kind
    self.detail = detail
    self.retryAfter = retryAfter
    self.allowed = allowed
  }

  /// The name that HTTP has for a status.
  public static func title(of status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    default: "Status \(status)"
    }
  }
}

extension Problem {
  public static let tokenMissing = Problem(
    401, "token-missing",
    "This needs the header 'Authorization: Bearer <token>'; POST /v1/sessions "
      + "returns a token.")
  static let tokenUnknown = Problem(
    401, "token-unknown", "The token is unknown or has ended; POST /v1/sessions returns another.")
  static let credentialsWrong = Problem(
    401, "credentials-wrong", "There is no account with this secret.")
  static let notYours = Problem(
    403, "site-not-yours", "The token does not belong to the site and install of the request.")
  static let scopeUnknown = Problem(
    404, "scope-unknown", "There is no such scope, or this account has no part in it.")
  static let keyUsed = Problem(
    409, "key-used", "The Idempotency-Key was used for a request with another body.")

  /// The storage did not write; the server opens it again.
  public static let storageFailed = Problem(
    503, "storage-failed", "The storage could not write; the server opens it again.", retryAfter: 1)
}
