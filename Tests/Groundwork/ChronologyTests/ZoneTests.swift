import Testing

@testable import Chronology

@Suite("A zone")
struct ZoneTests {
  @Test("changes its offset exactly when the IANA release says, for every zone and change")
  func changeVectors() throws {
    let vectors = try Vector.all(in: "changes.txt")
    #expect(vectors.map { String($0.fields[0]) }.sorted() == Zone.allNames.sorted())
    for vector in vectors {
      let zone = try vector.zone(0)
      var offset = try vector.integer(1)
      var second = Int64(1_420_070_400)
      for field in vector.fields.dropFirst(2) {
        let parts = field.split(separator: ":").compactMap { Int64($0) }
        let change = Instant(milliseconds: parts[0] * Span.second)
        let middle = Instant(milliseconds: (second + parts[0]) / 2 * Span.second)
        #expect(zone.offsetMilliseconds(at: middle) == Int32(offset * Span.second), "\(zone)")
        #expect(zone.offsetMilliseconds(at: change - 1) == Int32(offset * Span.second), "\(zone)")
        #expect(zone.offsetMilliseconds(at: change) == Int32(parts[1] * Span.second), "\(zone)")
        (second, offset) = (parts[0], parts[1])
      }
      #expect(
        ZoneTable.schedule(of: zone.id).count == vector.fields.count - 1,
        "\(zone) has a change that the release does not have")
    }
  }

  @Test("SCH-3: resolves wall times at both edges of every gap and overlap of awkward zones")
  func wallVectors() throws {
    for vector in try Vector.all(in: "walls.txt") {
      let zone = try vector.zone(0)
      let (day, second) = floorDivided(try vector.integer(1), by: 86_400)
      let instant = zone.instant(
        of: LocalDay(number: Int32(day)), millisecondOfDay: Int32(second * Span.second))
      #expect(instant == (try vector.instant(2)), "\(vector)")
      let isShown =
        zone.localDay(at: instant).number == Int32(day)
        && zone.millisecondOfDay(at: instant) == Int32(second * Span.second)
      #expect(isShown == (vector.fields[3] != "skipped"), "\(vector)")
    }
  }

  @Test("SCH-3: agrees with zoneinfo on thousands of random instants and wall times, every zone")
  func randomVectors() throws {
    let changes = try Vector.all(in: "changes.txt")
    for (index, vector) in try Vector.all(in: "digests.txt").enumerated() {
      #expect(vector.fields[0] == changes[index].fields[0])
      var script = ZoneDraws(
        zone: try vector.zone(0), draws: VectorDraws(seed: index),
        changes: changes[index].fields.dropFirst(2).compactMap {
          Int64($0.prefix { $0 != ":" })
        })
      let digests = script.digests().map(\.description)
      #expect(digests == vector.fields.dropFirst().map(String.init), "\(vector)")
      #expect(script.cursorDisagreements == 0, "\(vector)")
    }
  }

  @Test("has handles and names that map to each other")
  func names() {
    #expect(Zone.utc.name == "UTC" && Zone.utc.id == 0 && Zone(named: "UTC") == .utc)
    #expect(Zone.all.count == Set(Zone.allNames).count)
    for zone in Zone.all {
      #expect(Zone(named: zone.name) == zone)
      #expect(Zone(id: zone.id) == zone)
    }
    for name in ["", "utc", "Europe", "Europe/Berlin ", "europe/berlin", "Zulu/Zulu", "A", "ZZZ"] {
      #expect(Zone(named: name) == nil, "\(name)")
    }
  }

  @Test("suggests the nearest names for one that it does not know")
  func suggestions() {
    #expect(Zone.suggestions(for: "Europe/Berlni").first == "Europe/Berlin")
    #expect(Zone.suggestions(for: "berlin") == ["Europe/Berlin"])
    #expect(Zone.suggestions(for: "america/new york").first == "America/New_York")
    #expect(Zone.suggestions(for: "utc").first == "UTC")
    #expect(Zone.suggestions(for: "Asia/Tokio", count: 1) == ["Asia/Tokyo"])
    #expect(Zone.suggestions(for: "qqqqqqqqqqqqqqqq").isEmpty)
  }

  @Test("keeps its first offset before the table begins and its last after it ends")
  func outsideTheTable() throws {
    let zone = try #require(Zone(named: "Europe/Berlin"))
    #expect(zone.offsetMilliseconds(at: Instant(milliseconds: 0)) == Int32(Span.hour))
    #expect(zone.localDay(at: Instant(milliseconds: -1)).description == "1970-01-01")
    let late = try #require(Instant("2100-07-01T00:00:00Z"))
    #expect(zone.offsetMilliseconds(at: late) == Int32(Span.hour))
    let day = LocalDay(year: 2100, month: 7, day: 1)
    #expect(zone.instant(of: day, millisecondOfDay: 0) == late - Span.hour)
  }

  @Test("names the IANA release of its table")
  func release() {
    #expect(Zone.tzdataRelease.wholeMatch(of: /20\d\d[a-z]/) != nil)
  }
}

