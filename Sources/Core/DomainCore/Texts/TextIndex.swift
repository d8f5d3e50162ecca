/// Where texts are in a list, by their bytes.
///
/// An open-addressed table of places: a message brings the texts of all its rows, and a dictionary
/// would want an array of its own for each before it could look it up.
struct TextIndex: Sendable {
  /// Places from 1; zero is free.
  private var slots: [UInt32] = []
  private var count = 0

  /// The place of a text, if the list has it.
  func place(of text: UnsafeBufferPointer<UInt8>, in list: [[UInt8]?]) -> Int? {
    if count == 0 { return nil }
    let place = slots[slot(of: text, in: list)]
    return place == 0 ? nil : Int(place) - 1
  }

  /// The text at a place is found there from now on.
  mutating func set(_ place: Int, in list: [[UInt8]?]) {
    if (count + 1) * 2 > slots.count { grow(list) }
    list[place]?.withUnsafeBufferPointer { text in
      let slot = slot(of: text, in: list)
      if slots[slot] == 0 { count += 1 }
      slots[slot] = UInt32(place + 1)
    }
  }

  /// The text at a place, which is still in the list, is not found any more.
  mutating func remove(_ place: Int, in list: [[UInt8]?]) {
    guard count > 0, let text = list[place] else { return }
    var free = text.withUnsafeBufferPointer { slot(of: $0, in: list) }
    if slots[free] == 0 { return }
    count -= 1
    // What was put behind it because of it moves up, or it would not be found.
    var next = free
    while true {
      next = (next + 1) & (slots.count - 1)
      if slots[next] == 0 { break }
      guard let other = list[Int(slots[next]) - 1] else { break }
      let first = other.withUnsafeBufferPointer { home(of: $0) }
      let stays = free <= next ? free < first && first <= next : free < first || first <= next
      if stays { continue }
      slots[free] = slots[next]
      free = next
    }
    slots[free] = 0
  }

  /// Where a text is, or the free slot where it would go.
  private func slot(of text: UnsafeBufferPointer<UInt8>, in list: [[UInt8]?]) -> Int {
    var slot = home(of: text)
    while slots[slot] != 0 {
      if let other = list[Int(slots[slot]) - 1], Self.isSame(other, text) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private static func isSame(_ one: [UInt8], _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBufferPointer { $0.elementsEqual(other) }
  }

  private mutating func grow(_ list: [[UInt8]?]) {
    let old = slots
    slots = Array(repeating: 0, count: max(16, old.count * 2))
    for place in old where place != 0 {
      list[Int(place) - 1]?.withUnsafeBufferPointer { text in
        var slot = home(of: text)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = place
      }
    }
  }

  /// The slot where the search for a text begins.
  private func home(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var word: UInt64 = 0
    for (place, byte) in text.enumerated() {
      word = word << 8 | UInt64(byte)
      if place & 7 == 7 {
        hash = Self.mixed(hash ^ word)
        word = 0
      }
    }
    hash = Self.mixed(hash ^ word)
    return Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}
