import Foundation
import PackagePlugin

/// Tells the program, with each build, the commit and the hash of the sources that it is built
/// from, so that what it writes can name them.
@main
struct BuildIdentityPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [PackagePlugin.Command] {
    let package = context.package.directoryURL
    let script = package.appending(path: "scripts/source-hash")
    let file = context.pluginWorkDirectoryURL.appending(path: "BuildIdentity.swift")
    // The command has no other variables than these, and the script needs git.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    // Not a prebuild command: those run only when the build is planned anew, which a changed file
    // is no reason for.
    return [
      .buildCommand(
        displayName: "Hash of the sources", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, "--swift", file.path], environment: ["PATH": path],
        inputFiles: [script, package.appending(path: "Package.swift")] + sources(in: package)
          + commits(in: package),
        outputFiles: [file])
    ]
  }

  /// All that the hash is of. The script looks for them itself.
  private func sources(in package: URL) -> [URL] {
    let folder = package.appending(path: "Sources")
    let everything = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (everything?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { ["swift", "c", "h", "modulemap"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }

  /// What changes with each commit.
  private func commits(in package: URL) -> [URL] {
    [".git/HEAD", ".git/logs/HEAD"].map { package.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }
}
