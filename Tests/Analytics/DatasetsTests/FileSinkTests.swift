import Base
import Foundation
import TestKit
import Testing

@testable import Datasets

@Suite("A file sink writes, counts and hashes")
struct FileSinkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("pieces of any size, across the buffer's borders")
  func pieces() throws {
    var expected: [UInt8] = []
    let sink = try FileSink(path: "\(folder.path)/out")
    for (index, size) in [0, 1, 5, 1 << 20, 3, (1 << 20) - 4, 1, 3 << 20, 100].enumerated() {
      let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) }
      try sink.write(piece)
      expected += piece
      #expect(sink.byteCount == expected.count)
    }
    try sink.write("the end")
    expected += Array("the end".utf8)
    let receipt = try sink.finish()
    #expect(try folder.bytes("out") == Data(expected))
    #expect(receipt.byteCount == expected.count)
    #expect(receipt.sha256 == expected.withUnsafeBytes { SHA256.hexadecimal(of: $0) })
  }

  @Test("an empty file has the hash of nothing")
  func empty() throws {
    let receipt = try FileSink(path: "\(folder.path)/out").finish()
    #expect(receipt.byteCount == 0)
    #expect(receipt.sha256.hasPrefix("e3b0c44298fc1c14"))
    #expect(try folder.bytes("out").isEmpty)
  }

  @Test("a device without space is an error that stays")
  func fullDevice() throws {
    let sink = try FileSink(path: "/dev/full")
    try sink.write("waits in the buffer")
    let error = try #require(throws: FileError.self) { try sink.finish() }
    #expect(error.code == .noSpace)
    #expect(
      error.description
        == "Cannot write /dev/full: no space is left there; free some or choose another folder.")
    #expect(throws: error) { try sink.write("more") }
    #expect(throws: error) { try sink.finish() }
  }

  @Test("a full disk is an error", .enabled(if: SmallDisk.isPossible))
  func fullDisk() throws {
    let disk = try SmallDisk()
    let sink = try FileSink(path: "\(disk.path)/out")
    let piece = [UInt8](repeating: 7, count: 100_000)
    let error = #expect(throws: FileError.self) {
      for _ in 0..<20 { try sink.write(piece) }
    }
    #expect(error?.code == .noSpace)
  }

  @Test("what cannot be opened is named", arguments: ["none/out", "file/out", ""])
  func unopened(name: String) throws {
    try folder.write("a file", to: "file")
    let path = "\(folder.path)/\(name)"
    let error = #expect(throws: FileError.self) { _ = try FileSink(path: path) }
    #expect(error?.description.hasPrefix("Cannot write \(path): ") == true)
  }
}
