import Base
import DomainCore
import Reporting
import SyncCore

/// What a fresh install of each family finds in the feed, beside what the phones of the load know.
struct FamilyAudit {
  /// Each a sentence about one family.
  private(set) var violations: [String] = []
  private(set) var checked = 0
  private(set) var checkedGroups = 0
  /// Families whose feed was not read to its end in time.
  private(set) var unfinished = 0
  private(set) var rows: Int64 = 0
  /// What the properties say, if they were asked.
  var judgement: LoadReport.Judgement?

  mutating func add(_ found: [String]) { violations += found }

  /// Compares the copies of one family.
  ///
  /// - Parameters:
  ///   - fresh: the install that has pulled the whole feed; nil where the server refused it.
  ///   - refusal: what the server said then.
  mutating func compare(
    family: Int, scope: UInt32, _ devices: [FamilyDevice], _ fresh: FamilyDevice?,
    refusal: String?, deleted: Set<Int> = [], isGroup: Bool = false
  ) {
    let place = "\(isGroup ? "Group" : "Family") \(family) (scope \(scope)): "
    if let refusal {
      violations.append(place + "no new install of a member can read the feed; " + refusal)
    }
    findUnpurged(devices, deleted, place)
    guard let fresh, let feed = fresh.feed else { return }
    guard fresh.isUpToDate, !fresh.isPurged else {
      unfinished += 1
      return
    }
    if isGroup { checkedGroups += 1 } else { checked += 1 }
    rows += Int64(feed.count)
    if feed.count > 0 && feed.digest.first != fresh.replica.store.state.digest.first {
      violations.append(
        place + "folding the \(feed.count) rows of the feed gives the digest "
          + "\(Self.text(fresh.replica.store.state.digest)), and the last row has "
          + "\(Self.text(feed.digest)).")
    }
    if feed.unerased > 0 {
      violations.append(
        place + "\(feed.unerased) rows of the feed are of people whose accounts were deleted.")
    }
    // A phone that sends late leaves the others behind; that is no fault of the server.
    let isQuiet = devices.allSatisfy(\.wasDrained)
    for device in devices {
      findLost(device, feed, place)
      findDifference(device, fresh, isQuiet: isQuiet, place)
    }
  }

  /// Phones of deleted accounts that could send and fetch everything, and still have something.
  private mutating func findUnpurged(
    _ devices: [FamilyDevice], _ deleted: Set<Int>, _ place: String
  ) {
    for device in devices
    where deleted.contains(device.place.member) && !device.isPurged && device.isUpToDate {
      violations.append(
        place + "the account behind site \(device.replica.site) was deleted, and its phone got the "
          + "answer that it has everything, in place of a purge.")
    }
  }

  /// Operations that the server has acknowledged and that are in no feed.
  private mutating func findLost(
    _ device: FamilyDevice, _ feed: FamilyDevice.Feed, _ place: String
  ) {
    guard device.acknowledged >= device.firstInFeed, !device.isNewcomer else { return }
    let site = device.replica.site
    let lost = (device.firstInFeed...device.acknowledged).filter {
      !feed.operations.contains(Entity(site: site, sequence: $0).raw) && !device.isLostForGood($0)
    }
    guard let first = lost.first else { return }
    let others = lost.count > 1 ? " and \(lost.count - 1) others" : ""
    violations.append(
      place + "operation \(first) of site \(site)\(others), which the server has acknowledged, "
        + "is in no feed of \(feed.count) rows.")
  }

  /// Copies that have everything and differ.
  private mutating func findDifference(
    _ device: FamilyDevice, _ fresh: FamilyDevice, isQuiet: Bool, _ place: String
  ) {
    guard !device.isPurged, !device.isNewcomer, device.isUpToDate else { return }
    let (site, position) = (device.replica.site, device.replica.store.position)
    if position != fresh.replica.store.position {
      guard isQuiet else { return }
      violations.append(
        place + "site \(site) got the answer that it has everything, and has \(position) rows; "
          + "the feed has \(fresh.replica.store.position).")
    } else if device.replica.store.state.digest != fresh.replica.store.state.digest {
      violations.append(
        place + "after \(position) rows the copy of site \(site) has the digest "
          + "\(Self.text(device.replica.store.state.digest)), and a fresh one "
          + "\(Self.text(fresh.replica.store.state.digest)).")
    }
  }

  private static func text(_ digest: Digest128) -> String {
    let digits = String(digest.first, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
