import TestKit

extension TemporaryFolder {
  /// Runs the program in this folder with the words of a line.
  func shakeout(_ line: String) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(line.split(separator: " ").map(String.init), in: self)
  }
}
