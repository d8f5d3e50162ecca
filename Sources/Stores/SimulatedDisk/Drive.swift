import Base
import CSQLite

/// The files of one device or server on a simulated disk.
///
/// Every draw has an address: the drive, the step or message at the time, the call in it, and the
/// sector. So a fault stays what it is when others are removed.
///
/// One thread uses a disk, and its functions are leaves below SQLite, so the checks of exclusive
/// access that Swift adds to a class, a tenth of a transaction's time, are left out here.
public final class Drive {
  public let name: String
  /// Who it belongs to, for draws.
  public let number: UInt32
  /// The smallest piece that a crash decides about.
  public static let sectorSize = 512

  @exclusivity(unchecked) var files: [String: DiskFile] = [:]
  /// Deleted, and not so durably that a crash could not bring them back.
  private var deleted: [DiskFile] = []
  private var handles: [DiskHandle] = []

  private let randomness: Randomness
  @exclusivity(unchecked) public var rates = DiskRates() {
    didSet { failsByItself = !rates.isZero }
  }
  @exclusivity(unchecked) private var failsByItself = false
  @exclusivity(unchecked) public var trigger: DiskTrigger?
  /// The bytes that all files together may have.
  @exclusivity(unchecked) public var capacity = Int.max
  @exclusivity(unchecked) public private(set) var isLying = false
  /// Whether an earlier state may come back with nothing on the drive that shows it: a sync has
  /// lied, or files were damaged and the power was cut. Until `forgetRollback`.
  @exclusivity(unchecked) public private(set) var mayRollBack = false
  /// Whether bits were changed or written to another place.
  @exclusivity(unchecked) public private(set) var wasDamaged = false
  /// Whether the power was cut since `forgetRollback`: what was not synced may be gone, and that
  /// would have shown damage.
  @exclusivity(unchecked) private var wasCut = false
  @exclusivity(unchecked) private var misdirectsNext = false
  /// A trigger has ended the process that calls, and it has not started again.
  @exclusivity(unchecked) public private(set) var isDown = false
  /// Whether a write leaves the rest of its sectors alone when the power is cut.
  @exclusivity(unchecked) public var isPowersafe = true
  /// Which of several processes opens files now.
  public var process = 0

  @exclusivity(unchecked) private var step: UInt32 = 0
  @exclusivity(unchecked) private var call: UInt32 = 0
  @exclusivity(unchecked) public private(set) var calls = 0
  @exclusivity(unchecked) public private(set) var syncs = 0
  @exclusivity(unchecked) public private(set) var bytesWritten = 0
  /// Counts faults that happened by themselves, for reports.
  public private(set) var faults = 0

  /// Receives each call, and the file's name, before anything is done.
  @exclusivity(unchecked) public var observe: ((DiskCall, String) -> Void)?
  /// What another process does at the next moment at which a checkpoint can be interrupted. It
  /// receives the name of the database.
  @exclusivity(unchecked) public var meanwhile: ((String) -> Void)?

  init(name: String, number: UInt32, seed: UInt64) {
    self.name = name
    self.number = number
    randomness = Randomness(seed: seed)
  }

  /// A step of a plan or a message begins; its calls are counted from zero.
  public func begin(step: UInt32) {
    self.step = step
    call = 0
    if rates.restFlips > 0 { flipAtRest() }
  }

  // MARK: Draws

  private func draw(_ purpose: RandomPurpose, sector: UInt16 = 0) -> RandomBits {
    draw(purpose, step: step, call: call, sector: sector)
  }

  private func draw(
    _ purpose: RandomPurpose, step: UInt32, call: UInt32, sector: UInt16
  ) -> RandomBits {
    randomness.draw(
      purpose, who: UInt64(number) << 32 | UInt64(step), day: Int32(bitPattern: call),
      slot: sector)
  }

  private func happens(_ rate: UInt16, _ purpose: RandomPurpose) -> RandomBits? {
    guard rate > 0 else { return nil }
    let bits = draw(purpose)
    guard bits.first.bits(16) < UInt64(rate) else { return nil }
    faults += 1
    return bits
  }

  // MARK: Calls

  /// What a call of a process returns before it does anything: an error, or nil.
  func enter(_ kind: DiskCall, of name: String, by handle: DiskHandle?) -> Int32? {
    if isDown || handle?.isDead == true { return SQLITE_IOERR }
    calls += 1
    call += 1
    if let observe {
      observe(kind, name)
      // Another process may have met a fault of the drive.
      if isDown || handle?.isDead == true { return SQLITE_IOERR }
    }
    if let trigger, let fault = trigger.next() {
      switch fault {
      case .powerCut:
        cutPower()
        isDown = true
        return SQLITE_IOERR
      case .killed:
        kill(process: handle?.process ?? process)
        isDown = true
        return SQLITE_IOERR
      case .failure: return kind.error
      case .full: if kind == .write || kind == .open { return SQLITE_FULL }
      case .lies: lie()
      case .misdirected: misdirectsNext = true
      }
    }
    if failsByItself, happens(rates.failures, DiskPurpose.failure) != nil { return kind.error }
    return nil
  }

