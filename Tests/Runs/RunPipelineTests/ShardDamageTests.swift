import Base
import Foundation
import Population
import Scenarios
import TestKit
import Testing

@testable import RunPipeline

@Suite("Damaged and foreign shards")
struct ShardDamageTests {
  private let folder: TemporaryFolder
  private let request: RunRequest
  /// A shard a batch.
  private let files: [[UInt8]]

  init() throws {
    folder = try TemporaryFolder()
    request = Shards.request(in: folder)
    files = try Shards.files(request, Shards.cuts(of: request, batches: 1))
  }

  /// The sentence with which a stream is refused; nothing may be left of it.
  private func refusal(_ stream: [UInt8]) throws -> String {
    var sentence = "accepted"
    do {
      _ = try Shards.assemble(stream, in: folder)
    } catch RunError.shards(let error) {
      sentence = error.description
    } catch let error as ShardError {
      sentence = error.description
    }
    #expect(try folder.everything.isEmpty, "\(sentence)")
    return sentence
  }

  @Test("a stream that ends early is refused wherever it ends")
  func truncated() throws {
    let whole = files.flatMap(\.self)
    let ends = [1, 7, 8, 15, 16, 900, files[0].count - 41, files[0].count - 1, files[0].count + 3]
    for end in ends + [files[0].count * 2, whole.count / 2, whole.count - 1] {
      let sentence = try refusal(Array(whole[..<end]))
      #expect(sentence.hasPrefix("The shards are truncated: they end at byte \(end),"), "\(end)")
    }
    #expect(
      try refusal(files.dropLast().flatMap(\.self))
        == "The shards end before batch \(files.count - 1), and the run has batches 0 to "
        + "\(files.count - 1): a shard is missing at the end.")
    #expect(try refusal([]).hasPrefix("There is no shard: 'shakeout assemble' reads the files"))
  }

  @Test("every changed byte is noticed")
  func flipped() throws {
    let whole = files.flatMap(\.self)
    let step = max(1, whole.count / 400)
    let places = Array(0..<80) + Array(stride(from: 80, to: whole.count, by: step))
    for place in places + Array((whole.count - 60)..<whole.count) {
      var stream = whole
      stream[place] ^= 0x10
      #expect(try refusal(stream) != "accepted", "byte \(place)")
    }
  }

  @Test("missing, doubled and disordered batches are named")
  func order() throws {
    #expect(
      try refusal((files[..<2] + files[3...]).flatMap(\.self))
        == "Batch 3 comes where batch 2 should: a shard is missing, or the shards are not in the "
        + "order of their batches.")
    #expect(
      try refusal((files[..<3] + files[2...]).flatMap(\.self))
        == "Batch 2 comes twice, or too late: batch 3 is the next.")
    #expect(
      try refusal((files + [files[0]]).flatMap(\.self))
        == "Batch 0 comes twice, or too late: batch \(files.count - 1) was the last.")
    #expect(
      try refusal(files[1...].flatMap(\.self)).hasPrefix("Batch 1 comes where batch 0 should"))
  }

  @Test("a frame that is missing in its shard is noticed")
  func missingFrame() throws {
    let pair = try Shards.files(request, [0..<2])[0]
    // The frames are those of the shards with one batch each, behind their headers.
    let frames = files[..<2].map { file -> [UInt8] in
      let start = file.firstRange(of: Array("SHKBATCH".utf8))!.lowerBound
      return Array(file[start..<(file.count - 48)])
    }
    let header = Array(pair[..<pair.firstRange(of: frames[0])!.lowerBound])
    #expect(pair.starts(with: header + frames[0] + frames[1]))
    let trailer = Array(pair.suffix(48))
    #expect(
      try refusal(header + frames[0] + trailer)
        == "Batch 1 is missing: its shard has other parts where it should be.")
    #expect(
      try refusal(header + frames[0] + frames[0] + trailer)
        == "Batch 0 comes twice, or too late: batch 1 is the next.")
    #expect(
      try refusal(header + frames[0] + frames[1] + frames[1] + trailer)
        == "Batch 1 comes twice, or too late: batch 2 is the next.")
  }

  @Test("a shard of another run is refused by what differs")
  func foreign() throws {
    func other(_ change: (inout RunRequest) -> Void) throws -> String {
      var other = request
      change(&other)
      let foreign = try Shards.files(other, [1..<2])
      return try refusal((files[..<1] + foreign + files[2...]).flatMap(\.self))
    }
    let start = "The shard behind batch 0 is of another run: its "
    #expect(
      try other { $0.scenario.seed = 2 }
        == start + "seed is '2', and that of the first shard is '1'.")
    #expect(
      try other { $0.personDaysPerBatch = 300 }.hasPrefix(
        start + "number of person-days in a batch is '300'"))
    #expect(
      try other { $0.scenario.network.lossProbability = 0.2 }.hasPrefix(
        start + "hash of the scenario is "))
    #expect(
      try other { $0.recordsBias = true }
        == start + "recorded bias is 'true', and that of the first shard is 'false'.")
    #expect(
      try other { $0.checksEveryScope = true }
        == start + "check of every scope is 'true', and that of the first shard is 'false'.")
  }

  @Test("other files and other formats are refused")
  func otherFiles() throws {
    #expect(
      try refusal(Array("PAR1 and more bytes than a mark".utf8))
        == "The first shard does not begin as the files of 'shakeout shard' do, at byte 0.")
    #expect(
      try refusal(files.flatMap(\.self) + Array("a few more bytes".utf8))
        == "The shard behind batch \(files.count - 1) does not begin as the files of 'shakeout "
        + "shard' do, at byte \(files.flatMap(\.self).count).")
    #expect(
      try refusal(changed("\"format\":2", "\"format\":1"))
        == "The first shard has format 1 of shards, and this program reads format 2.")
    let program = ShardIdentity.ofThisProgram
    #expect(
      try refusal(changed(program, String(repeating: "0", count: 64)))
        == "The first shard is of another program: its SHA-256 begins with '000000000000', and "
        + "that of this one with '\(program.prefix(12))'. Use one program for all.")
    #expect(
      try refusal(changed("\"zstd\":\"1", "\"zstd\":\"0")).hasPrefix(
        "The first shard was compressed with libzstd 0."))
  }

  /// The stream with another text of the same length in its first header, whose hash is right.
  private func changed(_ text: String, _ other: String) -> [UInt8] {
    var file = files[0]
    let place = file.firstRange(of: Array(text.utf8))!
    file.replaceSubrange(place, with: Array(other.utf8))
    let end = file.firstRange(of: Array("SHKBATCH".utf8))!.lowerBound
    let hash = ShardFormat.hash([Array(file[..<(end - 32)])])
    file.replaceSubrange((end - 32)..<end, with: hash)
    return file
  }

  @Test("an interrupted assembly leaves nothing")
  func interrupted() throws {
    let source = try TemporaryFolder()
    try Data(files.flatMap(\.self)).write(to: URL(filePath: "\(source.path)/stream"))
    let handle = try FileHandle(forReadingFrom: URL(filePath: "\(source.path)/stream"))
    let shards = try ShardStream(handle.fileDescriptor, isStopped: { false })
    let again = RunRequest(
      of: shards.identity, threads: 1, out: folder.path, name: "assembled", program: .unstated)
    let error = #expect(throws: RunError.self) {
      _ = try RunExecution(again, assembling: shards) { true }.run()
    }
    #expect(error?.description == "Interrupted: the unfinished run was removed.")
    #expect(try folder.everything.isEmpty)
  }
}
