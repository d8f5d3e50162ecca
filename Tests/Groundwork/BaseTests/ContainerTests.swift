import Base
import Testing

@Suite("Flat containers")
struct ContainerTests {
  @Test("a table whose rows were removed is like a new one")
  func removedRows() {
    var table = IndexedTable<UInt32>()
    for number in 0..<100 as Range<UInt32> { table.add(number, under: RowKey(UInt64(number), 1)) }
    table.removeAll()
    let places = (0..<100 as Range<UInt64>).map { table.place(of: RowKey($0, 1)) }
    #expect(places.allSatisfy { $0 == nil })
    let (isEmpty, count) = (table.isEmpty, table.count)
    #expect(isEmpty && count == 0)
    for number in 50..<300 as Range<UInt32> { table.add(number, under: RowKey(UInt64(number), 1)) }
    let rows = (50..<300 as Range<UInt64>).map { table.row(of: RowKey($0, 1)) }
    #expect(rows == (50..<300).map { UInt32($0) })
  }

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