/// Draws the same instants and wall times as scripts/vectors/chronology_zones.py.
private struct ZoneDraws {
  let zone: Zone
  var draws: VectorDraws
  let changes: [Int64]
  /// How often a cursor, whose period is that of the draw before, gave another answer.
  private(set) var cursorDisagreements = 0

  init(zone: Zone, draws: VectorDraws, changes: [Int64]) {
    self.zone = zone
    self.draws = draws
    self.changes = changes
  }

  mutating func digests() -> [VectorDigest] {
    var cursor = ZoneCursor(zone)
    var digests: [VectorDigest] = []
    for _ in 0..<4 {
      var digest = VectorDigest()
      for _ in 0..<500 {
        let instant = instant()
        digest.add(Int64(zone.offsetMilliseconds(at: instant)))
        digest.add(Int64(zone.localDay(at: instant).number))
        digest.add(Int64(zone.millisecondOfDay(at: instant)))
        let isSame =
          cursor.offsetMilliseconds(at: instant) == zone.offsetMilliseconds(at: instant)
          && cursor.localDay(at: instant) == zone.localDay(at: instant)
          && cursor.millisecondOfDay(at: instant) == zone.millisecondOfDay(at: instant)
        if !isSame { cursorDisagreements += 1 }
      }
      digests.append(digest)
    }
    for _ in 0..<4 {
      var digest = VectorDigest()
      for _ in 0..<250 {
        let instant = instant()
        var wall = instant.milliseconds + Int64(zone.offsetMilliseconds(at: instant))
        wall += draws.below(4 * Span.hour) - 2 * Span.hour
        let (day, rest) = floorDivided(wall, by: Span.day)
        let local = LocalDay(number: Int32(day))
        let resolved = zone.instant(of: local, millisecondOfDay: Int32(rest))
        digest.add(resolved.milliseconds)
        let isSame =
          cursor.instant(of: local, millisecondOfDay: Int32(rest)) == resolved
          && cursor.startOfDay(local) == zone.startOfDay(local)
        if !isSame { cursorDisagreements += 1 }
      }
      digests.append(digest)
    }
    return digests
  }

  private mutating func instant() -> Instant {
    if !changes.isEmpty && draws.below(2) == 0 {
      let change = changes[Int(draws.below(Int64(changes.count)))] * Span.second
      return Instant(milliseconds: change + draws.below(52 * Span.hour) - 26 * Span.hour)
    }
    let start = LocalDay(year: 2015, month: 1, day: 3)
    let days = start.distance(to: LocalDay(year: 2046, month: 1, day: 1)) - 2
    return Instant(
      milliseconds: Int64(start.number) * Span.day + draws.below(Int64(days) * Span.day))
  }
}
