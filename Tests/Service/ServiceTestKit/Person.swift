import Base
public import Chronology
public import DomainCore
public import JSONText
public import SyncCore

/// A person with an account, on one install.
public final class Person {
  public let carrier: any Carrier
  public let secret: String
  public let install: String
  public fileprivate(set) var account: UInt32 = .max
  public var token = ""

  /// Secrets are numbers here, so that every run is the same.
  public init(_ number: UInt64, over carrier: any Carrier, install: UInt64? = nil) {
    self.carrier = carrier
    secret = Self.digits(number)
    self.install = Hexadecimal.text(install ?? number)
  }

  /// 64 digits that no other number has.
  public static func digits(_ number: UInt64) -> String {
    (0..<4).map { Hexadecimal.text(Digest128.mix(number, $0, 0, 0).first) }.joined()
  }

  /// Opens the account and signs in.
  @discardableResult public func signUp(born: String = "1980-05-17") throws -> Person {
    let reply = try carrier.send(
      Sending(
        "POST", "/v1/accounts", key: "account-\(install)",
        json: ["secret": .string(secret), "born": .string(born)]))
    account = reply.number("account")
    try signIn()
    return self
  }

  /// Signs in with the account that another install has opened.
  public func signIn(as known: UInt32? = nil) throws {
    account = known ?? account
    let reply = try carrier.send(
      Sending(
        "POST", "/v1/sessions",
        json: [
          "account": .integer(account), "secret": .string(secret), "install": .string(install),
        ]))
    token = reply.json["token"]?.string ?? ""
  }

  public func send(
    _ method: String, _ path: String, key: String? = nil, json: JSONNode? = nil
  ) throws -> Reply {
    guard let json else { return try carrier.send(Sending(method, path, token: token, key: key)) }
    return try carrier.send(Sending(method, path, token: token, key: key, json: json))
  }

  /// Creates a family of roles; each other member may be claimed with `claim(of:)`.
  public func createFamily(
    _ roles: [String] = ["parent", "child"], key: String = "family", firstDay: String = "2026-03-01"
  ) throws -> Reply {
    let members = roles.enumerated().map { place, role -> JSONNode in
      [
        "role": .string(role), "born": role == "child" ? "2014-02-03" : "1980-05-17",
        "claim": .string(Self.claim(of: place)),
      ]
    }
    return try send(
      "POST", "/v1/families", key: key,
      json: ["firstDay": .string(firstDay), "members": .array(members)])
  }

  public static func claim(of place: Int) -> String { digits(UInt64(1_000 + place)) }

  public func exchange(_ bytes: [UInt8]) throws -> Reply {
    try carrier.send(
      Sending(
        "POST", "/v1/exchange", token: token,
        type: "application/vnd.shakeout.wire;v=\(bytes.first == 3 ? 2 : 1)", body: bytes))
  }
}

/// A person's copy of a scope on their install.
public final class Phone {
  /// Who uses it, over a connection that may be another one later.
  public var person: Person
  public private(set) var replica: Replica<MemoryReplicaStorage>
  public private(set) var author: MemberHandle
  private var request = Request()
  private var response = Response()
  private var writer = WireWriter()

  /// Begins with the answer to a registration. One that `keepsOwnRows` can hand them over again to
  /// a server that has lost them.
  public init(_ person: Person, _ site: Reply, keepsOwnRows: Bool = false) throws {
    self.person = person
    let registration = try Registration(Self.bytes(base64: site.json["registration"]?.string ?? ""))
    author = registration.member
    replica = Replica(
      site: registration.site, scope: registration.scope, state: registration.genesis.founded(),
      install: InstallNonce(raw: Hexadecimal.word(person.install.utf8) ?? 0),
      keepsOwnRows: keepsOwnRows, texts: ScopeTexts())
  }

  /// The texts of this copy.
  public var texts: ScopeTexts { replica.store.texts! }

  /// Someone has joined: they act as this member from now on.
  public func become(_ member: MemberHandle) { author = member }

  /// Saves a command here; it is sent with the next exchange.
  public func save(_ command: Command, at now: Instant) -> Bool {
    let saved = replica.commit(command, author: author, day: now.utcDay, zone: .utc, now: now)
    if case .success = saved { return true } else { return false }
  }

  public func drink(_ tenthOunces: UInt16, at now: Instant) -> Bool {
    save(
      .logWater(
        for: author, WaterAmount(tenthOunces: tenthOunces, source: .glass, minuteOfDay: 480)),
      at: now)
  }

  public func createHabit(_ name: String, at now: Instant) -> Bool {
    save(
      .createHabit(
        for: author, name: texts.habitName(name), category: texts.label(of: "Mind"), icon: 1,
        rank: 1 << 16), at: now)
  }

  /// The bytes of the next request.
  public func requestBytes(at now: Instant) -> [UInt8] {
    replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100, now: now)
    request.encode(into: &writer)
    return writer.bytes.withElements { Array($0) }
  }

  /// One exchange; returns the status.
  @discardableResult public func exchange(at now: Instant) throws -> Int {
    let reply = try person.exchange(requestBytes(at: now))
    guard reply.status == 200 else { return reply.status }
    try take(reply.body)
    return 200
  }

  /// Applies the bytes of a response.
  @discardableResult public func take(_ bytes: [UInt8]) throws -> ResponseKind {
    try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try response.decode(bytes) }
    _ = replica.apply(response)
    return response.header.kind
  }

  /// Exchanges until both sides are up to date.
  public func synchronize(at now: Instant) throws {
    for _ in 0..<100 {
      try exchange(at: now)
      if !replica.hasUnsent && !response.header.hasMore { return }
    }
  }

  private static func bytes(base64: String) -> [UInt8] {
    let digits = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bytes, word, bits) = ([UInt8](), 0, 0)
    for digit in base64.utf8 {
      guard let value = digits.firstIndex(of: digit) else { break }
      (word, bits) = (word << 6 | value, bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return bytes
  }
}

// MARK: - A service that was started again

extension Person {
  /// Goes on with a token that was issued before.
  public func adopt(_ token: String, _ account: UInt32) {
    self.token = token
    self.account = account
  }
}
