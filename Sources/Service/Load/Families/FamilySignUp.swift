import Base
import JSONText

/// Opens accounts, families and sites at a server, many families at once and one request after the
/// other in each. A request without an answer is sent again: creations have a key, so that they
/// happen once.
struct FamilySignUp: RequestOwner {
  /// What one family asks for next.
  enum Task {
    case account(member: Int)
    case session(device: Int)
    case family(device: Int)
    case site(device: Int)
    /// A newcomer registers with the code of an invitation.
    case invited(device: Int, code: UInt64)
    /// A group is opened, with the code that others register with.
    case group(device: Int, code: UInt64)
    /// The owner of a device deletes their account.
    case deletion(device: Int)
    /// What the server must refuse after that, because of the token or the secret.
    case refusedToken(device: Int)
    case refusedSignIn(device: Int)
    /// GRP-11: with a phone in their family, a parent lets a child share in groups; before that,
    /// with a secret that is not the child's guardian's.
    case consent(child: Person, by: Int)
    case refusedConsent(child: Person, by: Int)

    /// The devices that it needs.
    var device: Int? {
      switch self {
      case .account, .consent, .refusedConsent: nil
      case .session(let device), .family(let device), .site(let device), .invited(let device, _),
        .group(let device, _), .deletion(let device), .refusedToken(let device),
        .refusedSignIn(let device):
        device
      }
    }
  }

  /// What a refusal means.
  enum Phase {
    /// Before a load: nothing is possible without it.
    case genesis
    /// While it runs, where others may have changed what a request needs.
    case running
    /// At its end: it is a violation.
    case audit
  }

  /// What a server has assigned to a device.
  struct Device {
    var member: Int
    var install: UInt64
    /// In a group: who its owner is in their family.
    var person: Person?
    var token = ""
    var registration: [UInt8] = []
  }

  /// A member of a family, who has an account there.
  struct Person: Hashable {
    var family: Int
    var member: Int
  }

  struct Family {
    /// Those that it begins with, and then those who join it.
    var members: [(role: String, born: String)]
    /// The members who share nothing in a group before a parent has consented, and those who are
    /// old enough to.
    var wards: Set<Int> = []
    var guardians: Set<Int> = []
    var founderCount: Int
    var firstDay: String
    var dayCapacity: Int
    var devices: [Device]
    /// The accounts of members, once they have one.
    var accounts: [Int: UInt32] = [:]
    /// The members whose accounts were deleted.
    var deleted: Set<Int> = []
    var scope: UInt32 = 0
    var tasks: [Task] = []
    var next = 0
    var attempts = 0
    /// When its next request may leave.
    var waitsUntil: Int64 = 0
    /// Whether its request is under way.
    var isBusy = false

    var isDone: Bool { next == tasks.count }
  }

  private(set) var families: [Family]
  let requests: FamilyRequests
  /// Distinguishes the keys and secrets of this load from those of others.
  let run: UInt64
  private var problem: String?
  /// What the server has refused to families that it had signed up; an audit goes on without them.
  private(set) var refusals: [Int: String] = [:]
  /// What it has answered and must not have.
  private(set) var violations: [String] = []
  /// How many requests it has refused while the load was running.
  private(set) var refusedCount = 0
  /// The children whose parents have consented to their sharing in groups.
  private(set) var consents: Set<Person> = []
  var phase = Phase.genesis
  private var lastProgress: Int64 = 0

  private static let attemptsMax = 10
  /// So long nothing may be answered before all is given up.
  private static let patience = MonotonicClock.nanoseconds(60)

  init(_ families: [Family], _ requests: FamilyRequests, run: UInt64) {
    self.families = families
    self.requests = requests
    self.run = run
    for index in families.indices { self.families[index].tasks = Self.tasks(families[index]) }
  }

  /// What a new family asks for: its first device creates it, then come the others, person by
  /// person. A parent comes first.
  private static func tasks(_ family: Family) -> [Task] {
    var owners: [Int] = []
    for device in family.devices
    where device.member < family.founderCount && !owners.contains(device.member) {
      owners.append(device.member)
    }
    let parents = owners.filter { family.members[$0].role == "parent" }
    owners = parents + owners.filter { !parents.contains($0) }
    var tasks: [Task] = []
    for owner in owners {
      let own = family.devices.indices.filter { family.devices[$0].member == owner }
      tasks.append(.account(member: owner))
      tasks += own.map { .session(device: $0) }
      let isCreator = owner == owners.first
      tasks += own.enumerated().map { place, device in
        isCreator && place == 0 ? .family(device: device) : .site(device: device)
      }
    }
    return tasks
  }