  func write(_ from: UnsafeRawPointer, _ count: Int, at offset: Int, into file: DiskFile) -> Int32 {
    if capacity < .max {
      let grown = max(0, offset + count - file.bytes.count)
      if byteCount + grown > capacity { return SQLITE_FULL }
    }
    bytesWritten += count
    var place = offset
    var bits = misdirectsNext ? draw(DiskPurpose.misdirected) : nil
    if failsByItself, bits == nil {
      bits = happens(rates.misdirectedWrites, DiskPurpose.misdirected)
    }
    if let bits {
      misdirectsNext = false
      noteDamage()
      let sectors = max(1, file.bytes.count / Self.sectorSize)
      place = offset % Self.sectorSize + bits.second.choice(of: sectors) * Self.sectorSize
    }
    file.write(from, count, at: place, step: step, call: call)
    return SQLITE_OK
  }

  func resize(_ file: DiskFile, to count: Int) {
    file.resize(to: count, step: step, call: call)
  }

  func read(_ to: UnsafeMutableRawPointer, _ count: Int) {
    guard failsByItself, count > 0, let bits = happens(rates.readFlips, DiskPurpose.readFlip) else {
      return
    }
    let bit = bits.second.choice(of: count * 8)
    let byte = to.assumingMemoryBound(to: UInt8.self) + bit / 8
    byte.pointee ^= 1 << UInt8(bit % 8)
  }

  func sync(_ file: DiskFile, andFolder: Bool) {
    syncs += 1
    if isLying || (failsByItself && happens(rates.lyingSyncs, DiskPurpose.lies) != nil) { return }
    file.sync()
    if andFolder { syncFolder() }
  }

  private func syncFolder() {
    for file in files.values { file.existsDurably = true }
    deleted.removeAll()
  }

  func delete(_ file: DiskFile, durably: Bool) {
    files[file.name] = nil
    if file.existsDurably { deleted.append(file) }
    if durably && !isLying { syncFolder() }
  }

  func opened(_ handle: DiskHandle) { handles.append(handle) }

  func closed(_ handle: DiskHandle) {
    handles.removeAll { $0 === handle }
    // The first process that opens it again finds nothing in memory.
    if !handles.contains(where: { $0.file === handle.file }) { handle.file.releaseProcesses() }
  }

  var byteCount: Int { files.values.reduce(0) { $0 + $1.bytes.count } }

  // MARK: Lies

  /// From here on a sync says that it has synced, and has not, until the power is cut.
  public func lie() {
    isLying = true
    mayRollBack = true
  }

  private func noteDamage() {
    wasDamaged = true
    if wasCut { mayRollBack = true }
  }

  /// An earlier state was dealt with, if there was one.
  public func forgetRollback() {
    mayRollBack = isLying
    wasCut = false
  }

  /// Whether a trigger waits for its call.
  public var isArmed: Bool { trigger.map { !$0.hasTriggered } ?? false || misdirectsNext }

  // MARK: Ends

  /// The process that a trigger has ended starts again: until then it can do nothing.
  public func restart() { isDown = false }

  /// Ends one process: its locks are gone, and everything it wrote is there.
  public func kill(process: Int) {
    for handle in handles where handle.process == process { handle.die() }
    handles.removeAll { $0.isDead }
    for file in files.values where !handles.contains(where: { $0.file === file }) {
      file.releaseProcesses()
    }
  }

  /// Cuts the power: all processes end, and of what was not synced, draws decide what is left.
  public func cutPower() {
    for handle in handles { handle.die() }
    handles.removeAll()
    isLying = false
    wasCut = true
    if wasDamaged { mayRollBack = true }
    for name in files.keys.sorted() {
      guard let file = files[name] else { continue }
      if !file.existsDurably && draw(DiskPurpose.creation, sector: file.number).first.lowCoin {
        files[name] = nil
      } else {
        let image = survivors(of: file)
        file.becomes(image)
        file.existsDurably = true
      }
    }
    for file in deleted where files[file.name] == nil {
      guard draw(DiskPurpose.deletion, sector: file.number).first.lowCoin else { continue }
      let image = survivors(of: file)
      file.becomes(image)
      files[file.name] = file
    }
    deleted.removeAll()
  }

