import Base
import Chronology
import DomainCore
import Foundation
import TestKit
import Testing

@testable import SyncCore

@Suite("The document about messages as bytes")
struct WireDocumentTests {
  let text: String

  init() throws {
    text = try CommittedFile.text("docs/wire.md")
  }

  /// The rows of the table under a heading: a number for each field, with the type of its value.
  func table(_ heading: String) throws -> [UInt32: String] {
    let section = try #require(text.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
    var fields: [UInt32: String] = [:]
    for line in section.components(separatedBy: "\n## ")[0].split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let number = UInt32(cells[0]) else { continue }
      try #require(fields[number] == nil, "field \(number) appears twice")
      fields[number] = cells[2] == "signed" ? "number" : cells[2]
    }
    return fields
  }

  /// The fields of a block of bytes, in the same form.
  func fields(_ bytes: [UInt8], _ block: Range<Int>) throws -> [UInt32: String] {
    var fields: [UInt32: String] = [:]
    try bytes.withUnsafeBufferPointer { bytes in
      var reader = WireReader(bytes, block)
      while let field = try reader.next() {
        fields[field.number] =
          switch field.value {
          case .number: "number"
          case .fixed: "fixed"
          case .block: "block"
          }
      }
    }
    return fields
  }

  /// Where the first block of a field lies.
  func block(_ number: UInt32, in bytes: [UInt8], _ outer: Range<Int>) throws -> Range<Int> {
    let block = try bytes.withUnsafeBufferPointer { bytes -> Range<Int>? in
      var reader = WireReader(bytes, outer)
      while let field = try reader.next() {
        if field.number == number { return try field.block() }
      }
      return nil
    }
    return try #require(block)
  }

  @Test("names the kinds of facts that came with a later version")
  func versions() throws {
    let section = try #require(text.components(separatedBy: "version 1 keeps and passes").last)
    let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
    let later = FactKind.allCases.filter { $0.since > 1 }
    #expect(
      rows.filter { $0.first == "|" }.dropFirst(2).map(String.init)
        == later.map { "| \($0.rawValue) | \($0) |" })
  }

  /// An operation in which nothing is zero.
  var operation: SyncCore.Operation {
    var fact = Fact(
      command: Command(.waterLogged, subject: MemberHandle(2), payload: Payload(1, 2)),
      version: Version(stamp: 3, site: 4), sequence: 5, author: MemberHandle(6),
      day: LocalDay(number: 7), zone: .utc)
    fact.entity = Entity(raw: 8)
    fact.zone = 9
    return SyncCore.Operation(fact: fact, basis: 10, scope: 11, followers: 12)
  }

  @Test("has a table for each part, with every field that is written and no other")
  func tables() throws {
    var request = Request()
    request.header = RequestHeader(
      site: 1, scope: 2, epoch: 3, position: 4, pageRowsMax: 5, kind: .signIn,
      incarnation: 6, sequenceDecided: 7, sequencePermanentlyLost: 8, digest: 9,
      install: InstallNonce(raw: 11), clock: 10)
    request.zone = Zone(id: 3)
    request.operations.append(operation)
    request.unknown.keep(
      TextFields.fields(of: [
        TravelingText(bytes: [0x61], isLabel: false), TravelingText(bytes: [0x62], isLabel: true),
      ]), ofOperation: 0)
    let asked = Wire.bytes(request)
    #expect(try fields(asked, 2..<asked.count) == table("Request"))
    let inner = try block(7, in: asked, 2..<asked.count)
    #expect(try fields(asked, inner) == table("Operation"))
    var genesis = ScopeGenesis(firstDay: LocalDay(number: 4), dayCapacity: 5)
    genesis.members.append(Member(role: .parent, born: LocalDay(number: 1)))
    let given = Registration(site: 1, scope: 2, member: MemberHandle(3), genesis: genesis)
      .encoded()
    #expect(try fields(given, 2..<given.count) == table("Registration"))

    var response = Response()
    response.header = ResponseHeader(
      .snapshot, site: 1, scope: 2, sequenceDecided: 3, epoch: 4, from: 5, to: 6, end: 7,
      signIns: 8, incarnation: 12, reason: 9)
    response.firstDay = LocalDay(number: 10)
    response.dayCapacity = 11
    response.rows.append(
      FeedRow(
        operation: operation, verdict: Verdict(.memberRemoved),
        digest: Digest128(first: 1, second: 2), committed: Instant(milliseconds: 3)))
    var founder = Member(
      role: .child, born: LocalDay(number: 1), entity: Entity(raw: 2),
      since: Instant(milliseconds: 3))
    founder.isActive = false
    founder.isRemoved = true
    _ = founder.mayLog.write(true, at: Version(stamp: 4, site: 5))
    founder.consentGiven = Version(stamp: 6, site: 7)
    founder.consentWithdrawn = Version(stamp: 8, site: 9)
    founder.endedAt = Instant(milliseconds: 10)
    founder.changes = 11
    response.founders.append(founder)
    let responded = Wire.bytes(response)
    let whole = 2..<responded.count
    #expect(try fields(responded, whole) == table("Response"))
    #expect(try fields(responded, block(14, in: responded, whole)) == table("Row"))
    #expect(try fields(responded, block(13, in: responded, whole)) == table("Founder"))
  }

  @Test("has a table of the common kinds, with the pieces of their payloads")
  func commonKinds() throws {
    for place in 0...7 {
      let shapes = CommonKinds.shapes(place)
      let texts = [shapes.small, shapes.large].map { shape in
        (0..<4).filter { shape.widths[$0] > 0 }
          .map { "\(shape.starts[$0]):\(shape.widths[$0])" }.joined(separator: " ")
      }
      var kind = "– | any other"
      if place < CommonKinds.other {
        let number = CommonKinds.kind(at: place)
        #expect(CommonKinds.place(of: number) == place)
        kind = "\(number) | \(try #require(FactKind(rawValue: UInt8(number))))"
      }
      let row = "| \(place) | \(kind) | \(texts[0]) | \(texts[1]) |"
      #expect(text.contains(row), "\(row)")
    }
    #expect(CommonKinds.place(of: 43) == CommonKinds.other)
  }

  @Test("says which forms there are")
  func forms() {
    #expect(text.contains("| fields | `02` |") && WireForm.fields.rawValue == 2)
    #expect(text.contains("| compact | `03` |") && WireForm.compact.rawValue == 3)
    #expect(WireForm.allCases.count == 2)
  }

  @Test("has an example in each form that is read and written unchanged", arguments: [0, 1])
  func example(place: Int) throws {
    let form = WireForm.allCases[place]
    let section = try #require(text.components(separatedBy: "\n## An example\n").last)
    let listing = section.components(separatedBy: "```")[1 + 2 * place]
    // Each line is bytes, two digits each, and after two blanks their meaning.
    let bytes = listing.split(separator: "\n").flatMap { line in
      line.components(separatedBy: "  ")[0].split(separator: " ").compactMap {
        UInt8($0, radix: 16)
      }
    }
    try #require(bytes.count > 20)
    let monday = LocalDay(year: 2026, month: 3, day: 2)
    let eight = monday.at(hour: 8)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 480)
    let fact = Fact(
      command: .logWater(for: MemberHandle(0), glass),
      version: Version(stamp: HybridClock.stamp(of: eight), site: 7), sequence: 3,
      author: MemberHandle(0), day: monday, zone: .utc)
    var request = Request()
    request.header = RequestHeader(site: 7, scope: 1, epoch: 1, position: 40, pageRowsMax: 100)
    request.operations.append(SyncCore.Operation(fact: fact, basis: 40, scope: 1, followers: 0))
    Wire.number(200, 5).withUnsafeBufferPointer { request.unknownFields.append($0) }
    let expected = Wire.bytes(request, as: form)
    let written = expected.map { String(format: "%02x", $0) }.joined(separator: " ")
    #expect(bytes == expected, "written: \(written)")
    let read = try Wire.request(bytes)
    #expect(Asked(read) == Asked(request) && Wire.bytes(read, as: form) == bytes)
  }
}
