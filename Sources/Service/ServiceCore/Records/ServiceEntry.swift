import Chronology
import DomainCore
import SyncCore

/// Who may use an account on an install, since when.
struct SignedInInstall: Hashable, Sendable {
  var account: UInt32
  var install: InstallNonce
  var issued: Instant
}

/// What a request has created, so that the same request creates it once.
struct Creation: Hashable, Sendable {
  /// The kinds of creations by their numbers in the journal, which are never reused.
  enum Kind: UInt8 {
    case account = 1
    case family = 2
    case group = 3
  }

  var kind: Kind
  /// The hash of the body that asked for it.
  var body: SecretHash
  /// The account, or the creator's site.
  var number: UInt32
}

/// What the service keeps in the journal of its server, beside what the server keeps there.
///
/// The bytes are the form, the kind, and numbers in eight bytes each, the lowest first.
enum ServiceEntry: Hashable, Sendable {
  /// The secret with which an account signs in.
  case credential(account: UInt32, SecretHash)
  /// An install has signed in; its former token has ended.
  case session(SecretHash, SignedInInstall)
  case sessionEnded(SecretHash)
  /// An account that presents it may sign in as a member.
  case claim(scope: UInt32, member: UInt16, SecretHash)
  /// The code with which people register for a group that is not founded yet.
  case groupCode(scope: UInt32, SecretHash)
  case creation(SecretHash, Creation)
  /// GRP-11: an adult who presents it may consent for the owner of an account.
  case guardian(account: UInt32, SecretHash)

  private static let form: UInt8 = 1

  private var kind: UInt8 {
    switch self {
    case .credential: 1
    case .session: 2
    case .sessionEnded: 3
    case .claim: 4
    case .groupCode: 5
    case .creation: 6
    case .guardian: 7
    }
  }

  private var numbers: [UInt64] {
    switch self {
    case .credential(let account, let hash), .guardian(let account, let hash):
      [UInt64(account)] + hash.array
    case .session(let hash, let session):
      hash.array + [
        UInt64(session.account), session.install.raw,
        UInt64(bitPattern: session.issued.milliseconds),
      ]
    case .sessionEnded(let hash): hash.array
    case .claim(let scope, let member, let hash): [UInt64(scope), UInt64(member)] + hash.array
    case .groupCode(let scope, let hash): [UInt64(scope)] + hash.array
    case .creation(let key, let creation):
      key.array + creation.body.array + [UInt64(creation.kind.rawValue), UInt64(creation.number)]
    }
  }

  var bytes: [UInt8] {
    var bytes = [Self.form, kind]
    for number in numbers {
      for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    return bytes
  }

  /// Reads an entry; nil for one of a later form or kind.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2, bytes[0] == Self.form, bytes.count % 8 == 2 else { return nil }
    let numbers = stride(from: 2, to: bytes.count, by: 8).map { start in
      (0..<8).reduce(0 as UInt64) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
    }
    func hash(at place: Int) -> SecretHash { SecretHash(words: Array(numbers[place..<place + 4])) }
    func small(_ place: Int) -> UInt32 { UInt32(truncatingIfNeeded: numbers[place]) }
    switch (bytes[1], numbers.count) {
    case (1, 5): self = .credential(account: small(0), hash(at: 1))
    case (2, 7):
      self = .session(
        hash(at: 0),
        SignedInInstall(
          account: small(4), install: InstallNonce(raw: numbers[5]),
          issued: Instant(milliseconds: Int64(bitPattern: numbers[6]))))
    case (3, 4): self = .sessionEnded(hash(at: 0))
    case (4, 6):
      self = .claim(
        scope: small(0), member: UInt16(truncatingIfNeeded: numbers[1]), hash(at: 2))
    case (5, 5): self = .groupCode(scope: small(0), hash(at: 1))
    case (6, 10):
      guard let kind = Creation.Kind(rawValue: UInt8(truncatingIfNeeded: numbers[8])) else {
        return nil
      }
      self = .creation(
        hash(at: 0), Creation(kind: kind, body: hash(at: 4), number: small(9)))
    case (7, 5): self = .guardian(account: small(0), hash(at: 1))
    default: return nil
    }
  }
}