  /// What a crash leaves of a file.
  private func survivors(of file: DiskFile) -> DiskBytes {
    var image = DiskBytes(capacity: max(file.durable.count, 64))
    image.replace(by: file.durable)
    if file.changes.isEmpty { return image }
    let bits = draw(DiskPurpose.survival, sector: file.number)
    // In order up to one of them; or each sector by itself; the extremes as often.
    let kept = bits.second.choice(of: file.changes.count + 1)
    switch bits.first.bits(2) {
    case 0: for change in file.changes[..<kept] { file.apply(change, to: &image) }
    case 1 where bits.first.topCoin: for change in file.changes { file.apply(change, to: &image) }
    case 1: break
    default: for change in file.changes { scatter(change, of: file, into: &image) }
    }
    return image
  }

  /// Of each sector of a write: all of it, nothing, or its beginning.
  private func scatter(_ change: DiskFile.Change, of file: DiskFile, into image: inout DiskBytes) {
    guard case .write(let offset, let count, _) = change.kind else {
      let bits = draw(DiskPurpose.resize, step: change.step, call: change.call, sector: file.number)
      if bits.first.lowCoin { file.apply(change, to: &image) }
      return
    }
    var start = offset
    while start < offset + count {
      let sector = start / Self.sectorSize
      let end = min((sector + 1) * Self.sectorSize, offset + count)
      let bits = draw(
        DiskPurpose.sector, step: change.step, call: change.call,
        sector: file.number &+ UInt16(truncatingIfNeeded: sector))
      switch bits.first.bits(2) {
      case 0, 1: file.apply(change, start..<end, to: &image)
      case 2:
        file.apply(change, start..<start + bits.second.choice(of: end - start), to: &image)
        if !isPowersafe { damage(sector, except: start..<end, of: &image, bits) }
      default: break
      }
      start = end
    }
  }

  /// A sector that was being written has garbage beside what was written.
  private func damage(
    _ sector: Int, except range: Range<Int>, of image: inout DiskBytes, _ bits: RandomBits
  ) {
    let first = sector * Self.sectorSize
    let end = min(first + Self.sectorSize, image.count)
    guard first < end else { return }
    for place in first..<end where !range.contains(place) {
      var byte = UInt8(truncatingIfNeeded: bits.second &>> UInt64(place % 8 * 8))
      image.write(&byte, 1, at: place)
    }
  }

  // MARK: Bits

  private func flipAtRest() {
    for name in files.keys.sorted() {
      guard let file = files[name], file.bytes.count > 0 else { continue }
      let bits = draw(DiskPurpose.restFlip, sector: file.number)
      guard bits.first.bits(16) < UInt64(rates.restFlips) else { continue }
      faults += 1
      flip(bit: bits.second.choice(of: file.bytes.count * 8), of: name)
    }
  }

  /// Changes one bit of a file, in what is read and in what is durable.
  public func flip(bit: Int, of name: String) {
    guard let file = files[name] else { return }
    noteDamage()
    file.bytes.flip(bit: bit)
    if bit / 8 < file.durable.count { file.durable.flip(bit: bit) }
  }

  // MARK: Content

  /// The names of its files, in order.
  public var names: [String] { files.keys.sorted() }

  /// How long a file is.
  public func byteCount(of name: String) -> Int { files[name]?.bytes.count ?? 0 }

  /// What is read from a file.
  public func bytes(of name: String) -> [UInt8] { files[name]?.bytes.array ?? [] }

  /// Replaces a file's content, durably, or makes the file.
  public func put(_ bytes: [UInt8], into name: String) {
    let file = files[name] ?? DiskFile(name: name)
    var image = DiskBytes(capacity: max(bytes.count, 1))
    bytes.withUnsafeBytes { if let start = $0.baseAddress { image.append(start, $0.count) } }
    file.becomes(image)
    file.existsDurably = true
    files[name] = file
  }

  /// Removes a file, durably.
  public func remove(_ name: String) { files[name] = nil }

  /// Becomes what another drive is, with what is not synced there; no process has it open.
  public func become(_ other: Drive) {
    for handle in handles { handle.die() }
    handles.removeAll()
    files = other.files.mapValues { $0.copied() }
    deleted = other.deleted.map { $0.copied() }
    (step, call) = (other.step, other.call)
    isLying = false
    isDown = false
  }
}

/// The questions of a drive that draws answer.
enum DiskPurpose {
  static let failure = RandomPurpose(0x6001)
  static let lies = RandomPurpose(0x6002)
  static let misdirected = RandomPurpose(0x6003)
  static let readFlip = RandomPurpose(0x6004)
  static let restFlip = RandomPurpose(0x6005)
  static let survival = RandomPurpose(0x6006)
  static let sector = RandomPurpose(0x6007)
  static let resize = RandomPurpose(0x6008)
  static let creation = RandomPurpose(0x6009)
  static let deletion = RandomPurpose(0x600A)
}
