import Foundation
import JSONText
import TestKit
import Testing

/// The program that was built with these tests, run in a separate process.
struct ShakeoutProgram {
  /// The exit code and output of a process.
  struct Ending {
    /// The exit code, or the negative signal number.
    var code: Int32
    var output: String
    var errors: String
    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// Runs to the end. Both streams go to files, because a pipe could fill up.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, from place: String = "",
    environment: [String: String] = [:], output: String? = nil, program: String = "shakeout"
  ) throws -> Ending {
    let started = try start(
      arguments, in: folder, from: place, environment: environment, output: output,
      program: program)
    return try started.end()
  }

  /// Runs a line of bash, in which `$SHAKEOUT` is the program.
  static func bash(
    _ line: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> Ending {
    let program = try BuiltProgram.url("shakeout").path
    let started = try start(
      ["-c", line], in: folder, environment: environment.merging(["SHAKEOUT": program]) { $1 },
      executable: URL(filePath: "/bin/bash"))
    return try started.end()
  }

  /// Copies the program to another folder, which it creates; returns the path.
  static func copy(to path: String) throws -> String {
    let target = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: try BuiltProgram.url("shakeout"), to: target)
    return path
  }

  /// Starts without waiting.
  static func start(
    _ arguments: [String], in folder: TemporaryFolder, from place: String = "",
    environment: [String: String] = [:], output: String? = nil, program: String = "shakeout",
    executable: URL? = nil
  ) throws -> Started {
    let streams = try TemporaryFolder()
    try streams.write("", to: "output")
    try streams.write("", to: "errors")
    let process = Process()
    process.executableURL = try executable ?? BuiltProgram.url(program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: "\(folder.path)/\(place)")
    let plain = ["COLUMNS": "80", "TERM": "dumb"]
    process.environment = ProcessInfo.processInfo.environment
      .merging(plain) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(
      forWritingTo: URL(filePath: output ?? "\(streams.path)/output"))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(streams.path)/errors"))
    try process.run()
    return Started(process: process, streams: streams)
  }

  /// A process that may still be running.
  struct Started {
    let process: Process
    fileprivate let streams: TemporaryFolder

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end of the process, and kills it after a time limit.
    func end() throws -> Ending {
      let deadline = Date() + 60
      while process.isRunning && Date() < deadline { usleep(2_000) }
      if process.isRunning { signal(SIGKILL) }
      process.waitUntilExit()
      let isKilled = process.terminationReason == .uncaughtSignal
      return Ending(
        code: isKilled ? -process.terminationStatus : process.terminationStatus,
        output: try streams.text("output"), errors: try streams.text("errors"))
    }
  }
}

extension ShakeoutProgram.Ending {
  /// The output parsed as one JSON object.
  var json: JSONNode {
    get throws {
      let node = try JSONReader().read(output)
      _ = try #require(node.members)
      return node
    }
  }
}
