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

  private init(host: String, port: UInt16) {
    text = "http://\(host):\(port)"
    self.host = host
    self.port = port
    prefix = ""
  }

  /// A server on the loopback interface.
  public static func local(port: UInt16) -> HTTPTarget {
    HTTPTarget(host: "127.0.0.1", port: port)
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

  /// A port of the loopback interface.
  static func loopback(port: UInt16) -> SocketAddress {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        SocketAddress(
          $0, count: socklen_t(MemoryLayout<sockaddr_in>.size), family: AF_INET)
      }
    }
  }

  /// Lends it in the form of the system's calls.
  func withPointer<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
    bytes.withUnsafeBytes {
      body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
  }

  /// Begins to connect a new socket that blocks nothing; returns the socket, or the error number.
  func connect() -> Result<Int32, ConnectionProblem> {
    // A server that is started meanwhile must not get it.
    let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, Self.stream | flags, 0)
    guard descriptor >= 0 else { return .failure(ConnectionProblem(number: errno)) }
    let status = withPointer { SystemLibrary.connect(descriptor, $0, $1) }
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