  /// One more install in each family, of a member who has an account, which reads everything at the
  /// end.
  mutating func addAudits(of auditors: [Int?], installs: (Int) -> UInt64) {
    phase = .audit
    for (index, member) in auditors.enumerated() {
      // What was not done while the load was running is left.
      families[index].tasks.removeSubrange(families[index].next...)
      families[index].isBusy = false
      guard let member else { continue }
      addInstall(installs(index), of: member, in: index)
    }
  }

  /// One more install of a member. Returns its place among the devices of the family.
  @discardableResult
  mutating func addInstall(_ install: UInt64, of member: Int, in family: Int) -> Int {
    let device = families[family].devices.count
    var new = Device(member: member, install: install)
    new.person = families[family].devices.first { $0.member == member }?.person
    families[family].devices.append(new)
    families[family].tasks += [.session(device: device), .site(device: device)]
    return device
  }

  /// A person registers with the code of an invitation, on the first device that they have.
  mutating func addJoiner(_ device: Int, code: UInt64, in family: Int) {
    let member = families[family].devices[device].member
    families[family].tasks += [
      .account(member: member), .session(device: device), .invited(device: device, code: code),
    ]
  }

  /// The owner of a device joins a group on it; the first one opens it. Returns false if the phone
  /// has not signed in yet.
  mutating func addGroupJoiner(
    _ device: Int, code: UInt64, in group: Int, phone: Int, of family: Int
  ) -> Bool {
    let token = families[family].devices[phone].token
    guard !token.isEmpty else { return false }
    families[group].devices[device].token = token
    let isFirst = !families[group].tasks.contains { if case .group = $0 { true } else { false } }
    addConsent(
      to: Person(family: family, member: families[family].devices[phone].member), in: group)
    families[group].tasks.append(
      isFirst ? .group(device: device, code: code) : .invited(device: device, code: code))
    return true
  }

  /// GRP-11: before a child joins a group, a parent who has signed in lets it share there.
  private mutating func addConsent(to child: Person, in group: Int) {
    let family = families[child.family]
    guard family.wards.contains(child.member), !consents.contains(child),
      let phone = family.devices.firstIndex(where: { device in
        family.guardians.contains(device.member) && !family.deleted.contains(device.member)
          && !device.token.isEmpty
      })
    else { return }
    families[group].tasks += [
      .refusedConsent(child: child, by: phone), .consent(child: child, by: phone),
    ]
  }

  /// The owner of a device deletes their account, and then tries what they may not do any more.
  mutating func addDeletion(_ device: Int, in family: Int) {
    families[family].tasks += [
      .deletion(device: device), .refusedToken(device: device), .refusedSignIn(device: device),
    ]
  }

  /// The next request of a family, which leaves now.
  mutating func begin(_ family: Int) -> [UInt8] {
    families[family].isBusy = true
    return request(family)
  }

  /// Performs all tasks, if nothing interrupts it.
  mutating func perform(
    on pool: ConnectionPool, isInterrupted: () -> Bool
  ) throws(LoadError) {
    var first = 0
    lastProgress = MonotonicClock.now
    while problem == nil {
      while first < families.count && families[first].isDone { first += 1 }
      if first == families.count { return }
      if isInterrupted() { throw LoadError(message: "Interrupted before the load began.") }
      let now = MonotonicClock.now
      guard now < lastProgress + Self.patience else {
        throw LoadError(message: "The server has not answered \(place(first)) for a minute.")
      }
      var index = first
      while index < families.count && pool.hasIdle && index < first + 4 * pool.count {
        if !families[index].isDone && !families[index].isBusy && families[index].waitsUntil <= now {
          let request = begin(index)
          request.withUnsafeBytes { pool.send($0, for: index, at: now, &self) }
        }
        index += 1
      }
      pool.wait(until: now + 20_000_000, &self)
    }
    throw LoadError(message: problem ?? "")
  }

  // MARK: Answers

  mutating func finished(_ token: Int, _ outcome: RequestOutcome) {
    families[token].isBusy = false
    if notesEnd(token, outcome) { return }
    switch outcome {
    case .response(201, let body, _): note(token, Array(body))
    case .response(let status, _, let retryAfter) where status == 503 || status == 429:
      again(token, "status \(status)", after: retryAfter ?? 0)
    case .response(let status, let body, _):
      let detail = (try? JSONReader().read(Array(body)))?["detail"]?.string
      let text = detail ?? String(decoding: body.prefix(200), as: UTF8.self)
      let refusal = "the server answered \(place(token)) with status \(status): \(text)"
      refuse(token, refusal, isUnknown: status == 404)
    case .failed(let failure): again(token, failure.rawValue, after: 0)
    }
  }

