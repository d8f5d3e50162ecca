/// Events in the order of their times, and of their scheduling among equal times.
struct EventQueue<Event> {
  private struct Entry {
    var time: Int
    var number: Int
    var event: Event

    func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }

  private var heap: [Entry] = []
  private var count = 0

  var next: Int? { heap.first?.time }

  mutating func add(_ event: Event, at time: Int) {
    heap.append(Entry(time: time, number: count, event: event))
    count += 1
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func take() -> (time: Int, event: Event)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.time, first.event)
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isBefore(heap[least]) { least = child }
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
