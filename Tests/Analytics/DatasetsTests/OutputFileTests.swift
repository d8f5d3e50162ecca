import Foundation
import SystemLibrary
import TestKit
import Testing

@testable import Datasets

@Suite("Output files")
struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  @Test("a file appears when it is published, and nothing is left beside it")
  func publishing() throws {
    try folder.write("old", to: "file")
    let file = try OutputFile(at: path("file"))
    #expect(try folder.everything == ["file"])
    try file.append(Array("new ".utf8))
    #expect(try folder.text("file") == "old")
    try file.write("text")
    #expect(try folder.text("file") == "new text")
    #expect(try folder.everything == ["file"])
    do {
      let dropped = try OutputFile(at: path("other"))
      try dropped.append(Array("x".utf8))
    }
    #expect(try folder.everything == ["file"])
  }

  @Test("links are followed: to a file, through a folder, and to nothing")
  func links() throws {
    try folder.write("old", to: "deep/real")
    try link("folder", to: "deep")
    try link("link", to: "folder/real")
    try link("twice", to: path("link"))
    try OutputFile(at: path("twice")).write("new")
    #expect(try folder.text("deep/real") == "new")
    try link("dangling", to: "deep/later")
    try OutputFile(at: path("dangling")).write("later")
    #expect(try folder.text("deep/later") == "later")
    let linked = try ["link", "twice", "dangling"].map { name in
      try FileManager.default.destinationOfSymbolicLink(atPath: path(name))
    }
    #expect(linked == ["folder/real", path("link"), "deep/later"])
    #expect(try folder.names("deep") == ["later", "real"])
  }

  @Test("a replaced file keeps its rights")
  func rights() throws {
    try folder.write("old", to: "file")
    chmod(path("file"), 0o640)
    try OutputFile(at: path("file")).write("new")
    var status = stat()
    #expect(stat(path("file"), &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test("appending keeps what was there")
  func appending() throws {
    for text in ["one\n", "two\n"] { try OutputFile(at: path("file"), appends: true).write(text) }
    #expect(try folder.text("file") == "one\ntwo\n")
    let unused = try OutputFile(at: path("none"), appends: true)
    _ = unused
    #expect(try folder.everything == ["file"])
  }

  @Test("a pipe and an open descriptor are written to")
  func streams() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    for place in ["/dev/fd/\(ends[1])", "/proc/self/fd/\(ends[1])"] {
      try OutputFile(at: place).write("text")
    }
    try link("link", to: "/dev/fd/\(ends[1])")
    try OutputFile(at: path("link")).write("more")
    close(ends[1])
    #expect(FileSource.bytes(of: ends[0]) == Array("texttextmore".utf8))
  }

  @Test(
    "a full device is an error and stays a device", .enabled(if: access("/dev/full", W_OK) == 0))
  func full() throws {
    try link("full", to: "/dev/full")
    let file = try OutputFile(at: path("full"))
    #expect { try file.write("text") } throws: { ($0 as? FileError)?.code == .noSpace }
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test("what cannot be written is an error before the work")
  func impossible() throws {
    try folder.write("", to: "file")
    try link("loop", to: "loop")
    for name in [".", "file/x", "no/such", "loop", "no/", String(repeating: "x", count: 300)] {
      #expect(throws: FileError.self) { try OutputFile(at: path(name)) }
    }
    #expect(try folder.everything == ["file", "loop"])
  }
}

@Suite("Limits of inputs")
struct InputLimitTests {
  @Test("a file beyond its limit is an error that names the limit")
  func limits() throws {
    #expect(throws: FileSource.ReadingError.tooLarge(.targets)) {
      try FileSource.bytes(of: "/dev/zero", .targets)
    }
    #expect(throws: FileSource.ReadingError.missing) {
      try FileSource.bytes(of: "/no/such/file", .targets)
    }
    #expect(throws: FileSource.ReadingError.unreadable) {
      try FileSource.bytes(of: "/", .targets)
    }
    let texts = [InputLimit.scenario, .targets, .swarm, .plan, .reproduction].map(\.text)
    #expect(texts == ["16 MiB", "1 MiB", "1 MiB", "1 GiB", "1 GiB"])
  }

  @Test("reading in parts ends with the first mistake")
  func parts() {
    struct Stop: Error {}
    var parts = 0
    #expect(throws: Stop.self) {
      try FileSource.read("/dev/zero", .plan) { _ in
        Stop()
      } take: { _ throws(Stop) in
        parts += 1
        if parts == 3 { throw Stop() }
      }
    }
    #expect(parts == 3)
  }
}
