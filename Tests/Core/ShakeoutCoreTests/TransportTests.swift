import Foundation
import ShakeoutCore
import TestKit
import Testing

@Suite("Requests and responses as bytes")
struct TransportTests {
  /// A program in a process of its own, which answers lines with lines.
  private final class Peer {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(_ role: String) throws {
      process.executableURL = try BuiltProgram.url("exchange-program")
      process.arguments = [role]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }

    func ask(_ line: String) throws -> String {
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
      var answer: [UInt8] = []
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
        answer.append(byte)
      }
      return String(decoding: answer, as: UTF8.self)
    }

    /// Exchanges with a server until nothing is left to do.
    func exchange(with server: Peer) throws {
      repeat {
        let response = try server.ask("respond \(try ask("request"))")
        if try ask("take \(response)") == "done" { return }
      } while true
    }
  }

  @Test("a server and two phones in three processes converge, with names given offline")
  func processes() throws {
    let server = try Peer("server")
    let phones = [try Peer("phone"), try Peer("phone")]
    for phone in phones { _ = try phone.ask("open \(try server.ask("register"))") }
    for phone in phones { try phone.exchange(with: server) }
    _ = try phones[0].ask("create Reading")
    _ = try phones[0].ask("create Caf\u{E9}")
    _ = try phones[1].ask("create Chess")
    _ = try phones[1].ask("create Cafe\u{301}")
    #expect(try phones[0].ask("show") == "Reading, Caf\u{E9}")
    for _ in 0..<2 {
      for phone in phones { try phone.exchange(with: server) }
    }
    let names = try phones.map { Set(try $0.ask("show").components(separatedBy: ", ")) }
    #expect(names[0] == names[1] && names[0].count == 4)
    for name in ["Reading", "Chess"] { #expect(names[0].contains(name)) }
  }

  @Test("bytes that come twice, late or damaged change nothing, or what they should")
  func duplicates() throws {
    let kitchen = Kitchen()
    var server = FamilyServer(clock: kitchen.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    let early = ada.request()
    try ada.perform(.createHabit("Reading", for: ada.person))
    let late = ada.request()
    let responses = [server.respond(to: late), server.respond(to: early), server.respond(to: late)]
    var damaged = responses[0]
    damaged[0] = 9
    #expect(ada.take(damaged).malformed?.problem == .formUnknown(9))
    #expect(ada.take([]).malformed?.problem == .cutOff)
    #expect(ada.status() == .pending(2))
    #expect(ada.take(responses[2]).rows == 2)
    #expect(ada.status() == .synced)
    #expect(ada.take(responses[0]).rows == 0 && ada.take(responses[1]).rows == 0)
    #expect(ada.habits(of: ada.person).map(\.name) == ["Reading"])
    #expect(server.respond(to: [1, 2, 3]) == [] && server.respond(to: []) == [])
  }
}
