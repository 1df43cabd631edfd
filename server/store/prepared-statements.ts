import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** Statements kept compiled, some kilobytes each: those of this program, and inserts of as many rows as are common. */
const STATEMENTS_MAX = 256

const NOTHING = 'select 1 where false'

/** The file as Kysely wants it, except that a statement seen before is not compiled again. */
export const withPreparedStatements = (file: Sqlite.Database): SqliteDatabase => {
  const kept = new Map<string, Sqlite.Statement<unknown[]>>()
  return {
    prepare(text) {
      // SQLite undoes a transaction itself when the disk is full or fails (sqlite.org/lang_transaction.html, 3.1);
      // undoing it once more would fail, and that failure would be told in the place of the first.
      if (text === 'rollback' && !file.inTransaction) return file.prepare(NOTHING)
      const known = kept.get(text)
      // Rows of it are being read one by one; a statement is in one place at a time.
      if (known?.busy === true) return file.prepare(text)
      const statement = known ?? file.prepare<unknown[]>(text)
      kept.delete(text)
      kept.set(text, statement)
      if (kept.size > STATEMENTS_MAX) {
        const [oldest] = kept.keys()
        if (oldest !== undefined) kept.delete(oldest)
      }
      return statement
    },
    close() {
      kept.clear()
      file.close()
    },
  }
}
