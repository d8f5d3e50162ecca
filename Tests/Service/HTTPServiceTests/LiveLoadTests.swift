import Foundation
import JSONText
import ServiceTestKit
import TestKit
import Testing

@Suite("People who live while 'shakeout load' sends them", .serialized)
struct LiveLoadTests {
  private typealias Ending = (code: Int32, output: String, json: JSONNode)

  /// Lets some families live two days at a service, in a few seconds.
  private static func load(_ port: UInt16, _ options: String...) throws -> Ending {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path).appending(path: "load.json")
    let ending = try FamilyLoadTests.run(
      [
        "load", "calm", "--live", "--people", "12", "--days", "2", "--speed", "40000", "--target",
        "http://127.0.0.1:\(port)", "--connections", "8", "--json", file.path,
      ] + options)
    let bytes = (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
    return (ending.code, ending.output, (try? JSONReader().read(bytes)) ?? .null)
  }

  private static func count(_ name: String, _ ending: Ending) -> Int {
    ending.json["people"]?[name]?.integer(as: Int.self) ?? -1
  }

  @Test("families live two days at a service, and nothing of what they do is lost")
  func honest() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(
      service.port, "--judge", "--long-polls", "8", "--fail-if", "errors>0")
    #expect(ending.code == 0, "\(ending.output)")
    #expect(Self.count("families", ending) >= 3, "\(ending.output)")
    #expect(Self.count("checkedFamilies", ending) == Self.count("families", ending))
    #expect(Self.count("operations", ending) > 30 && Self.count("undrained", ending) == 0)
    #expect(Self.count("rows", ending) >= Self.count("operations", ending))
    #expect(ending.json["closedLoop"]?.boolean == true)
    #expect(ending.json["violations"]?.elements?.count == 0)
    #expect(ending.output.contains("nothing lost") && ending.output.contains("none violated"))
    #expect(ending.output.contains("closed: what people do depends on the answers"))
    #expect(ending.output.contains("live, times 40,000"), "\(ending.output)")
    // From the first family's first day to the last one's end, so many times as fast.
    let seconds = ending.json["seconds"]?.double ?? 0
    #expect(seconds >= 86_400 / 40_000.0 && seconds < 4 * 86_400 / 40_000.0, "\(seconds)")
  }

  @Test("a service that acknowledges an operation and loses it is found out: exit status 70")
  func lostOperation() throws {
    let service = try LocalService()
    defer { service.stop() }
    let proxy = try LosingProxy(to: service.port, .losesRow(after: 10))
    defer { proxy.stop() }
    let ending = try Self.load(proxy.port, "--drain", "4")
    let lost = try #require(proxy.lost, "nothing was lost: \(ending.output)")
    #expect(ending.code == 70, "\(ending.output)")
    #expect(ending.output.contains("operation \(lost.sequence) of site \(lost.site)"))
  }

  @Test("with a duration the load ends before the last day")
  func duration() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(service.port, "--duration", "1.5")
    #expect(ending.code == 0, "\(ending.output)")
    #expect(ending.json["seconds"]?.double == 1.5)
  }
}
