import Foundation
import JSONText
import ServiceTestKit
import TestKit
import Testing

@Suite("People who join, sign in and delete their accounts during a load", .serialized)
struct FamilyChangesTests {
  private typealias Ending = (code: Int32, output: String, json: JSONNode)

  /// Sends the days of some people.
  private static func load(
    _ port: UInt16, _ options: [String], people: Int = 40, days: Int = 14, rate: Int = 300
  ) throws -> Ending {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path).appending(path: "load.json")
    let ending = try FamilyLoadTests.run(
      [
        "load", "calm", "--people", "\(people)", "--days", "\(days)",
        "--target", "http://127.0.0.1:\(port)", "--rate", "\(rate)", "--duration", "6",
        "--connections", "8", "--abort-below", "0", "--json", file.path,
      ] + options)
    let bytes = (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
    return (ending.code, ending.output, (try? JSONReader().read(bytes)) ?? .null)
  }

  private static func count(_ name: String, _ ending: Ending) -> Int {
    ending.json["people"]?[name]?.integer(as: Int.self) ?? -1
  }

  /// How many durations a series has.
  private static func durations(_ name: String, _ ending: Ending) -> Int {
    let series = ending.json["series"]?.elements?.first { $0["name"]?.string == name }
    return series?["count"]?.integer(as: Int.self) ?? 0
  }

  /// How many phones had everything after they signed in.
  private static func complete(_ ending: Ending) -> Int { durations("complete", ending) }

  private static func expectNothingLost(_ ending: Ending, _ place: SourceLocation) {
    let comment = Comment(rawValue: ending.output)
    #expect(ending.code == 0, comment, sourceLocation: place)
    #expect(ending.output.contains("nothing lost"), comment, sourceLocation: place)
    #expect(count("undrained", ending) == 0, comment, sourceLocation: place)
  }

  @Test("people join families with the code of an invitation, and get the whole feed")
  func joining() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(
      service.port,
      [
        "--set", "population.laterJoinerFraction=1",
        "--set", "population.laterJoinDelayDaysMedian=1", "--judge",
      ])
    Self.expectNothingLost(ending, #_sourceLocation)
    #expect(Self.count("joined", ending) > 3, "\(ending.output)")
    #expect(Self.complete(ending) > 3, "\(ending.output)")
    #expect(ending.output.contains(" joined"), "\(ending.output)")
  }

  @Test("people found groups, join them with their code, and share there what they did at home")
  func groups() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(
      service.port,
      ["--set", "activities.groupMemberFraction=1", "--set", "activities.workoutProbability=0.8"])
    Self.expectNothingLost(ending, #_sourceLocation)
    #expect(Self.count("groups", ending) >= 2, "\(ending.output)")
    #expect(Self.count("checkedGroups", ending) == Self.count("groups", ending))
    #expect(Self.count("checkedFamilies", ending) == Self.count("families", ending))
    #expect(Self.count("joined", ending) > 5, "\(ending.output)")
  }

  @Test("GRP-11: parents consent at the server before their children join a group")
  func consents() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(
      service.port,
      [
        "--set", "activities.groupMemberFraction=1", "--set",
        "contention.minorsInGroupsFraction=1",
      ], people: 250, days: 12, rate: 2_500)
    Self.expectNothingLost(ending, #_sourceLocation)
    let consents = Self.count("parentConsents", ending)
    #expect(consents > 2, "\(ending.output)")
    #expect(ending.output.contains(", \(consents) let share by a parent\n"), "\(ending.output)")
    // Each was tried with a wrong secret before.
    #expect(try Self.answers("PUT /v1/accounts/{account}/sharing", 204, service) == consents)
    #expect(try Self.answers("PUT /v1/accounts/{account}/sharing", 404, service) == consents)
  }

  @Test("new phones of members read the whole feed while the load goes on")
  func lateInstalls() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(
      service.port, ["--late-installs", "6", "--judge", "--fail-if", "complete.p99>10s"])
    Self.expectNothingLost(ending, #_sourceLocation)
    #expect(Self.count("lateInstalls", ending) == 6 && Self.complete(ending) == 6)
    #expect(ending.output.contains("kept    fails if complete.p99>10s"), "\(ending.output)")
  }

  /// How many requests for news the service has answered with a status.
  private static func news(_ status: Int, _ service: LocalService) throws -> Int {
    try answers("GET /v1/news", status, service)
  }

  /// How many requests of a route the service has answered with a status.
  private static func answers(
    _ route: String, _ status: Int, _ service: LocalService
  ) throws -> Int {
    let text = String(
      decoding: try service.carrier.send(Sending("GET", "/metrics")).body, as: UTF8.self)
    let name = #"shakeout_requests_total{route="\#(route)",status="\#(status)"} "#
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  @Test("phones whose app is open hold long polls, and show what others do")
  func longPolls() throws {
    let service = try LocalService()
    defer { service.stop() }
    let without = try Self.load(service.port, [])
    #expect(Self.durations("shown", without) == 0, "\(without.output)")
    #expect(try Self.news(200, service) == 0)
    let ending = try Self.load(
      service.port,
      [
        "--long-polls", "40", "--timeout", "3", "--judge", "--fail-if", "shown.p50>2s",
        // Whatever day it is, several phones of a family are open at a time.
        "--set", "behavior.sessionSecondsMedian=1800",
        "--set", "behavior.sessionsPerActiveDayMean=7",
      ])
    Self.expectNothingLost(ending, #_sourceLocation)
    #expect(Self.durations("shown", ending) > 3, "\(ending.output)")
    #expect(ending.output.contains("kept    fails if shown.p50>2s: measured"), "\(ending.output)")
    // Each opened app asks at once, and again after its answer.
    #expect(try Self.news(200, service) > 20)
  }

  @Test("FAM-6: phones of members who are removed and come back are emptied, and have all again")
  func returning() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(
      service.port,
      [
        "--judge", "--set", "activities.randomCommandProbability=1",
        "--set", "contention.contendedSessionProbability=1",
      ],
      people: 150, days: 21, rate: 4_000)
    Self.expectNothingLost(ending, #_sourceLocation)
  }

  private static let deletions = [
    "--set", "behavior.leaveHazardDaily=0.05",
    "--set", "contention.accountDeletionProbability=1",
  ]

  @Test("FAM-7: an account that is deleted under load can do nothing more, and its rows are erased")
  func deletions() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(service.port, Self.deletions + ["--judge"])
    Self.expectNothingLost(ending, #_sourceLocation)
    #expect(Self.count("deletedAccounts", ending) > 2, "\(ending.output)")
  }

  @Test("a service that only says that it has deleted an account is found out: exit status 70")
  func keptAccounts() throws {
    let service = try LocalService()
    defer { service.stop() }
    let proxy = try LosingProxy(to: service.port, .keepsAccounts)
    defer { proxy.stop() }
    let ending = try Self.load(proxy.port, Self.deletions)
    #expect(ending.code == 70, "\(ending.output)")
    let violations = (ending.json["violations"]?.elements ?? []).compactMap(\.string)
    for part in [
      "GET /v1/export of it with status 200", "POST /v1/sessions of it with status 201",
    ] {
      #expect(violations.contains { $0.contains(part) }, "\(part): \(violations)")
    }
  }
}
