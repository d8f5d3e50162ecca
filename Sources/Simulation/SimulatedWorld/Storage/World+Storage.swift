import Base
import Chronology
import DomainCore
import Environment
import Properties
import SQLiteStores
import SimulatedDisk
import SyncCore

// What the simulated disks do to devices: taps that cannot be saved, processes that start again
// from what is left, and data that is found damaged.
extension World {
  // MARK: Saving

  @inline(never) mutating func beginSaving(on replica: Int, isFull: Bool) {
    let device = fleet.placements[replica].device
    checkSecondProcess(on: device)
    fleet.beginWriting(on: device, step.raw)
    if isFull { fleet.setFull(device, true) }
    saving = SavingAttempt(
      device: device, head: fleet.replicas[replica].store.head,
      before: isFull || fleet.isAtRisk(device)
        ? fleet.replicas.with(replica) { RestartChecker($0) } : nil)
  }

  /// A device could not say that it has saved. Whether it has shows when it is opened again.
  @inline(never) mutating func isSaved(
    despite error: StorageError, on replica: Int
  ) -> Bool {
    guard let attempt = saving else { return false }
    let now = self.now
    fleet.setFull(attempt.device, false)
    if error == .full {
      events.note(.storageFull)
      // The app goes on with what it had.
      if let before = attempt.before {
        fleet.replicas.with(replica) { events.monitor.restarted($0, from: before, at: now) }
      }
      return false
    }
    restartAfterFailure(of: attempt.device, during: replica, from: attempt.before)
    guard fleet.replicas[replica].site == attempt.head.site else { return false }
    if fleet.replicas[replica].isForeign {
      // Its data is damaged and was salvaged; what it has saved all the same is handed over.
      fleet.replicas.with(replica) {
        events.monitor.savedUnseen(on: $0, since: attempt.head.sequence, at: now)
      }
      return false
    }
    return fleet.replicas[replica].store.sequence > attempt.head.sequence
  }

  /// A device could not say that it has applied a response. Whether it has shows when it is opened
  /// again.
  @inline(never) mutating func applied(
    _ handle: UInt32, on replica: Int, despite error: StorageError
  ) -> ApplyResult? {
    guard let attempt = saving, error != .full else { return nil }
    restartAfterFailure(of: attempt.device, during: replica, from: attempt.before)
    let after = fleet.replicas[replica].store.head
    guard after.site == attempt.head.site, after.install == attempt.head.install,
      !fleet.replicas[replica].isForeign, after != attempt.head
    else { return nil }
    let result: ApplyResult? =
      switch network.responses[handle].header.kind {
      case .page where after.position > attempt.head.position:
        .page(rows: Int(after.position - attempt.head.position), hasMore: true)
      case .snapshot: .snapshot(rows: network.responses[handle].rows.count)
      case .purge: after.revocation.map { .purged($0) }
      case .page, .needsSignIn, .signedIn, .signInRefused, .siteUnknown: nil
      }
    guard let result else { return nil }
    let (now, version) = (self.now, fleet.devices[attempt.device].version)
    network.responses.with(handle) { response in
      fleet.replicas.with(replica) {
        events.applied(
          result, of: response, on: $0, readsFully: version != .before, by: backend.server, at: now)
      }
    }
    return result
  }

  // MARK: Starting again

  mutating func restartAll(on device: Int) {
    fleet.beginWriting(on: device, step.raw)
    for replica in fleet.replicas(on: device) {
      let before = fleet.replicas.with(replica) { RestartChecker($0) }
      guard restarts(replica) else { return salvageAll(on: device) }
      guard isRestarted(replica, from: before) else { return loseInstall(of: device) }
    }
    fleet.factory.disks?.drive(device).forgetRollback()
  }

  /// Checks a replica that was opened again (P22, P26). False if a disk that lied has brought back
  /// an earlier one, and nothing on the device shows it.
  private mutating func isRestarted(
    _ replica: Int, from before: RestartChecker, mayHaveWritten: Bool = false
  ) -> Bool {
    if isRolledBack(replica, from: before, mayHaveWritten: mayHaveWritten) { return false }
    let now = self.now
    let drive = fleet.factory.disks?.drive(fleet.placements[replica].device)
    let isHonest = drive.map { !$0.wasDamaged } ?? true
    fleet.replicas.with(replica) {
      events.monitor.restarted(
        $0, from: before, mayHaveWritten: mayHaveWritten, isDiskHonest: isHonest, at: now)
      if !isHonest { events.monitor.mayLackFields($0) }
    }
    return true
  }

