import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// What happens to devices and installs, and how the server, the links and the listeners learn of
// it.
extension World {
  // MARK: New installs

  /// The app is deleted and reinstalled: it is another install and has no data.
  mutating func reinstall(_ device: Int, number: UInt64 = 0) {
    beginInstall(on: device, number: number)
    fleet.devices[device].version = max(fleet.devices[device].version, .current)
    for replica in fleet.replicas(on: device) { startFresh(replica) }
  }

  mutating func beginInstall(on device: Int, number: UInt64 = 0) {
    events.counters.installs += 1
    forgetCalendar(of: device)
    fleet.devices[device].install = InstallNonce(
      raw: Digest128.mix(fleet.devices[device].who, step.raw, number, 0).first)
  }

  /// Replaces a replica with that of a new install, which has no data.
  mutating func startFresh(_ replica: Int) {
    let (scope, site) = (fleet.replicas[replica].scope, Int(fleet.replicas[replica].site))
    // A person who has joined since is the member that the log made them.
    let isKnown =
      site < backend.server.sites.count && backend.server.sites[site].scope == scope
    startFresh(
      replica, as: isKnown ? backend.server.sites[site].member : memberOnServer(replica))
  }

  /// Replaces a replica with an empty one of `member`.
  mutating func startFresh(_ replica: Int, as member: MemberHandle) {
    events.counters.operationsErased += Int64(fleet.replicas[replica].store.pendingCount)
    let scope = fleet.replicas[replica].scope
    fleet.placements[replica].member = member
    fleet.remembered[replica] = nil
    network.links[replica].machine.beginInstall()
    let site = register(replica, in: scope)
    let isOutside = member == .newcomer && !fleet.placements[replica].isGroup
    fleet.replace(
      replica, site: site, isOutside ? emptyFamily() : firstState(of: Int(scope)))
    share(replica)
    noteFamily(replica)
  }

  /// Gives an install a new site, or the one again that the server has lost.
  mutating func reregister(_ replica: Int) {
    fleet.placements[replica].member = memberOnServer(replica)
    let former = fleet.replicas[replica].site
    let site = register(
      replica, in: fleet.replicas[replica].scope,
      claiming: fleet.replicas[replica].isForeign ? nil : former)
    if fleet.isStored { beginSaving(on: replica, isFull: false) }
    do throws(StorageError) {
      try fleet.replicas[replica].register(as: site)
    } catch {
      // Whether it has its number shows in the next exchange.
      let device = fleet.placements[replica].device
      return restartAfterFailure(of: device, during: replica, from: saving?.before)
    }
    share(replica)
    noteFamily(replica)
  }

  // MARK: Processes

  /// The app crashes or is killed, and restarts from its saved state.
  mutating func crash(_ device: Int) {
    events.counters.crashes += 1
    note(.crashed, on: fleet.devices[device].family, device: device)
    endProcesses(of: device)
    restartAll(on: device)
  }

  /// What was in flight to the app on a device is lost.
  mutating func endProcesses(of device: Int) {
    for replica in fleet.replicas(on: device) {
      network.links[replica].machine.endProcess()
      hold(replica, until: now)
    }
  }

  /// A second process of the app starts from the saved state of the first, and exchanges without
  /// knowing what the first waits for: two exchanges of one site are in flight, and the app applies
  /// the responses to both.
  mutating func wakeWidget(_ device: Int) {
    events.counters.widgets += 1
    restartAll(on: device)
    let replica = fleet.devices[device].family
    network.links[replica].machine.beginSecondProcess()
    startExchange(replica, for: ExchangeCause(step))
  }

  // MARK: Backups

  /// A device is restored from a backup, or becomes the clone of another device. The data in the
  /// backup belongs to another install; what it lacks starts empty. The app has the version of the
  /// backup.
  mutating func restore(_ device: Int, from source: Int) {
    beginInstall(on: device)
    if let backup = fleet.backups[fleet.devices[source].family] {
      fleet.devices[device].version = backup.version
    }
    for replica in fleet.replicas(on: device) {
      let isFamily = replica == fleet.devices[device].family
      let original = isFamily ? fleet.devices[source].family : replica
      let mayRestore =
        (isFamily || source == device) && fleet.placements[original].member != .newcomer
      guard mayRestore, let backup = fleet.backups[original] else {
        startFresh(replica)
        continue
      }
      events.counters.operationsErased += fleet.erased(by: backup, on: replica)
      network.links[replica].machine.beginInstall()
      // A backup is another install's data, also where the app has salvaged its own before.
      fleet.salvagedSites[replica] = nil
      do throws(StorageError) {
        try fleet.restore(backup, onto: replica)
        if fleet.wasDamaged(source) {
          fleet.replicas.with(replica) { events.monitor.mayLackFields($0) }
        }
      } catch {
        // A damaged backup.
        salvage(replica, isRestored: true)
      }
    }
    noteVersion(of: device)
  }

