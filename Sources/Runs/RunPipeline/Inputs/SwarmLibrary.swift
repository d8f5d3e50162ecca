import Datasets
public import Stress
import SystemLibrary

/// Reads the file with the fault kinds of a swarm: `swarm/default.jsonc` next to the scenarios, the
/// same text that is compiled into the program, or another one.
public enum SwarmLibrary {
  public static func read(_ path: String?) throws(SwarmFileError) -> Swarm {
    let file = path ?? ScenarioLibrary().path(ofFile: "swarm/default.jsonc")
    let path = file ?? "the shipped swarm"
    let bytes: [UInt8]
    if let file {
      do throws(FileSource.ReadingError) {
        bytes = try FileSource.bytes(of: file, .swarm)
      } catch {
        throw SwarmFileError(sentence: "\(file): \(error)")
      }
    } else {
      bytes = Array(SwarmFile.text.utf8)
    }
    let swarm: Swarm
    do {
      swarm = try Swarm(reading: bytes)
    } catch {
      throw SwarmFileError(sentence: "\(path):\(error)")
    }
    let mistakes = swarm.mistakes
    guard mistakes.isEmpty else {
      throw SwarmFileError(sentence: mistakes.map { "\(path):\($0)" }.joined(separator: "\n"))
    }
    return swarm
  }
}

/// Why a file is not a valid swarm.
public struct SwarmFileError: Error, CustomStringConvertible {
  let sentence: String

  public var description: String { sentence }
}