  /// An updated app reads again what its earlier version has saved.
  mutating func restartAfterUpdate(_ replica: Int) {
    let device = fleet.placements[replica].device
    let before = fleet.replicas.with(replica) { RestartChecker($0) }
    guard restarts(replica) else { return salvageAll(on: device) }
    if isRolledBack(replica, from: before, mayHaveWritten: false) { loseInstall(of: device) }
  }

  /// Whether a disk that lied has brought back an earlier replica, and nothing there shows it.
  private mutating func isRolledBack(
    _ replica: Int, from before: RestartChecker, mayHaveWritten: Bool
  ) -> Bool {
    guard let drive = fleet.factory.disks?.drive(fleet.placements[replica].device),
      drive.mayRollBack
    else { return false }
    return fleet.replicas.with(replica) { !before.isSame(as: $0, mayHaveWritten: mayHaveWritten) }
  }

  private mutating func restarts(_ replica: Int) -> Bool {
    do throws(StorageError) {
      try fleet.restart(replica)
      share(replica)
      return true
    } catch {
      return false
    }
  }

  /// The same for a replica that may have written a snapshot: its rows are read as the current app
  /// does, others as the app that has received them did.
  private mutating func restartsAfterWriting(_ replica: Int) -> Bool {
    guard let saving, saving.isSnapshot, let rows = fleet.readPartially[replica] else {
      return restarts(replica)
    }
    fleet.readPartially[replica] = nil
    guard restarts(replica) else { return false }
    if fleet.replicas[replica].store.head != saving.head { return true }
    fleet.readPartially[replica] = rows
    return restarts(replica)
  }

  /// A storage has failed, and with it the app: it starts again from what is saved. Of the replica
  /// that was writing, the whole transaction is there or nothing of it (P22).
  mutating func restartAfterFailure(
    of device: Int, during writing: Int? = nil, from before: RestartChecker? = nil
  ) {
    events.counters.storageFailures += 1
    note(.crashed, on: fleet.devices[device].family, device: device)
    endProcesses(of: device)
    for replica in fleet.replicas(on: device) {
      let known =
        replica == writing ? before : fleet.replicas.with(replica) { RestartChecker($0) }
      guard replica == writing ? restartsAfterWriting(replica) : restarts(replica) else {
        return salvageAll(on: device)
      }
      guard let known else { continue }
      guard isRestarted(replica, from: known, mayHaveWritten: replica == writing) else {
        return loseInstall(of: device)
      }
    }
    fleet.factory.disks?.drive(device).forgetRollback()
  }

  // MARK: The server

  @inline(never) mutating func beginResponding(_ request: UInt32) {
    backend.beginWriting(network.requests.envelope(request).key.address)
    let site = Int(network.requests[request].header.site)
    responding = RespondingAttempt(
      record: site < backend.server.sites.count ? backend.server.sites[site] : nil,
      before: backend.isAtRisk ? ServerRestartChecker(backend.server) : nil)
  }

  /// The server has ended while it wrote down what it had decided, and starts again. Returns
  /// whether all of that is there; otherwise nothing of it is (P22).
  @inline(never) mutating func hasDecided(
    _ site: Int, despite error: StorageError
  ) -> Bool {
    events.counters.serverRestarts += 1
    let (attempt, now) = (responding, self.now)
    var hasDecided = false
    backend.reopen { server in
      guard site < server.sites.count else { return attempt?.record == nil }
      hasDecided = server.sites[site] != attempt?.record
      guard !hasDecided, let before = attempt?.before else { return true }
      events.monitor.serverRestarted(server, from: before, at: now)
      return before.isSame(as: server)
    }
    events.emitTrace(.serverRestarted(isWhole: !backend.hasLostJournal), at: now)
    return hasDecided
  }

  /// Something happens to the server's disk.
  mutating func meetOnServer(_ fault: DiskFaultStep) {
    events.counters.diskFaults += 1
    backend.beginWriting(step.raw)
    let before = ServerRestartChecker(backend.server)
    guard backend.meet(fault) else { return }
    events.counters.serverRestarts += 1
    let now = self.now
    backend.reopen { server in
      events.monitor.serverRestarted(server, from: before, at: now)
      return before.isSame(as: server)
    }
    events.emitTrace(.serverRestarted(isWhole: !backend.hasLostJournal), at: now)
  }

  // MARK: Power and disks

