import Foundation
import TestKit
import Testing

@Suite("What 'make install' copies")
struct InstallationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("completions know the scenarios, the fault kinds and the folders of runs")
  func completions() throws {
    let ending = try ShakeoutProgram.bash(
      """
      complete() { :; }
      eval "$($SHAKEOUT --generate-completion-script=bash)"
      mkdir -p results
      for line in 'run smo' 'stress str' 'validate long' 'describe base' 'stress --faults shortOff' \
        'metrics resu' 'diff resu'; do
        COMP_WORDS=(shakeout $line); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
        _shakeout
        echo "${COMPREPLY[*]}"
      done
      """, in: folder)
    #expect(
      ending.output == """
        smoke
        stress
        long-offline
        base baseline
        shortOffline
        results
        results

        """, "\(ending)")
    for shell in ["zsh", "fish"] {
      let script = try folder.shakeout("--generate-completion-script=\(shell)")
      #expect(script.output.contains("rough-network") && !script.output.contains("--worker"))
    }
  }

  @Test("the manual page has every command with its options, and groff accepts it")
  func manual() throws {
    let page = try folder.shakeout("--generate-man-page")
    #expect(page.code == 0 && page.output.hasPrefix(".TH SHAKEOUT 1 "))
    let help = try folder.shakeout("--help").output.split(separator: "SUBCOMMANDS:")[1]
    for line in help.split(separator: "\n") where line.hasPrefix("  ") && !line.hasPrefix("   ") {
      guard let name = line.split(separator: " ").first, name != "See" else { continue }
      #expect(page.output.contains("\n.SS shakeout \(name)\n"), "\(name)")
    }
    #expect(page.output.contains("\n.B \\-\\-shrink\\-seconds <seconds>\n"))
    try folder.write(page.output, to: "page.1")
    let checked = try ShakeoutProgram.bash(
      "command -v groff >/dev/null || exit 0; groff -man -ww -z -Kutf8 page.1", in: folder)
    #expect(checked.code == 0 && checked.errors == "", "\(checked)")
  }

  @Test("the script installs a program that runs from another folder")
  func install() throws {
    let script = CommittedFile.url("scripts/install").path
    let ending = try ShakeoutProgram.bash(
      "\(script) $SHAKEOUT $PWD/prefix && cd / && $OLDPWD/prefix/bin/shakeout scenarios", in: folder
    )
    #expect(ending.code == 0 && ending.output.contains("\nsmoke "), "\(ending)")
    let installed = try folder.everything.filter { $0.hasPrefix("prefix/share/") }
    for name in ["man1/shakeout.1", "completions/shakeout", "_shakeout", "shakeout.fish"] {
      #expect(installed.contains { $0.hasSuffix("/" + name) }, "\(name)")
    }
  }
}
