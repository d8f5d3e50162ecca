import Foundation
import Testing

@Suite("Random bytes in messages, records and files")
struct RandomBytesTests {
  /// A sample of what `scripts/fuzz-bytes` feeds by the million: no crash, no wrong value, and many
  /// that could be read.
  @Test(
    "are refused or read, and never crash a process",
    arguments: [
      "requests", "responses", "registrations", "records", "journals", "copies", "disks",
    ])
  func sample(area: String) throws {
    let inputs = ["disks": 300, "journals": 800, "copies": 800][area] ?? 5_000
    let peer = try Peer("random-bytes", [area, "1000000", "1", "\(inputs)"])
    let line = try #require(peer.line(), "the first chunk of \(area) ends the process")
    #expect(peer.ends())
    let words = line.split(separator: " ")
    try #require(words.count == 4 && words[0] == area && words[2] == "\(inputs)")
    let read = try #require(Int(words[3]))
    #expect(read > inputs / 10 && read < inputs)
  }
}
