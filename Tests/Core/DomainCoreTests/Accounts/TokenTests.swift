import TestKit
import Testing

@testable import DomainCore

@Suite("NOT-5: a device token")
struct TokenTests {
  /// The directory in a box, because the test library cannot hold noncopyable values.
  final class Registry {
    var directory = Directory()

    func tokens(_ account: AccountHandle) -> [UInt64] {
      directory.tokens(of: account).map(\.raw)
    }

    func owner(_ token: UInt64) -> AccountHandle { directory.account(of: DeviceToken(token)) }

    func signIn(_ account: AccountHandle, on token: UInt64) {
      directory.register(DeviceToken(token), for: account)
    }

    func signOut(on token: UInt64) { directory.drop(DeviceToken(token)) }
  }

  let registry = Registry()
  let sarah: AccountHandle
  let tom: AccountHandle

  init() {
    sarah = registry.directory.open()
    tom = registry.directory.open(.athlete)
  }

  @Test("NOT-5: a token is registered once, however often a person signs in")
  func once() {
    for _ in 0..<3 { registry.signIn(sarah, on: 7) }
    #expect(registry.tokens(sarah) == [7])
  }

  @Test("NOT-5: a token moves to the next person who signs in on the phone")
  func moves() {
    registry.signIn(sarah, on: 7)
    registry.signIn(sarah, on: 8)
    registry.signIn(tom, on: 7)
    #expect(registry.tokens(sarah) == [8] && registry.tokens(tom) == [7])
    #expect(registry.owner(7) == tom)
  }

  @Test("NOT-5: a token is dropped at sign-out, so that no one is notified there")
  func signOut() {
    registry.signIn(sarah, on: 7)
    registry.signIn(sarah, on: 8)
    registry.signIn(sarah, on: 9)
    registry.signOut(on: 8)
    registry.signOut(on: 8)
    registry.signOut(on: 99)
    #expect(registry.tokens(sarah) == [9, 7] && registry.owner(8) == .none)
    registry.signIn(sarah, on: 8)
    #expect(registry.tokens(sarah) == [8, 9, 7])
  }

  @Test("NOT-5: a token never belongs to a closed account or to no account")
  func closed() {
    registry.signIn(sarah, on: 7)
    registry.directory.close(sarah, because: .accountDeleted)
    registry.signIn(sarah, on: 8)
    registry.signIn(.none, on: 9)
    #expect(registry.tokens(sarah) == [] && registry.owner(7) == .none)
    #expect(registry.owner(9) == .none && registry.tokens(.none) == [])
  }

  @Test("NOT-5: a token belongs to the last account that signed in", arguments: 0..<300)
  func oracle(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    var accounts = [sarah, tom, registry.directory.open(.coach)]
    var owners: [UInt64: AccountHandle] = [:]
    for _ in 0..<60 {
      let token = dice.pick(Array(UInt64(0)..<8))
      switch dice.pick([0, 0, 0, 1, 1, 2]) {
      case 0:
        let account = dice.pick(accounts)
        registry.signIn(account, on: token)
        owners[token] = account
      case 1:
        registry.signOut(on: token)
        owners[token] = nil
      default:
        guard dice.chance(1, in: 8), accounts.count > 1 else { continue }
        let closed = accounts.removeLast()
        registry.directory.close(closed, because: .accountDeleted)
        owners = owners.filter { $0.value != closed }
      }
      for account in accounts {
        let expected = owners.filter { $0.value == account }.map(\.key)
        #expect(registry.tokens(account).sorted() == expected.sorted())
      }
      for token in UInt64(0)..<8 {
        #expect(registry.owner(token) == owners[token] ?? .none)
      }
    }
  }
}
