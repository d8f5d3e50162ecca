/// What the values of a measurement depend on apart from the program: figures of two machines or
/// toolchains say nothing about two programs.
public struct MachineFingerprint: Equatable, Sendable {
  /// The model of the processor.
  public var processor: String
  public var architecture: String
  public var cores: Int
  /// The operating system and its version.
  public var system: String
  /// The C library and its version.
  public var library: String
  /// The compiler that built the program.
  public var toolchain: String

  public init(
    processor: String, architecture: String, cores: Int, system: String, library: String,
    toolchain: String
  ) {
    self.processor = processor
    self.architecture = architecture
    self.cores = cores
    self.system = system
    self.library = library
    self.toolchain = toolchain
  }

  /// The parts with their names, in the order of a file.
  public var parts: [(name: String, text: String)] {
    [
      ("processor", processor), ("architecture", architecture), ("cores", "\(cores)"),
      ("system", system), ("library", library), ("toolchain", toolchain),
    ]
  }

  /// How another one differs: `processor 'A', then 'B'`; empty if it does not.
  public func differences(from other: Self) -> [String] {
    zip(parts, other.parts).filter { $0.text != $1.text }
      .map { "\($0.name) '\($0.text)', then '\($1.text)'" }
  }

  /// Whether a compiler of the same version compiled for the same instructions, so that counts of
  /// programs can be compared although the machines differ.
  public func countsLike(_ other: Self) -> Bool {
    toolchain == other.toolchain && architecture == other.architecture
  }
}
