import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("Corrupted messages")
struct WireFuzzTests {
  /// Changes bytes at random: flips, overwrites, cuts, duplicates and inserts.
  static func damage(_ bytes: [UInt8], _ samples: inout SampleMessages) -> [UInt8] {
    var bytes = bytes
    for _ in 0...samples.below(3) where !bytes.isEmpty {
      let place = samples.below(bytes.count)
      switch samples.below(6) {
      case 0: bytes[place] ^= 1 << UInt8(samples.below(8))
      case 1: bytes[place] = UInt8(samples.below(256))
      case 2: bytes.removeSubrange(place...)
      case 3: bytes.remove(at: place)
      case 4: bytes.insert(UInt8(samples.below(256)), at: place)
      default:
        let end = min(bytes.count, place + samples.below(20))
        bytes.insert(contentsOf: Array(bytes[place..<end]), at: samples.below(bytes.count))
      }
    }
    return bytes
  }

  #if DEBUG
    static let rounds = 40_000
  #else
    static let rounds = 200_000
  #endif

  @Test("are an error, or another message that is written unchanged again")
  func damagedMessages() throws {
    var samples = SampleMessages(seed: 21)
    var request = Request()
    var response = Response()
    var problems: [String: Int] = [:]
    for round in 0..<Self.rounds / 200 {
      let form: WireForm = round % 2 == 0 ? .fields : .compact
      let asked = Wire.bytes(samples.request(), as: form)
      let responded = Wire.bytes(samples.respond(), as: form)
      for _ in 0..<100 {
        let bytes = (Self.damage(asked, &samples), Self.damage(responded, &samples))
        problems[try problem(of: bytes.0, request: &request), default: 0] += 1
        problems[try problem(of: bytes.1, response: &response), default: 0] += 1
      }
    }
    #expect(problems[""]! > Self.rounds / 20, "messages that could be read")
    let all = [
      "formUnknown", "otherMessage", "cutOff", "numberTooLong", "fieldNumber", "typeUnknown",
      "otherType", "tooGreat", "valueUnknown", "missing", "impossible",
      "textInvalid",
    ]
    #expect(Set(problems.keys) == Set(all + [""]))
  }

  /// The name of the problem in some bytes; for readable ones, again and again, none.
  private func problem(of bytes: [UInt8], request: inout Request) throws -> String {
    do throws(WireError) {
      try Wire.decode(bytes, into: &request)
    } catch {
      return name(error, in: bytes)
    }
    let written = Wire.bytes(request, as: request.form)
    try Wire.decode(written, into: &request)
    try #require(Wire.bytes(request, as: request.form) == written)
    return ""
  }

  private func problem(of bytes: [UInt8], response: inout Response) throws -> String {
    do throws(WireError) {
      try Wire.decode(bytes, into: &response)
    } catch {
      return name(error, in: bytes)
    }
    let written = Wire.bytes(response, as: response.form)
    try Wire.decode(written, into: &response)
    try #require(Wire.bytes(response, as: response.form) == written)
    return ""
  }

  private func name(_ error: WireError, in bytes: [UInt8]) -> String {
    #expect((0...bytes.count).contains(error.offset))
    return "\(error.problem)".split(separator: "(").first.map(String.init) ?? "?"
  }

  @Test(
    "that are still readable harm neither the server nor another family member",
    arguments: WireForm.allCases)
  func damagedRequests(form: WireForm) throws {
    let world = World()
    let devices = [World.mother, World.father, World.child].map { world.device(of: $0) }
    var samples = SampleMessages(seed: 22)
    var served = 0
    for round in 0..<300 {
      let device = devices[round % 2]
      _ = try? device.creates("Habit \(round)")
      try device.drinks(tenthOunces: 5)
      try device.feels(3, 4)
      let bytes = Wire.bytes(device.asks().message(), as: form)
      for _ in 0..<40 {
        guard var request = try? Wire.request(Self.damage(bytes, &samples)) else { continue }
        // The carrier verifies that a request comes from the site it names.
        request.header.site = devices[2].site
        world.serve(Asked(request))
        served += 1
      }
      world.passes(Span.minute)
      if round % 10 == 0 { for device in devices[..<2] { world.exchange(device, pageMax: 500) } }
    }
    for _ in 0..<20 { for device in devices[..<2] { world.exchange(device, pageMax: 500) } }
    #expect(served > 500)
    #expect(world.isSame(devices[0]) && world.isSame(devices[1]))
    #expect(world.feed.filter { $0.operation.site == devices[2].site }.count > 50)
  }

  @Test(
    "that are still readable are checked by the receiving device", arguments: WireForm.allCases)
  func damagedResponses(form: WireForm) throws {
    let world = World()
    let phone = world.device(of: World.mother)
    let victim = world.device(of: World.father)
    var samples = SampleMessages(seed: 23)
    var results: [String: Int] = [:]
    for round in 0..<300 {
      _ = try? phone.creates("Habit \(round)")
      try phone.drinks(tenthOunces: 5)
      try phone.feels(3, 4)
      world.exchange(phone, pageMax: 500)
      let response = world.serve(victim.asks(pageMax: 20))
      let bytes = Wire.bytes(response.message(), as: form)
      for _ in 0..<40 {
        guard let response = try? Wire.respond(Self.damage(bytes, &samples)) else { continue }
        results["\(victim.replica.apply(response))", default: 0] += 1
      }
    }
    #expect(results.count > 5, "\(results)")
  }
}
