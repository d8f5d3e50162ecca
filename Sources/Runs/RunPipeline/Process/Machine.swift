import FoundationEssentials
import SystemLibrary

/// Facts about the machine and the process, which only `run.json` and the terminal show.
public enum Machine {
  public static var host: String {
    // Foundation would query the network for the host's name, which can take seconds.
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return "\(host), \(ProcessInfo.processInfo.operatingSystemVersionString)"
  }

  /// Identifies the build of this program by the size and modification time of its file.
  static let programMark: String = {
    var status = stat()
    guard let path = HostSystem.programPath, stat(path, &status) == 0 else { return "unknown" }
    let time = HostSystem.modificationTime(of: status)
    return "\(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }()

  public static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The peak resident memory of the program.
  public static var peakMemoryBytes: Int64 {
    // `getrusage` also counts the memory that the process had before `exec`.
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let lines = status?.utf8.split(separator: UInt8(ascii: "\n")) ?? []
    if let line = lines.first(where: { $0.starts(with: "VmHWM:".utf8) }),
      let kibibytes = Substring(line).split(whereSeparator: \.isWhitespace).dropFirst().first
        .flatMap({ Int64($0) })
    {
      return kibibytes * 1024
    }
    return Int64(HostSystem.usage.ru_maxrss) * HostSystem.peakMemoryUnit
  }

  /// The processor time of the process so far, over all threads.
  public static var processorSeconds: Double {
    let usage = HostSystem.usage
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  /// Monotonic seconds since an arbitrary start.
  public static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
