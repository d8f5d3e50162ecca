import TestKit
import Testing

@testable import DomainCore

@Suite("NOT-5: a device token")
struct TokenTests {
  /// The directory in a box, because the test library cannot hold what may not be copied.
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

  @Test("NOT-5: is registered once, however often somebody signs in")
  func once() {
    for _ in 0..<3 { registry.signIn(sarah, on: 7) }
    #expect(registry.tokens(sarah) == [7])
  }

  @Test("NOT-5: moves to whoever signs in on the phone next")
  func moves() {
    registry.signIn(sarah, on: 7)
    registry.signIn(sarah, on: 8)
    registry.signIn(tom, on: 7)
    #expect(registry.tokens(sarah) == [8] && registry.tokens(tom) == [7])
    #expect(registry.owner(7) == tom)
  }

  @Test("NOT-5: is dropped at sign-out, so nobody is notified there")
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

  @Test("NOT-5: is never that of a closed account, nor of nobody")
  func closed() {
    registry.signIn(sarah, on: 7)
    registry.directory.close(sarah, because: .accountDeleted)
    registry.signIn(sarah, on: 8)
    registry.signIn(.none, on: 9)
    #expect(registry.tokens(sarah) == [] && registry.owner(7) == .none)
    #expect(registry.owner(9) == .none && registry.tokens(.none) == [])
  }

  @Test("NOT-5: belongs to the one who signed in last, in any history", arguments: 0..<300)
  func oracle(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    var accounts = [sarah, tom, registry.directory.open(.coach)]
    var plain: [UInt64: AccountHandle] = [:]
    for _ in 0..<60 {
      let token = dice.pick(Array(UInt64(0)..<8))
      switch dice.pick([0, 0, 0, 1, 1, 2]) {
      case 0:
        let account = dice.pick(accounts)
        registry.signIn(account, on: token)
        plain[token] = account
      case 1:
        registry.signOut(on: token)
        plain[token] = nil
      default:
        guard dice.chance(1, in: 8), accounts.count > 1 else { continue }
        let gone = accounts.removeLast()
        registry.directory.close(gone, because: .accountDeleted)
        plain = plain.filter { $0.value != gone }
      }
      for account in accounts {
        let expected = plain.filter { $0.value == account }.map(\.key)
        #expect(registry.tokens(account).sorted() == expected.sorted())
      }
      for token in UInt64(0)..<8 {
        #expect(registry.owner(token) == plain[token] ?? .none)
      }
    }
  }
}
