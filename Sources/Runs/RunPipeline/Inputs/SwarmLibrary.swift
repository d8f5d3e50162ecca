import Datasets
public import Stress

/// Reads the file with the fault kinds of a swarm: `swarm/default.json` next to the scenarios, or
/// another one.
public enum SwarmLibrary {
  public static func read(_ path: String?) throws(SwarmFileError) -> Swarm {
    guard let path = path ?? ScenarioLibrary().path(ofFile: "swarm/default.json") else {
      throw SwarmFileError(
        sentence: "There is no file 'scenarios/swarm/default.json' here or next to the program.")
    }
    guard let bytes = FileSource.bytes(of: path) else {
      throw SwarmFileError(sentence: "\(path): this file cannot be read")
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
