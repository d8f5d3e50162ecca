import Chronology
import JSONText
import SystemLibrary

/// The lives of the families of a plan that `run --record` wrote, cut into tests for an engine.
public struct FamilyLives: Sendable {
  /// How many writes a test has.
  private static let writesMax = 40
  /// An engine with more replicas than drawn plans have would only be slower.
  private static let devicesMax = 5

  /// The parts of all families, one behind the other.
  private(set) var parts: [FamilyLife] = []

  /// How many tests there are.
  public var count: Int { parts.count }

  /// Why a plan cannot be used, as a sentence.
  public struct Unreadable: Error {
    public let sentence: String
  }

  /// Reads a plan.
  public init(path: String) throws(Unreadable) {
    let bytes: [UInt8]
    do throws(FileSource.ReadingError) {
      bytes = try FileSource.bytes(of: path, InputLimit(mebibytes: 1_024, "plans"))
    } catch {
      throw Unreadable(sentence: "'\(path)': \(error).")
    }
    try self.init(bytes, name: path)
  }

  init(_ bytes: [UInt8], name: String) throws(Unreadable) {
    var families: [FamilyLife] = []
    var familyOfPerson: [String: Int] = [:]
    var isPlan = false
    for (number, line) in bytes.split(separator: 10).enumerated() {
      guard let node = try? JSONReader().read(Array(line)) else {
        // A file of another kind is none from its first line on.
        guard isPlan else { break }
        throw Unreadable(sentence: "'\(name)': line \(number + 1) is no JSON.")
      }
      if node["plan"]?.integer() != nil { isPlan = true }
      guard isPlan else { break }
      if node["household"] != nil {
        families.append(FamilyLife())
        for person in node["people"]?.elements ?? [] {
          guard let index = person["person"]?.integer() else { continue }
          familyOfPerson["p\(index)"] = families.count - 1
          let devices: Int = person["devices"]?.integer() ?? 0
          for device in 0..<min(Self.devicesMax, max(0, devices)) {
            families[families.count - 1].devices.append("p\(index).\(device)")
          }
        }
      } else if let step = Self.step(node),
        let family = familyOfPerson[String(step.device.prefix { $0 != "." })]
      {
        families[family].steps.append(step)
      }
    }
    guard isPlan else {
      throw Unreadable(
        sentence: "'\(name)' is no plan: 'shakeout run <scenario> --record FILE' writes one.")
    }
    parts = families.flatMap(Self.parts)
    guard !parts.isEmpty else {
      throw Unreadable(sentence: "'\(name)' has no family that writes on two devices.")
    }
  }

  private static func step(_ node: JSONNode) -> FamilyLife.Step? {
    // Who joins a group does so on their first device.
    let joining = node["do"]?.string == "join" ? node["person"]?.string.map { "\($0).0" } : nil
    guard let device = node["device"]?.string ?? joining,
      let at = node["at"]?.string.flatMap({ Instant($0) })
    else { return nil }
    let action: FamilyLife.Action
    switch node["do"]?.string {
    case "submit", "join":
      guard let wish = node["what"].flatMap(FamilyLife.wish) else { return nil }
      action = .write([wish])
    case "submitTogether":
      let wishes = (node["what"]?.elements ?? []).compactMap(FamilyLife.wish)
      guard !wishes.isEmpty else { return nil }
      action = .write(wishes)
    case "open", "refresh": action = .sync
    case "offline":
      guard let from = node["from"]?.string.flatMap({ Instant($0) }),
        let until = node["until"]?.string.flatMap({ Instant($0) })
      else { return nil }
      return FamilyLife.Step(
        milliseconds: from.milliseconds, device: device,
        action: .offline(milliseconds: until.milliseconds - from.milliseconds))
    default: return nil
    }
    return FamilyLife.Step(milliseconds: at.milliseconds, device: device, action: action)
  }

  /// A family's life in tests: so many writes each, if several devices have a part in it.
  private static func parts(of family: FamilyLife) -> [FamilyLife] {
    var parts: [FamilyLife] = []
    var part = FamilyLife(devices: Array(family.devices.prefix(devicesMax)))
    var writes = 0
    func end() {
      if writes > 1 && part.devices.count > 1 { parts.append(part) }
      part.steps = []
      writes = 0
    }
    let steps = family.steps.enumerated()
      .sorted { ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset) }
    for (_, step) in steps where part.devices.contains(step.device) {
      part.steps.append(step)
      if case .write = step.action { writes += 1 }
      if writes == writesMax { end() }
    }
    end()
    return parts
  }
}
