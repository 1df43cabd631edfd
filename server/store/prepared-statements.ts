import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import type { DatabaseFile } from './database-file.ts'

/** Statements kept compiled, some kilobytes each: those of this program, and inserts of as many rows as are common. */
const STATEMENTS_MAX = 256

const NOTHING = 'select 1 where false'

type Statement = Sqlite.Statement<unknown[]>

/** With it something becomes durable, so the file has to be the one at its path. */
const isCommit = (text: string, statement: Statement, isInTransaction: boolean): boolean =>
  text === 'commit' || !(isInTransaction || statement.readonly)

const watched = (statement: Statement, { write }: DatabaseFile): SqliteStatement => ({
  reader: statement.reader,
  all: (values) => write(() => statement.all(...values)),
  run: (values) => write(() => statement.run(...values)),
  iterate: (values) => statement.iterate(...values),
})

/**
 * The connection as Kysely wants it, except that a statement seen before is not compiled again, and that the file is
 * looked at with every commit.
 */
export const withPreparedStatements = (file: Sqlite.Database, watch: DatabaseFile): SqliteDatabase => {
  const kept = new Map<string, Statement>()
  const prepare = (text: string): Statement => {
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
  }
  return {
    prepare(text) {
      const statement = prepare(text)
      return isCommit(text, statement, file.inTransaction) ? watched(statement, watch) : statement
    },
    close() {
      kept.clear()
      file.close()
    },
  }
}
