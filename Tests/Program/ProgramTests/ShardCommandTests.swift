import Foundation
import TestKit
import Testing

@Suite("'shakeout shard' and 'shakeout assemble'")
struct ShardCommandTests {
  private let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
  }

  private func bash(_ line: String) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.bash(line, in: folder)
  }

  @Test("shards from a job become the run, byte for byte")
  func whole() throws {
    let run = "smoke --people 2400 --days 100 --seed 9"
    #expect(try folder.shakeout("run \(run) --name whole --quiet").code == 0)
    #expect(try folder.shakeout("shard \(run) --count").output == "3\n")
    #expect(try folder.shakeout("shard \(run) --write-job job.json").code == 0)
    for batches in ["0", "1-2"] {
      let ending = try folder.shakeout(
        "shard --job job.json --batches \(batches) --out shard-\(batches) --threads 1")
      #expect(ending.code == 0 && ending.errors.isEmpty && ending.output.isEmpty, "\(ending)")
    }
    let ending = try bash("cat shard-0 shard-1-2 | $SHAKEOUT assemble --name assembled --quiet")
    #expect(ending.code == 0 && ending.errors.isEmpty, "\(ending)")
    let difference = try bash(
      "diff -r datasets/whole datasets/assembled && "
        + "diff -r --exclude=run.json results/whole results/assembled")
    #expect(difference.code == 0, "\(difference.output)")
    #expect(try folder.shakeout("verify assembled").code == 0)
    let wrong = try bash("cat shard-1-2 shard-0 | $SHAKEOUT assemble --name wrong")
    #expect(wrong.code == 65 && wrong.errors.contains("Batch 1 comes where batch 0 should"))
    let unplanned = try bash("cat shard-0 shard-1-2 | $SHAKEOUT assemble --record a.plan")
    #expect(unplanned.code == 65 && unplanned.errors.contains("carry no plan"))
    #expect(try !folder.everything.contains { $0.contains("wrong") || $0.contains("a.plan") })
  }

  @Test("shards on simulated disks are assembled, too")
  func disks() throws {
    let run = "smoke --people 60 --days 30 --stores sqlite --seed 4 --set sync.pageRowsMax=3"
    let ending = try bash(
      """
      $SHAKEOUT run \(run) --name whole --quiet && $SHAKEOUT shard \(run) --out all --quiet &&
      $SHAKEOUT assemble --name assembled --quiet <all &&
      diff -r datasets/whole datasets/assembled &&
      diff -r --exclude=run.json results/whole results/assembled
      """)
    #expect(ending.code == 0, "\(ending)")
  }

  @Test(
    "what does not fit is refused in a sentence",
    arguments: [
      ("shard smoke", 64, "Missing '--out <out>': the file to write the shard to."),
      ("shard smoke --out s --batches 3", 64, "--batches '3-3': the run has batches 0 to 0."),
      ("shard smoke --out s --batches 3-1", 64, "a batch or a range of batches, such as '0-11'"),
      ("shard smoke --count --batches 0", 64, "simulate nothing: omit '--batches' and '--out'"),
      ("shard smoke --deliveries --out s", 64, "'--deliveries' needs '--record'"),
      ("shard smoke --job j", 64, "A job contains its own settings"),
      ("shard --job none.json --out s", 65, "none.json: there is no such file"),
      ("shard --job text --out s", 65, "text: "),
      ("shard --job empty.json --out s", 65, "is not what 'shakeout shard' writes"),
      ("assemble", 65, "There is no shard: 'shakeout assemble' reads"),
    ])
  func refused(line: String, code: Int32, sentence: String) throws {
    try folder.write("no JSON", to: "text")
    try folder.write("{}", to: "empty.json")
    let ending = try folder.shakeout(line)
    #expect(ending.code == code && ending.errors.contains(sentence), "\(ending)")
    #expect(try folder.names() == ["empty.json", "text"])
  }

  @Test("assembling that is interrupted while it waits leaves nothing")
  func interrupted() throws {
    let ending = try bash(
      """
      $SHAKEOUT shard smoke --out shard --quiet
      { head -c 3000 shard; sleep 20; } | $SHAKEOUT assemble --name cut & sleep 1
      kill -INT $(pgrep -P $$ -f 'assemble --name cut'); wait $!; echo "code $?"; ls
      """)
    #expect(ending.output == "code 130\nshard\n", "\(ending)")
  }
}
