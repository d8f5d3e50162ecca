import SyncCore

/// The prepared statements of a database of records.
struct RecordStatements {
  let begin: Query
  let beginReading: Query
  let commit: Query
  let rollBack: Query
  let put: Query
  let one: Query
  let some: Query
  let remove: Query
  let removeAll: Query
  let look: Query

  init(_ connection: Connection) throws(StorageError) {
    begin = try connection.prepare("BEGIN IMMEDIATE")
    beginReading = try connection.prepare("BEGIN")
    commit = try connection.prepare("COMMIT")
    rollBack = try connection.prepare("ROLLBACK")
    put = try connection.prepare("INSERT OR REPLACE INTO record VALUES(?1, ?2, ?3)")
    one = try connection.prepare("SELECT key, sum, bytes FROM record WHERE key = ?1")
    some = try connection.prepare(
      "SELECT key, sum, bytes FROM record WHERE key BETWEEN ?1 AND ?2 ORDER BY key")
    remove = try connection.prepare("DELETE FROM record WHERE key BETWEEN ?1 AND ?2")
    removeAll = try connection.prepare("DELETE FROM record")
    look = try connection.prepare("PRAGMA data_version")
  }
}
