import Testing

/// A type lies in one folder. What extends it elsewhere belongs to an area or a theme of its own,
/// and the first line of the file says which, as in `// Academics: commands.`
@Suite("Types stay in one folder")
struct ExtensionsTests {
  /// So many files may extend a type outside its folder without a word.
  private static let fewFiles = 3

  @Test("outside its folder a type has one file for each area or theme, which its first line names")
  func extensions() throws {
    #expect(Self.extensions.count > 50)
    for (type, files) in Self.extensions.sorted(by: { $0.key < $1.key }) {
      guard let folder = Self.folders[type] else { continue }
      let elsewhere = files.filter { !$0.path.hasPrefix(folder + "/") }
      guard elsewhere.count > Self.fewFiles else { continue }
      var paths: [String: String] = [:]
      for file in elsewhere {
        guard let theme = Self.theme(of: file) else {
          Issue.record(
            "\(file.path) extends \(type); let its first line name the theme: // Theme: what it has"
          )
          continue
        }
        if let other = paths.updateValue(file.path, forKey: theme) {
          Issue.record("\(file.path) and \(other) extend \(type) for \(theme); make them one file")
        }
      }
    }
  }

  @Test("the theme is what the first line has before its colon")
  func themes() {
    func theme(_ line: String) -> String? { Self.theme(of: line) }
    #expect(theme("// Schedule, duties: commands.") == "Schedule, duties")
    #expect(theme("// Academics: ") == nil)
    #expect(theme("// Academics") == nil)
    #expect(theme("/// Academics: commands.") == nil)
    #expect(theme("import Base") == nil)
  }

  /// The files that extend a type, by room and type.
  private static let extensions: [String: [SourceFile]] = {
    var files: [String: [SourceFile]] = [:]
    for file in SourceTree.sources {
      for type in Set(file.lines.compactMap { extended(by: $0[...]) }) {
        files["\(file.module ?? "").\(type)", default: []].append(file)
      }
    }
    return files
  }()

  /// The folder in which a type is declared, by room and type.
  private static let folders: [String: String] = {
    let declaration =
      "^(?:@\\w+ )*(?:(?:public|indirect|final) )*(?:struct|enum|class|protocol|actor) (\\w+)"
    var folders: [String: String] = [:]
    for file in SourceTree.sources {
      let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
      for (_, groups) in file.matches(of: declaration) {
        folders["\(file.module ?? "").\(groups[0])"] = folder
      }
    }
    return folders
  }()

  private static func theme(of file: SourceFile) -> String? {
    file.lines.first.flatMap { theme(of: String($0)) }
  }

  private static func theme(of line: String) -> String? {
    TextPattern("^// ([A-Z][\\w ,]*): \\S").matches(in: line).first?.groups[0]
  }

  /// The type that a line begins an extension of.
  private static func extended(by line: Substring) -> String? {
    var words = line.split(separator: " ")[...]
    if words.first == "public" || words.first == "fileprivate" { words = words.dropFirst() }
    guard line.first != " ", words.first == "extension", words.count > 1 else { return nil }
    return String(words[words.startIndex + 1].prefix { $0 != ":" && $0 != "<" })
  }
}
