import Foundation
import PackagePlugin

/// Tells the program, before each build, the commit and the hash of the sources that it is built
/// from, so that what it writes can name them.
@main
struct BuildIdentityPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [PackagePlugin.Command] {
    let folder = context.pluginWorkDirectoryURL
    let script = context.package.directoryURL.appending(path: "scripts/source-hash")
    // The command has no other variables than these, and the script needs git.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return [
      .prebuildCommand(
        displayName: "Hash of the sources", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, "--swift", folder.appending(path: "BuildIdentity.swift").path],
        environment: ["PATH": path], outputFilesDirectory: folder)
    ]
  }
}
