import Base
import Chronology
import DomainCore

extension Registration {
  /// The message in the form that `docs/wire.md` describes.
  public borrowing func encoded() -> [UInt8] {
    var writer = WireWriter()
    writer.begin(.registration)
    writer.number(1, site)
    writer.number(2, scope)
    writer.number(3, member.index)
    writer.signed(4, Int64(genesis.firstDay.number))
    writer.number(5, UInt32(genesis.dayCapacity))
    for index in 0..<genesis.members.count {
      let founder = genesis.members[index]
      writer.block(6) { founder.write(index, of: genesis.unknown, to: &$0) }
    }
    return writer.bytes.withElements { Array($0) }
  }

  /// Reads a message.
  public init(_ bytes: [UInt8]) throws(WireError) {
    self.init(
      site: 0, scope: 0, member: MemberHandle(0),
      genesis: ScopeGenesis(firstDay: LocalDay(number: 0), dayCapacity: 0))
    try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try read(bytes) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireError) {
    var reader = try WireReader(bytes, .registration)
    while let field = try reader.next() {
      switch field.number {
      case 1: site = try field.uint32()
      case 2: scope = try field.uint32()
      case 3: member = MemberHandle(try field.uint16())
      case 4: genesis.firstDay = LocalDay(number: try field.int32())
      case 5: genesis.dayCapacity = Int(try field.uint32())
      case 6:
        genesis.members.append(
          try Member(
            try field.block(), of: bytes, genesis.members.count, keeping: &genesis.unknown))
      default: break
      }
    }
    guard genesis.isPossible else { throw WireError(.impossible, at: bytes.count) }
  }
}
