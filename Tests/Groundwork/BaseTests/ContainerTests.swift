import Base
import Testing

@Suite("Flat containers")
struct ContainerTests {
  @Test("bytes are the same if none differs, whatever their number", arguments: 0..<20)
  func sameBytes(count: Int) {
    var one = FlatArray<UInt8>()
    var other = FlatArray<UInt8>()
    for number in 0..<count {
      one.append(UInt8(number))
      other.append(UInt8(number))
    }
    let isSame = one.hasSameBytes(as: other)
    #expect(isSame)
    for number in 0..<count {
      other[number] ^= 0x80
      let isSame = one.hasSameBytes(as: other)
      #expect(!isSame)
      other[number] ^= 0x80
    }
    other.append(0)
    let isLonger = one.hasSameBytes(as: other)
    #expect(!isLonger)
  }
}
