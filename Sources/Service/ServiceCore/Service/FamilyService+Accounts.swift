import Base
import Chronology
import DomainCore
import JSONText
import SyncCore

extension FamilyService where Storage: ~Copyable {
  mutating func openAccount(_ call: ServiceCall) throws(Problem) -> ServiceAnswer {
    let fields = try JSONFields(call.body, known: ["secret", "kind", "born", "guardian"])
    let secret = try fields.secret("secret")
    let kind =
      try fields.choice(
        "kind",
        [("person", AccountKind.person), ("athlete", .athlete), ("coach", .coach)]) ?? .person
    let born = try fields.day("born")
    let guardian = fields.has("guardian") ? try fields.secret("guardian") : nil
    let key = try creationKey(of: call, by: secret.array)
    if let known = try creation(key, .account, call.body) {
      return Self.answer(account: known.number)
    }
    let account = try ask { (server) throws(StorageError) in
      let account = try server.openAccount(kind)
      if let born { try server.setBirth(of: account, to: born) }
      return account
    }
    try keep(.credential(account: account.raw, secret))
    if let guardian { try keep(.guardian(account: account.raw, guardian)) }
    try note(key, .account, call.body, account.raw)
    return Self.answer(account: account.raw)
  }

  private static func answer(account: UInt32) -> ServiceAnswer {
    ServiceAnswer(201, json: ["account": .integer(account)])
  }

  mutating func openSession(_ call: ServiceCall, now: Instant) throws(Problem) -> ServiceAnswer {
    let fields = try JSONFields(call.body, known: ["account", "secret", "install"])
    let account = try fields.required("account", "the number of an account") {
      $0.integer(as: UInt32.self)
    }
    let secret = try fields.secret("secret")
    let install = try fields.word("install")
    guard let known = records.credentials[account], known == secret else { throw .credentialsWrong }
    let token = drawSecret()
    try keep(
      .session(
        token.hash,
        SignedInInstall(account: account, install: InstallNonce(raw: install), issued: now)))
    let ends = now + Int64(limits.tokenDays) * Span.day
    return ServiceAnswer(
      201, json: ["token": .string(token.text), "expires": .string(ends.description)])
  }

  mutating func closeSession(_ call: ServiceCall, now: Instant) throws(Problem) -> ServiceAnswer {
    _ = try session(call.token, now: now)
    if let token = call.token { try keep(.sessionEnded(token)) }
    return .done
  }

  /// GRP-11: a parent agrees that the owner of an account shares in groups, or revokes that. Who
  /// has the secret that the account was opened with for the guardian is taken for the parent, if
  /// they are an adult with an account of their own.
  mutating func setSharing(
    _ call: ServiceCall, _ session: SignedInInstall, of account: UInt32, now: Instant
  ) throws(Problem) -> ServiceAnswer {
    let fields = try JSONFields(call.body, known: ["guardian", "allowed"])
    let guardian = try fields.secret("guardian")
    let allowed = try fields.required("allowed", "true or false") { $0.boolean }
    // A wrong secret and an unknown account look the same.
    guard records.guardians[account] == guardian else {
      throw Problem(
        404, "guardian-unknown", "There is no account that was opened for this guardian.")
    }
    let born = server.core.directory.accounts[Int(session.account)].born
    guard account != session.account,
      let born, now.utcDay >= born.birthday(limits.guardianAge)
    else {
      throw Problem(
        403, "adult-needed",
        "Only another account may do this, whose owner is known to be at least "
          + "\(limits.guardianAge) years old.")
    }
    if server.core.directory.accounts[Int(account)].isSharingAllowed != allowed {
      try ask { (server) throws(StorageError) in
        try server.allowSharing(of: AccountHandle(account), allowed)
      }
    }
    return .done
  }

  /// FAM-7. Tokens stay, so that the devices of the account get their purges.
  mutating func deleteAccount(
    _ session: SignedInInstall, now: Instant
  ) throws(Problem) -> ServiceAnswer {
    let account = AccountHandle(session.account)
    try ask { (server) throws(StorageError) in try server.deleteAccount(account, now: now) }
    records.note(.accountDeleted(account, now))
    for place in records.sites(of: session.account) { changed.append(place.scope) }
    return .done
  }

  /// NOT-5: the user of a phone gets its notifications.
  mutating func keepDevice(
    _ token: DeviceToken, _ session: SignedInInstall
  ) throws(Problem) -> ServiceAnswer {
    let account = AccountHandle(session.account)
    if server.core.directory.account(of: token) != account {
      try ask { (server) throws(StorageError) in try server.register(token, for: account) }
    }
    return .done
  }

  /// NOT-5: a phone that is someone else's by now stays theirs.
  mutating func dropDevice(
    _ token: DeviceToken, _ session: SignedInInstall
  ) throws(Problem) -> ServiceAnswer {
    if server.core.directory.account(of: token) == AccountHandle(session.account) {
      try ask { (server) throws(StorageError) in try server.drop(token) }
    }
    return .done
  }
}

// MARK: - Creations that are sent again

extension FamilyService where Storage: ~Copyable {
  /// What identifies a creation: its kind, who asks, and the key that they chose.
  func creationKey(of call: ServiceCall, by asker: [UInt64]) throws(Problem) -> SecretHash {
    guard let key = call.key else {
      throw Problem(
        400, "key-missing",
        "This needs the header 'Idempotency-Key' with 1 to 64 visible ASCII characters.")
    }
    guard (1...64).contains(key.count), key.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Problem(
        400, "key-invalid",
        "The header 'Idempotency-Key' can have 1 to 64 visible ASCII characters.")
    }
    var bytes = Array(call.route.template.utf8)
    for word in asker {
      for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return SecretHash(of: bytes + key)
  }

  /// What the same request has created before.
  func creation(
    _ key: SecretHash, _ kind: Creation.Kind, _ body: [UInt8]
  ) throws(Problem) -> Creation? {
    guard let known = records.creations[key] else { return nil }
    guard known.kind == kind, known.body == SecretHash(of: body) else { throw .keyUsed }
    return known
  }

  mutating func note(
    _ key: SecretHash, _ kind: Creation.Kind, _ body: [UInt8], _ number: UInt32
  ) throws(Problem) {
    try keep(.creation(key, Creation(kind: kind, body: SecretHash(of: body), number: number)))
  }
}