  /// Something happens to a device's disk.
  mutating func meet(_ fault: DiskFaultStep, on device: Int) {
    guard let drive = fleet.factory.disks?.drive(device) else { return }
    events.counters.diskFaults += 1
    fleet.beginWriting(on: device, step.raw)
    switch fault.kind {
    case .powerCut where fault.call == 0:
      drive.cutPower()
      startAfterPowerCut(device)
    case .secondProcess:
      fleet.openSecondProcess(on: device, afterCalls: fault.call)
      // It may have made the call that a power cut was waiting for.
      if drive.isDown { startAfterPowerCut(device) }
    default: drive.meet(fault)
    }
  }

  private mutating func startAfterPowerCut(_ device: Int) {
    endProcesses(of: device)
    note(.crashed, on: fleet.devices[device].family, device: device)
    restartAll(on: device)
  }

  /// What a second process has found damaged on a disk that has kept its word, the app had not
  /// saved (P22).
  private mutating func checkSecondProcess(on device: Int) {
    guard let disks = fleet.factory.disks, let second = disks.secondProcess(on: device) else {
      return
    }
    let (drive, now, news) = (disks.drive(device), self.now, second.takeNews())
    if news.hasMetApp { events.note(.secondProcess) }
    if news.saves > 0 {
      events.emitTrace(.savedBeside(replica: second.replica, count: news.saves), at: now)
    }
    guard second.hasFoundDamage else { return }
    disks.endSecondProcess(on: device)
    if drive.wasDamaged || drive.mayRollBack { return }
    fleet.replicas.with(second.replica) { events.monitor.foundDamaged($0, at: now) }
  }

  /// The device's data is damaged, and the app says so (P26). It is another install then, which
  /// hands over what is whole and gets the rest from the server.
  private mutating func salvageAll(on device: Int) {
    events.counters.salvages += 1
    let now = self.now
    if let drive = fleet.factory.disks?.drive(device), !drive.wasDamaged, !drive.mayRollBack {
      fleet.replicas.with(fleet.devices[device].family) {
        events.monitor.foundDamaged($0, at: now)
      }
    }
    beginInstall(on: device, number: lossCount)
    for replica in fleet.replicas(on: device) {
      network.links[replica].machine.beginInstall()
      salvage(replica)
    }
    noteVersion(of: device)
  }

  /// Opens a replica for the current install, or salvages it, or begins it again if nothing is
  /// left. `isRestored` is whether its files come from a backup.
  mutating func salvage(_ replica: Int, isRestored: Bool = false) {
    let now = self.now
    let device = fleet.placements[replica].device
    let install = fleet.devices[device].install
    if fleet.placements[replica].member == .newcomer { return startFresh(replica) }
    let site = fleet.replicas[replica].site
    // One that was salvaged before still has its own operations.
    let isOwn =
      !isRestored
      && (!fleet.replicas[replica].isForeign || fleet.salvagedSites[replica] == site)
    let before = fleet.replicas.with(replica) { RestartChecker($0) }
    do throws(StorageError) {
      do throws(StorageError) {
        try fleet.restart(replica, as: install)
        if isRolledBack(replica, from: before, mayHaveWritten: true) {
          events.counters.silentRollbacks += 1
          return startFresh(replica)
        }
      } catch {
        if fleet.replicas[replica].store.state.memberCount > 0 {
          fleet.remembered[replica] = RememberedState(fleet.replicas[replica].store.state.copy())
        }
        let report = try fleet.salvage(replica, isCopy: !isOwn, as: install)
        guard report.site != nil else {
          return startFresh(replica)
        }
        try fleet.restart(replica, as: install)
        events.emitTrace(
          .salvaged(replica: replica, kept: report.pending.count, lost: report.pendingLost),
          at: now)
        if isOwn {
          fleet.salvagedSites[replica] = site
          // A sync that lied may have taken the mark along that would have shown more.
          let mayRollBack = fleet.factory.disks?.drive(device).mayRollBack ?? false
          let lost = mayRollBack ? nil : report.pendingLost
          fleet.replicas.with(replica) {
            events.monitor.salvaged($0, ofSite: site, pendingLost: lost, at: now)
          }
        } else {
          fleet.replicas.with(replica) { events.monitor.salvagedCopy($0, ofSite: site, at: now) }
        }
      }
    } catch {
      startFresh(replica)
    }
  }

  /// A disk said that it had synced and had not, and then lost that and everything that would show
  /// it. Nothing on the device can tell; in the simulation its owner installs the app again.
  private mutating func loseInstall(of device: Int) {
    events.counters.silentRollbacks += 1
    events.emitTrace(.rolledBack(device: device), at: now)
    reinstall(device, number: lossCount)
  }

  /// How often disks have lost what a device had: one step may do that to it several times, each
  /// time with an install of its own.
  var lossCount: UInt64 {
    UInt64(events.counters.salvages + events.counters.silentRollbacks)
  }
}