  private mutating func refuse(_ index: Int, _ refusal: String, isUnknown: Bool) {
    switch phase {
    case .genesis: problem = "Cannot sign families up: \(refusal)"
    case .audit:
      refusals[index] = refusal
      families[index].next = families[index].tasks.count
    case .running:
      // An invitation is not known before the phone of the one who made it has sent it.
      if case .invited = families[index].tasks[families[index].next], isUnknown,
        families[index].attempts < Self.attemptsMax
      {
        return again(index, refusal, after: 0)
      }
      refusedCount += 1
      skipDevice(index)
    }
  }

  /// Leaves out what is still planned for the device whose request was refused.
  private mutating func skipDevice(_ index: Int) {
    let next = families[index].next
    let device = families[index].tasks[next].device
    families[index].next += 1
    families[index].attempts = 0
    while !families[index].isDone,
      families[index].tasks[families[index].next].device == device, device != nil
    {
      families[index].next += 1
    }
  }

  /// Notes the answers to a deletion, to a consent, and to what must be refused. Returns false for
  /// all others, and for those that decide nothing.
  private mutating func notesEnd(_ index: Int, _ outcome: RequestOutcome) -> Bool {
    guard case .response(let status, _, _) = outcome, status < 500, status != 429 else {
      return false
    }
    switch families[index].tasks[families[index].next] {
    case .deletion(let device):
      // One that was sent again may have been performed the first time.
      guard status == 204 || (status == 401 && families[index].attempts > 0) else { return false }
      noteDeleted(Person(family: index, member: families[index].devices[device].member))
    case .refusedToken, .refusedSignIn:
      if status != 401 {
        violations.append(
          "Family \(index) (scope \(families[index].scope)): after an account was deleted, the "
            + "server answered \(place(index)) of it with status \(status).")
      }
    case .refusedConsent(let child, _):
      if status < 400 {
        violations.append(
          "Family \(child.family) (scope \(families[child.family].scope)): the server answered "
            + "\(place(index)) with status \(status), and the secret was not the guardian's.")
      }
    case .consent(let child, _):
      guard status == 204 else { return false }
      consents.insert(child)
    default: return false
    }
    families[index].next += 1
    families[index].attempts = 0
    return true
  }

  /// A person is gone from their family, and from groups.
  private mutating func noteDeleted(_ person: Person) {
    families[person.family].deleted.insert(person.member)
    for index in families.indices {
      for device in families[index].devices where device.person == person {
        families[index].deleted.insert(device.member)
      }
    }
  }

  private mutating func again(_ index: Int, _ why: String, after seconds: Int) {
    families[index].attempts += 1
    let wait = max(Double(seconds), 0.05 * Double(1 << min(families[index].attempts, 6)))
    families[index].waitsUntil = MonotonicClock.now + MonotonicClock.nanoseconds(wait)
    // A server may be down for longer while a load is running.
    guard phase != .running, families[index].attempts >= Self.attemptsMax else { return }
    problem =
      "The server did not answer \(place(index)) in \(Self.attemptsMax) attempts: \(why)."
      + (why == "status 429"
        ? " It limits how much one client sends; 'shakeout serve --client-rate 0' does not." : "")
  }

  private func place(_ index: Int) -> String {
    switch families[index].tasks[families[index].next] {
    case .account: "POST /v1/accounts"
    case .session: "POST /v1/sessions"
    case .family: "POST /v1/families"
    case .site, .invited: "POST /v1/scopes/\(families[index].scope)/sites"
    case .group: "POST /v1/groups"
    case .deletion: "DELETE /v1/account"
    case .refusedToken: "GET /v1/export"
    case .refusedSignIn: "POST /v1/sessions"
    case .consent, .refusedConsent: "PUT /v1/accounts/{account}/sharing"
    }
  }

  private mutating func note(_ index: Int, _ body: [UInt8]) {
    let node = try? JSONReader().read(body)
    var isNoted = false
    switch families[index].tasks[families[index].next] {
    case .account(let member):
      families[index].accounts[member] = node?["account"]?.integer(as: UInt32.self)
      isNoted = families[index].accounts[member] != nil
    case .session(let device):
      families[index].devices[device].token = node?["token"]?.string ?? ""
      isNoted = !families[index].devices[device].token.isEmpty
    case .family(let device), .site(let device), .invited(let device, _), .group(let device, _):
      let bytes = node?["registration"]?.string.flatMap { Base64.bytes($0) } ?? []
      families[index].devices[device].registration = bytes
      families[index].scope = node?["scope"]?.integer(as: UInt32.self) ?? families[index].scope
      isNoted = !bytes.isEmpty
    case .deletion, .refusedToken, .refusedSignIn, .consent, .refusedConsent: break
    }
    guard isNoted else {
      problem =
        "The answer to \(place(index)) is not the one of docs/http-api.md: "
        + String(decoding: body.prefix(200), as: UTF8.self)
      return
    }
    families[index].next += 1
    families[index].attempts = 0
    lastProgress = MonotonicClock.now
  }
}
