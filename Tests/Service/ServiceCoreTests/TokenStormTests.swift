import Base
import Chronology
import JSONText
import ServiceCore
import ServiceTestKit
import SyncCore
import TestKit
import Testing

@Suite("P12: tokens that are wrong, ended, replayed or swapped")
struct TokenStormTests {
  private static let tries = 10_000

  @Test("no row of another family leaves the service, whatever token comes with a request")
  func storm() throws {
    let start = AccountTests.start
    let carrier = try Services.inMemory()
    carrier.setClock(start)
    var phones: [Phone] = []
    var ended: [String] = []
    for number in 1...12 as ClosedRange<UInt64> {
      let person = try Person(number, over: carrier).signUp()
      ended.append(person.token)
      try person.signIn()
      let phone = try Phone(person, person.createFamily(["parent"]))
      #expect(phone.createHabit("Secret of \(number).", at: start))
      try phone.synchronize(at: start)
      phones.append(phone)
    }
    var dice = Dice(seed: 41)
    var (refused, foreign) = (0, 0)
    for _ in 0..<Self.tries {
      let (asked, asking) = (dice.roll(12), dice.roll(12))
      let token = Self.token(of: phones[asking].person, ended[asking], &dice)
      let reply = try carrier.send(
        Sending(
          "POST", "/v1/exchange", token: token, type: "application/vnd.shakeout.wire;v=2",
          body: Self.wholeFeed(of: phones[asked], as: phones[dice.roll(12)])))
      let text = String(decoding: reply.body, as: UTF8.self)
      if token != phones[asked].person.token {
        #expect(reply.status == 401 || reply.status == 403)
        foreign += text.contains("Secret of") ? 1 : 0
      }
      refused += reply.status == 200 ? 0 : 1
      for number in 1...12 where number != asking + 1 {
        foreign += text.contains("Secret of \(number).") ? 1 : 0
      }
    }
    #expect(foreign == 0)
    #expect(refused > Self.tries / 2 && refused < Self.tries)
  }

  /// A token of someone, one that has ended, or one that is near another.
  private static func token(of person: Person, _ ended: String, _ dice: inout Dice) -> String? {
    switch dice.roll(6) {
    case 0: return ended
    case 1: return nil
    case 2: return Person.digits(dice.bits())
    case 3:
      var digits = Array(person.token.utf8)
      let place = dice.roll(64)
      digits[place] = digits[place] == 0x30 ? 0x31 : 0x30
      return String(decoding: digits, as: UTF8.self)
    default: return person.token
    }
  }

  /// The request of a copy that has nothing, for the site of one phone and the install of another.
  private static func wholeFeed(of phone: Phone, as other: Phone) -> [UInt8] {
    var request = Request()
    request.header = RequestHeader(
      site: phone.replica.site, scope: phone.replica.scope, epoch: 1, position: 0, pageRowsMax: 100,
      kind: .exchange, install: other.replica.install)
    var writer = WireWriter()
    request.encode(into: &writer)
    return writer.bytes.withElements { Array($0) }
  }
}
