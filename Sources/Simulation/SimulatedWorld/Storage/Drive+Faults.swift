import Environment
import SimulatedDisk

extension Drive {
  /// Something happens to the drive, now or at one of its next calls.
  func meet(_ fault: DiskFaultStep) {
    let call = Int(max(1, fault.call))
    switch fault.kind {
    case .powerCut: trigger = DiskTrigger(.powerCut, atCall: call)
    case .failure: trigger = DiskTrigger(.failure, atCall: call)
    case .misdirectedWrite: trigger = DiskTrigger(.misdirected, atCall: call)
    case .lyingSync: lie()
    case .flippedBit: flip(fault.randomWord)
    case .secondProcess: preconditionFailure("a process is no fault of the drive itself")
    }
  }

  /// Changes a bit of a database or of its log.
  private func flip(_ randomWord: UInt32) {
    let files = names.filter { !$0.contains(".") && !$0.hasSuffix("-shm") && byteCount(of: $0) > 0 }
    guard !files.isEmpty else { return }
    let file = files[Int(randomWord) % files.count]
    flip(bit: Int(randomWord / UInt32(files.count)) % (byteCount(of: file) * 8), of: file)
  }
}
