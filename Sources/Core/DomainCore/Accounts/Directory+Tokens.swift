import Base

/// NOT-5: the device token of a phone, as the push service issued it.
public struct DeviceToken: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt64

  @inlinable public init(_ raw: UInt64) {
    self.raw = raw
  }
}

/// NOT-5: the owner of a token. The tokens of an account form a chain, the newest first.
public struct TokenRow: BitwiseCopyable, Hashable, Sendable {
  /// `.none` after a sign-out, until a person signs in on that phone.
  public var account = AccountHandle.none
  /// The place of the account's next older token, or `.max`.
  public var older: UInt32 = .max
}

extension Directory {
  /// NOT-5: records a sign-in on a phone, which then gets this account's notifications only.
  public mutating func register(_ token: DeviceToken, for account: AccountHandle) {
    guard closed(account) == nil, account != .none else { return }
    let place = tokens.place(of: RowKey(token.raw), orAdd: TokenRow())
    if tokens[place].account == account { return }
    unlink(place)
    tokens[place] = TokenRow(account: account, older: accounts[Int(account.raw)].tokenNewest)
    accounts[Int(account.raw)].tokenNewest = UInt32(place)
  }

  /// NOT-5: records a sign-out on a phone, which then gets no notifications.
  public mutating func drop(_ token: DeviceToken) {
    if let place = tokens.place(of: RowKey(token.raw)) { unlink(place) }
  }

  /// NOT-5: whose notifications a phone gets; `.none` without a sign-in.
  public func account(of token: DeviceToken) -> AccountHandle {
    tokens.row(of: RowKey(token.raw))?.account ?? .none
  }

  /// NOT-5: the phones that get a person's notifications, the latest sign-in first.
  /// O(tokens of the account).
  public func tokens(of account: AccountHandle) -> [DeviceToken] {
    guard account != .none else { return [] }
    var list: [DeviceToken] = []
    var place = accounts[Int(account.raw)].tokenNewest
    while place != .max {
      list.append(DeviceToken(tokens.key(at: Int(place)).first))
      place = tokens[Int(place)].older
    }
    return list
  }

  mutating func dropTokens(of account: AccountHandle) {
    while accounts[Int(account.raw)].tokenNewest != .max {
      unlink(Int(accounts[Int(account.raw)].tokenNewest))
    }
  }

  /// Removes a token from its account's chain. O(tokens of the account).
  private mutating func unlink(_ place: Int) {
    let row = tokens[place]
    guard row.account != .none else { return }
    let owner = Int(row.account.raw)
    if accounts[owner].tokenNewest == UInt32(place) {
      accounts[owner].tokenNewest = row.older
    } else {
      var newer = Int(accounts[owner].tokenNewest)
      while tokens[newer].older != UInt32(place) { newer = Int(tokens[newer].older) }
      tokens[newer].older = row.older
    }
    tokens[place] = TokenRow()
  }
}
