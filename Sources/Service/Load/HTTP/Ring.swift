/// A queue in a ring: first in, first out, without moving anything.
struct Ring<Element> {
  private var elements: [Element?] = Array(repeating: nil, count: 16)
  private var start = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  var first: Element? { count == 0 ? nil : elements[start] }

  mutating func append(_ element: Element) {
    if count == elements.count { grow() }
    elements[(start + count) & (elements.count - 1)] = element
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = elements[start]
    elements[start] = nil
    start = (start + 1) & (elements.count - 1)
    count -= 1
    return element
  }

  private mutating func grow() {
    var larger: [Element?] = Array(repeating: nil, count: elements.count * 2)
    for place in 0..<count { larger[place] = elements[(start + place) & (elements.count - 1)] }
    elements = larger
    start = 0
  }
}

extension Ring where Element: Equatable {
  /// Removes an element, wherever it stands.
  mutating func remove(_ element: Element) {
    var kept = Ring()
    while let next = popFirst() {
      if next != element { kept.append(next) }
    }
    self = kept
  }
}
