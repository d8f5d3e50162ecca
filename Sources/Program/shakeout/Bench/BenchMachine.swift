import Benchmarking
import FoundationEssentials
import RunPipeline
import SystemLibrary

/// The machine of this process, as files of measurements name it.
enum BenchMachine {
  static var fingerprint: MachineFingerprint {
    MachineFingerprint(
      processor: processor, architecture: architecture, cores: Machine.cores,
      system: ProcessInfo.processInfo.operatingSystemVersionString, library: library,
      toolchain: BuildIdentity.toolchain)
  }

  /// The model of the first processor, from the kernel.
  private static var processor: String {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") }),
      let name = line.split(separator: ":", maxSplits: 1).last
    else { return "unknown" }
    return name.split(separator: " ").joined(separator: " ")
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  private static var library: String {
    #if canImport(Glibc)
      var name = [CChar](repeating: 0, count: 128)
      guard confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count) > 0 else { return "unknown" }
      return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    #else
      "the system's"
    #endif
  }
}
