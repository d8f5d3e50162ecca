import JSONText

// What families ask a server for, as bytes.
extension FamilySignUp {
  /// A secret of a person who exists for this load only.
  private func secret(_ family: Int, _ member: Int, _ purpose: UInt64) -> String {
    (0..<4).map { part in
      Self.hexadecimal(
        Self.mixed(run &+ UInt64(family) << 24 &+ UInt64(member) << 8 &+ purpose << 4 &+ part))
    }.joined()
  }

  static func mixed(_ word: UInt64) -> UInt64 {
    var word = word &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func key(_ family: Int, _ member: Int, _ kind: String) -> String {
    "\(Self.hexadecimal(run))-\(family)-\(member)-\(kind)"
  }

  func request(_ index: Int) -> [UInt8] {
    let family = families[index]
    switch family.tasks[family.next] {
    case .account(let member): return account(index, family, member)
    case .session(let device):
      return session(index, family.devices[device])
    case .family(let device): return newFamily(index, family.devices[device])
    case .site(let device): return site(index, family, device)
    case .invited(let device, let code):
      return requests.post(
        "/v1/scopes/\(family.scope)/sites", ["invitation": .string(Self.hexadecimal(code))],
        token: family.devices[device].token)
    case .group(let device, let code):
      return requests.post(
        "/v1/groups",
        ["code": .string(Self.hexadecimal(code)), "openedOn": .string(family.firstDay)],
        token: family.devices[device].token,
        key: key(index, family.devices[device].member, "group"))
    case .deletion(let device):
      return requests.bare("DELETE", "/v1/account", token: family.devices[device].token)
    case .refusedToken(let device):
      return requests.bare("GET", "/v1/export", token: family.devices[device].token)
    case .refusedSignIn(let device): return session(index, family.devices[device])
    case .consent(let child, let phone): return consent(to: child, by: phone, purpose: 3)
    // The secret with which the child signs in is no guardian's.
    case .refusedConsent(let child, let phone): return consent(to: child, by: phone, purpose: 1)
    }
  }

  private func account(_ index: Int, _ family: Family, _ member: Int) -> [UInt8] {
    let role = family.members[member].role
    var fields: [(String, JSONNode)] = [
      ("secret", .string(secret(index, member, 1))),
      ("kind", .string(role == "coach" || role == "athlete" ? role : "person")),
      ("born", .string(family.members[member].born)),
    ]
    if family.wards.contains(member) {
      fields.append(("guardian", .string(secret(index, member, 3))))
    }
    return requests.post("/v1/accounts", .object(fields), key: key(index, member, "account"))
  }

  private func consent(to child: Person, by phone: Int, purpose: UInt64) -> [UInt8] {
    let account = families[child.family].accounts[child.member] ?? 0
    return requests.put(
      "/v1/accounts/\(account)/sharing",
      [
        "guardian": .string(secret(child.family, child.member, purpose)), "allowed": .boolean(true),
      ], token: families[child.family].devices[phone].token)
  }

  private func session(_ index: Int, _ device: Device) -> [UInt8] {
    let person = device.person ?? Person(family: index, member: device.member)
    return requests.post(
      "/v1/sessions",
      [
        "account": .integer(families[person.family].accounts[person.member] ?? 0),
        "secret": .string(secret(person.family, person.member, 1)),
        "install": .string(Self.hexadecimal(device.install)),
      ])
  }

  private func newFamily(_ index: Int, _ device: Device) -> [UInt8] {
    let family = families[index]
    let members = family.members.prefix(family.founderCount).enumerated().map {
      place, member -> JSONNode in
      var fields: [(String, JSONNode)] = [
        ("role", .string(member.role)), ("born", .string(member.born)),
      ]
      if place != device.member { fields.append(("claim", .string(secret(index, place, 2)))) }
      return .object(fields)
    }
    return requests.post(
      "/v1/families",
      [
        "firstDay": .string(family.firstDay), "dayCapacity": .integer(family.dayCapacity),
        "members": .array(members), "self": .integer(device.member),
      ], token: device.token, key: key(index, device.member, "family"))
  }

  /// The first device of a person claims their place, the others are of the same account.
  private func site(_ index: Int, _ family: Family, _ place: Int) -> [UInt8] {
    let device = family.devices[place]
    let isKnown =
      family.devices.contains { $0.member == device.member && !$0.registration.isEmpty }
    let body: JSONNode =
      isKnown
      ? [:]
      : [
        "member": .integer(device.member), "claim": .string(secret(index, device.member, 2)),
      ]
    return requests.post("/v1/scopes/\(family.scope)/sites", body, token: device.token)
  }
}