  // MARK: Accounts

  /// P12: a person signs in on a device. The previous user's operations stay theirs: the app does
  /// not show them, does not submit them in another name, and sends them when that user is back.
  mutating func signIn(_ person: Int, on device: Int) {
    guard fleet.devices[device].user != person else { return }
    fleet.devices[device].user = person
    let own = fleet.replicas(on: device).first {
      fleet.placements[$0].person == person && !fleet.placements[$0].isGroup
    }
    if let own {
      fleet.devices[device].family = own
    } else {
      addFamily(of: person, on: device)
      share(fleet.devices[device].family)
    }
    noteVersion(of: device)
    if directory.households[fleet.devices[device].household].isNotified {
      registerToken(of: device)
    }
  }

  // MARK: Versions

  mutating func update(_ device: Int, to version: AppVersion) {
    let former = fleet.devices[device].version
    fleet.devices[device].version = version
    fleet.hasMixedVersions = true
    events.counters.updates += 1
    for replica in fleet.replicas(on: device) {
      // The app discards messages in flight to its previous version.
      network.links[replica].machine.endProcess()
      hold(replica, until: now)
      if version == .before { fleet.replicas[replica].store.foldByItself() }
      if former == .before {
        // The replica has the rows only as the earlier app read them, and reports so by its digest;
        // the server then gives it a snapshot.
        fleet.noteReadPartially(replica)
        restartAfterUpdate(replica)
        events.monitor.readsFullyAgain(
          fleet.replicas[replica].install, scope: fleet.replicas[replica].scope)
      } else if version == .before && fleet.isStored {
        // From now on it reads its storage as the earlier app does.
        restartAfterUpdate(replica)
      }
    }
    noteVersion(of: device)
  }

  /// Reports which apps cannot read every row.
  mutating func noteVersion(of device: Int) {
    guard fleet.hasMixedVersions, fleet.devices[device].version == .before else { return }
    for replica in fleet.replicas(on: device) {
      let scope = fleet.replicas[replica].scope
      events.monitor.readsPartially(
        fleet.replicas[replica].install, scope: scope, founded: firstState(of: Int(scope)))
    }
  }

  /// The run has ended: every device gets the current version.
  mutating func updateAll() {
    guard fleet.hasMixedVersions else { return }
    for device in 0..<fleet.devices.count where fleet.devices[device].version == .before {
      update(device, to: .current)
    }
  }

  /// Adds the fields of the next version to operations submitted on a device. Returns false if its
  /// storage has failed meanwhile, and they are no longer pending there.
  mutating func writeNewFields(on replica: Int, since first: Int) -> Bool {
    let (site, sequence) = (fleet.replicas[replica].site, fleet.replicas[replica].store.sequence)
    do throws(StorageError) {
      guard try fleet.writeNewFields(on: replica, since: first) else { return true }
    } catch {
      restartAfterFailure(of: fleet.placements[replica].device)
      guard isStill(site, sequence, on: replica) else { return false }
    }
    // After a failure they are there or not.
    for index in first..<max(first, fleet.replicas[replica].store.pendingCount) {
      let sequence = fleet.replicas[replica].store.pending(index).sequence
      guard fleet.replicas[replica].store.hasUnknownFields(ofOperation: sequence) else { continue }
      events.monitor.committedWithNewFields(fleet.replicas[replica].site, sequence)
    }
    return true
  }

  /// Whether an app that has started again is what it was. If its data was salvaged, it hands over
  /// what was saved, and no one was shown that it was.
  private mutating func isStill(_ site: UInt32, _ sequence: UInt32, on replica: Int) -> Bool {
    if fleet.replicas[replica].site == site, fleet.replicas[replica].isForeign,
      let attempt = saving
    {
      let now = self.now
      fleet.replicas.with(replica) {
        events.monitor.savedUnseen(on: $0, since: attempt.head.sequence, at: now)
      }
    }
    return fleet.replicas[replica].site == site && !fleet.replicas[replica].isForeign
      && fleet.replicas[replica].store.sequence == sequence
  }
}
