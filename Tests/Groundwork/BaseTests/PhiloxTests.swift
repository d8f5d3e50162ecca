import Testing

@testable import Base

@Suite("The generator Philox4x32-10")
struct PhiloxTests {
  @Test(
    "returns the results that its authors publish",
    arguments: [
      Response(
        counter: [0, 0, 0, 0], key: [0, 0],
        block: [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
      Response(
        counter: [.max, .max, .max, .max], key: [.max, .max],
        block: [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
      Response(
        counter: [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
        key: [0xa409_3822, 0x299f_31d0],
        block: [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]),
    ])
  func publishedAnswers(response: Response) {
    #expect(Philox4x32.block(counter: response.counter, key: response.key) == response.block)
  }

  @Test("returns four hundred results of other implementations, alone and four at a time")
  func answersOfOthers() throws {
    let responses = try Vectors.lines(of: "philox4x32.txt").map(Response.init)
    #expect(responses.count == 400)
    for (index, response) in responses.enumerated() {
      #expect(Philox4x32.block(counter: response.counter, key: response.key) == response.block)
      let counters = (0..<4).map { responses[(index + $0) % responses.count].counter }
      let blocks = Philox4x32.blocks(
        counters: counters[0], counters[1], counters[2], counters[3], key: response.key)
      #expect(blocks.0 == response.block)
      #expect(blocks.1 == Philox4x32.block(counter: counters[1], key: response.key))
      #expect(blocks.2 == Philox4x32.block(counter: counters[2], key: response.key))
      #expect(blocks.3 == Philox4x32.block(counter: counters[3], key: response.key))
    }
  }

  struct Response {
    let counter: SIMD4<UInt32>
    let key: SIMD2<UInt32>
    let block: SIMD4<UInt32>

    init(counter: SIMD4<UInt32>, key: SIMD2<UInt32>, block: SIMD4<UInt32>) {
      (self.counter, self.key, self.block) = (counter, key, block)
    }

    init(line: [Substring]) {
      let words = line.map { UInt32($0, radix: 16)! }
      counter = SIMD4(words[0], words[1], words[2], words[3])
      key = SIMD2(words[4], words[5])
      block = SIMD4(words[6], words[7], words[8], words[9])
    }
  }
}
