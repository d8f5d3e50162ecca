import SystemLibrary

/// Feeds random bytes to everything that reads bytes: `random-bytes <area> <first chunk> <chunks>
/// <inputs of a chunk>`.
///
/// An area is what reads them; a chunk is the seed of its inputs, so a chunk that crashes can be
/// repeated alone. After each chunk it prints a line: area, chunk, inputs, and how many of them
/// were read.
@main
struct RandomBytes {
  /// What reads the bytes.
  enum Area: String, CaseIterable {
    case requests, responses, registrations, records, journals, copies, disks
  }

  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 5, let area = Area(rawValue: words[1]), let first = UInt64(words[2]),
      let chunks = UInt64(words[3]), let inputs = Int(words[4])
    else {
      let areas = Area.allCases.map(\.rawValue).joined(separator: ", ")
      print("usage: random-bytes <\(areas)> <first chunk> <chunks> <inputs of a chunk>")
      exit(64)
    }
    for chunk in first..<first + chunks {
      let read = try run(area, chunk, inputs)
      print("\(area.rawValue) \(chunk) \(inputs) \(read)")
      fflush(nil)
    }
  }

  private static func run(_ area: Area, _ chunk: UInt64, _ inputs: Int) throws -> Int {
    switch area {
    case .requests: RequestChunk(seed: chunk).run(inputs)
    case .responses: ResponseChunk(seed: chunk).run(inputs)
    case .registrations: RegistrationChunk(seed: chunk).run(inputs)
    case .records: RecordChunk(seed: chunk).run(inputs)
    case .journals: JournalChunk(seed: chunk).run(inputs)
    case .copies: CopyChunk(seed: chunk).run(inputs)
    case .disks: try DiskChunk(seed: chunk).run(inputs)
    }
  }
}

/// Ends the process as a crash does: what follows is wrong, and no longer of interest.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
