import Foundation
import TestKit
import Testing

@testable import Datasets

@Suite("An output folder appears whole or not at all")
struct OutputDirectoryTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/runs/one" }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Publishes a run whose manifest is `text`.
  private func publish(_ text: String, force: Bool = false) throws {
    let output = try OutputDirectory(at: path, force: force)
    try write(text, to: output)
    try output.publish()
  }

  private func write(_ text: String, to output: borrowing OutputDirectory) throws {
    for name in ["manifest.json", "datasets/days/part-0.parquet"] {
      let sink = try output.sink(name)
      try sink.write(text)
      _ = try sink.finish()
    }
  }

  @Test("nothing is to be seen until all is there")
  func publishing() throws {
    let output = try OutputDirectory(at: path + "/")
    try write("new", to: output)
    #expect(try folder.names("runs") == [".one.partial"])
    try output.publish()
    #expect(try folder.names("runs") == ["one"])
    #expect(try folder.names("runs/one") == ["datasets", "manifest.json"])
    #expect(try folder.text("runs/one/datasets/days/part-0.parquet") == "new")
  }

  @Test("what is discarded, or let go of, leaves nothing behind")
  func discarding() throws {
    let output = try OutputDirectory(at: path)
    try write("new", to: output)
    try output.discard()
    #expect(try folder.names("runs") == [])
    do {
      let other = try OutputDirectory(at: path)
      try write("new", to: other)
    }
    #expect(try folder.names("runs") == [])
  }

  @Test("a folder that exists stays, and the error says what to do")
  func existing() throws {
    try publish("old")
    let error = #expect(throws: FileError.self) { try publish("new") }
    #expect(
      error?.description
        == "Cannot write \(path): it exists already; use --force to replace it or another --name.")
    #expect(try folder.text("runs/one/manifest.json") == "old")
    #expect(try folder.names("runs") == ["one"])
  }

  @Test("with force the old one stays until the new one is whole")
  func forcing() throws {
    try publish("old")
    let output = try OutputDirectory(at: path, force: true)
    try write("new", to: output)
    #expect(try folder.text("runs/one/manifest.json") == "old")
    try output.publish()
    #expect(try folder.text("runs/one/manifest.json") == "new")
    #expect(try folder.names("runs") == ["one"])
  }

  @Test("force never replaces what is no run")
  func foreignFolder() throws {
    try folder.write("precious", to: "runs/one/diary.txt")
    let error = #expect(throws: FileError.self) { try publish("new", force: true) }
    #expect(error?.code == .notARun)
    #expect(error?.description.contains("it has no manifest.json") == true)
    #expect(try folder.text("runs/one/diary.txt") == "precious")
  }

  @Test("a folder that appears meanwhile is not overwritten")
  func appearing() throws {
    let error = #expect(throws: FileError.self) {
      let output = try OutputDirectory(at: path)
      try write("new", to: output)
      try folder.write("other", to: "runs/one/manifest.json")
      try output.publish()
    }
    #expect(error?.code == .exists)
    #expect(try folder.text("runs/one/manifest.json") == "other")
    #expect(try folder.names("runs") == ["one"])
  }

  @Test("what a killed process left is removed by the next run of the name")
  func leftover() throws {
    try folder.write("half", to: "runs/.one.partial/datasets/days/part-0.parquet")
    try folder.write("half", to: "runs/.two.partial/manifest.json")
    let output = try OutputDirectory(at: path)
    #expect(try folder.names("runs/.one.partial") == [])
    try write("new", to: output)
    try output.publish()
    #expect(try folder.names("runs") == [".two.partial", "one"])
  }

  @Test("a folder that was being replaced when the process was killed comes back")
  func killedWhileReplacing() throws {
    try folder.write("old", to: "runs/.one.replaced/manifest.json")
    try folder.write("new", to: "runs/.one.partial/manifest.json")
    #expect(throws: FileError.self) { _ = try OutputDirectory(at: path) }
    #expect(try folder.names("runs") == ["one"])
    #expect(try folder.text("runs/one/manifest.json") == "old")
    try folder.write("older", to: "runs/.one.replaced/manifest.json")
    try publish("new", force: true)
    #expect(try folder.names("runs") == ["one"])
    #expect(try folder.text("runs/one/manifest.json") == "new")
  }

  @Test("a folder that another process is writing is left alone")
  func concurrent() throws {
    let first = try OutputDirectory(at: path)
    try write("first", to: first)
    let error = #expect(throws: FileError.self) { _ = try OutputDirectory(at: path, force: true) }
    #expect(error?.code == .inUse)
    try first.publish()
    #expect(try folder.text("runs/one/manifest.json") == "first")
  }

  @Test("a link in the folder is removed, not what it leads to")
  func links() throws {
    try folder.write("precious", to: "elsewhere/file")
    let output = try OutputDirectory(at: path)
    try FileManager.default.createSymbolicLink(
      atPath: try output.path(of: "link"), withDestinationPath: "\(folder.path)/elsewhere")
    try output.discard()
    #expect(try folder.text("elsewhere/file") == "precious")
  }

  @Test("a path that cannot be a folder is refused", arguments: ["", "/", ".", "..", "a/.."])
  func namelessPaths(path: String) {
    #expect(throws: FileError.self) { _ = try OutputDirectory(at: path) }
  }

  @Test("a file in the way is named")
  func fileInTheWay() throws {
    try folder.write("a file", to: "runs")
    let error = #expect(throws: FileError.self) { _ = try OutputDirectory(at: path) }
    #expect(error?.code == .notADirectory)
    #expect(error?.path == "\(folder.path)/runs")
  }

  @Test("a disk that cannot be written is an error", .enabled(if: SmallDisk.isPossible))
  func readOnlyDisk() throws {
    let disk = try SmallDisk()
    try disk.makeReadOnly()
    let error = #expect(throws: FileError.self) {
      _ = try OutputDirectory(at: "\(disk.path)/one")
    }
    #expect(error?.code == .notPermitted)
    #expect(error?.description.contains("not permitted") == true)
  }

  @Test("a full disk leaves nothing behind", .enabled(if: SmallDisk.isPossible))
  func fullDisk() throws {
    let disk = try SmallDisk()
    let error = #expect(throws: FileError.self) {
      let output = try OutputDirectory(at: "\(disk.path)/one")
      let sink = try output.sink("manifest.json")
      try sink.write([UInt8](repeating: 1, count: 400_000))
      _ = try sink.finish()
      try output.publish()
    }
    #expect(error?.code == .noSpace)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }
}
