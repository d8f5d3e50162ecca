import SystemLibrary

/// A server that a load is sent to: `http://host:port/prefix`.
public struct HTTPTarget: Sendable, Hashable {
  /// Why a text is no target.
  public struct Problem: Error, Hashable, Sendable {
    /// One sentence.
    public let message: String
  }

  /// As given.
  public let text: String
  public let host: String
  public let port: UInt16
  /// What comes before every path, without a slash at its end.
  public let prefix: String

  public init(_ text: String) throws(Problem) {
    self.text = text
    let scheme = "http://"
    if text.hasPrefix("https://") {
      throw Problem(
        message: "The target '\(text)' needs TLS, which this program does not speak. Give the "
          + "address behind the proxy that ends TLS, such as 'http://127.0.0.1:8080'.")
    }
    guard text.hasPrefix(scheme) else {
      throw Problem(
        message: "The target '\(text)' is not a URL of the form 'http://HOST:PORT'.")
    }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    var prefix = String(rest.dropFirst(authority.count))
    while prefix.hasSuffix("/") { prefix.removeLast() }
    let (host, port) = Self.split(authority)
    guard !host.isEmpty, let number = port.isEmpty ? 80 : UInt16(port), number > 0,
      !prefix.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
    else {
      throw Problem(
        message: "The target '\(text)' has no host, or its port is not a number from 1 to 65535. "
          + "Its form is 'http://HOST:PORT'.")
    }
    self.host = host
    self.port = number
    self.prefix = prefix
  }

  /// Host and port; an IPv6 address is in brackets.
  private static func split(_ authority: Substring) -> (host: String, port: String) {
    if authority.first == "[", let end = authority.firstIndex(of: "]") {
      let host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      return rest.isEmpty || rest.first == ":"
        ? (String(host), String(rest.dropFirst())) : ("", "")
    }
    guard let colon = authority.lastIndex(of: ":") else { return (String(authority), "") }
    return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
  }

  /// What stands in the field `Host`.
  public var authority: String {
    (host.contains(":") ? "[\(host)]" : host) + (port == 80 ? "" : ":\(port)")
  }

  /// The address of the host.
  func address() throws(Problem) -> SocketAddress {
    var hints = addrinfo()
    hints.ai_socktype = SocketAddress.stream
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard status == 0, let first = found?.pointee, let address = first.ai_addr else {
      throw Problem(message: "The host '\(host)' of the target '\(text)' has no address.")
    }
    return SocketAddress(address, count: first.ai_addrlen, family: first.ai_family)
  }
}

/// An address that sockets connect to.
struct SocketAddress {
  let bytes: [UInt8]
  let family: Int32

  static var stream: Int32 { Int32(SOCK_STREAM.rawValue) }

  init(_ address: UnsafePointer<sockaddr>, count: socklen_t, family: Int32) {
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(count)))
    self.family = family
  }

  /// Begins to connect a new socket that blocks nothing; returns the socket, or the error number.
  func connect() -> Result<Int32, ConnectionProblem> {
    let descriptor = socket(family, Self.stream | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return .failure(ConnectionProblem(number: errno)) }
    let status = bytes.withUnsafeBytes {
      SystemLibrary.connect(
        descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    guard status == 0 || errno == EINPROGRESS else {
      let problem = ConnectionProblem(number: errno)
      close(descriptor)
      return .failure(problem)
    }
    return .success(descriptor)
  }
}

/// An error number of the system.
struct ConnectionProblem: Error, Hashable {
  let number: Int32

  var text: String { String(cString: strerror(number)).lowercased() }
}
