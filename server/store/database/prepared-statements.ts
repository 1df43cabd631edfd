import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import type { DatabaseFile } from './database-file.ts'

/** Some KB each: this program's statements, and inserts of the common row counts. */
const STATEMENTS_MAX = 256

const NOTHING = 'select 1 where false'

type Statement = Sqlite.Statement<unknown[]>

/** A commit makes writes durable, so the file must still be the one at its path. */
const isCommit = (text: string, statement: Statement, isInTransaction: boolean): boolean =>
  text === 'commit' || !(isInTransaction || statement.readonly)

const watched = (statement: Statement, { write }: DatabaseFile): SqliteStatement => ({
  reader: statement.reader,
  all: (values) => write(() => statement.all(...values)),
  run: (values) => write(() => statement.run(...values)),
  iterate: (values) => statement.iterate(...values),
})

export const withPreparedStatements = (file: Sqlite.Database, watch: DatabaseFile): SqliteDatabase => {
  const kept = new Map<string, Statement>()
  const prepare = (text: string): Statement => {
    // SQLite rolls back by itself when the disk is full or fails (sqlite.org/lang_transaction.html, 3.1);
    // a second rollback would fail and hide the first error.
    if (text === 'rollback' && !file.inTransaction) return file.prepare(NOTHING)
    const known = kept.get(text)
    // A statement whose rows are still being read cannot be reused.
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
