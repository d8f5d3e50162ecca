/// What C libraries call by other names, or with other types. Only Glibc on x86-64 was tried; the
/// branches for the others follow their headers.
public enum HostSystem {
  /// The environment of this process, as a new one gets it.
  public static var environmentPointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  /// The path of this program's file, however it was called; nil if the system does not say.
  public static var programPath: String? {
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    #if canImport(Darwin)
      var capacity = UInt32(path.count)
      let isKnown = path.withUnsafeMutableBytes {
        _NSGetExecutablePath($0.baseAddress!.assumingMemoryBound(to: CChar.self), &capacity) == 0
      }
      return isKnown ? String(decoding: path.prefix { $0 != 0 }, as: UTF8.self) : nil
    #else
      let count = path.withUnsafeMutableBytes {
        readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
      return count > 0 ? String(decoding: path[..<count], as: UTF8.self) : nil
    #endif
  }

  /// When a file was last written.
  public static func modificationTime(of status: stat) -> timespec {
    #if canImport(Darwin)
      status.st_mtimespec
    #else
      status.st_mtim
    #endif
  }

  /// What this process has used so far, over all threads.
  public static var usage: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }

  /// Lets this process have as many open files as it may, and returns how many that are.
  public static func raiseOpenFilesLimit() -> Int {
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return .max }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      if setrlimit(files, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// The unit of `ru_maxrss`, in bytes.
  public static var peakMemoryUnit: Int64 {
    #if canImport(Darwin)
      1
    #else
      1024
    #endif
  }

  /// The processor time that a process has used so far; 0 where the system does not say.
  public static func processorSeconds(of process: pid_t) -> Double {
    #if canImport(Darwin)
      return 0
    #else
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return 0
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #endif
  }
}
