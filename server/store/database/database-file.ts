import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { performance } from 'node:perf_hooks'
import Sqlite from 'better-sqlite3'
import { StoreLost } from './store-lost.ts'

/** For this long after a commit of another process, its checkpoint may still change the file. */
const OTHERS_WRITE_MS = 60_000

const MEND = 'The server’s owner has to put the right file back, or restore a backup, and restart it'

interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

interface Content {
  readonly size: bigint
  readonly mtimeNs: bigint
}

const look = (path: string): (Identity & Content) | null => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined
    ? null
    : { dev: found.dev, ino: found.ino, size: found.size, mtimeNs: found.mtimeNs }
}

const isSame = (left: Identity | null, right: Identity | null): boolean =>
  left?.dev === right?.dev && left?.ino === right?.ino

/** Windows may report the time of a write late. */
const isUnchanged = (left: Content | null, right: Content | null): boolean =>
  left?.size === right?.size && (process.platform === 'win32' || left?.mtimeNs === right?.mtimeNs)

const endOf = (connection: Sqlite.Database): string =>
  JSON.stringify(connection.prepare('select seq, hash from ledger_event order by seq desc limit 1').get())

export interface DatabaseFile {
  readonly lost: StoreLost | null
  /** Throws StoreLost when a file was replaced at its path or written by another program. */
  check(): void
  /** Throws StoreLost when the write is not durable at the path. */
  write<Result>(work: () => Result): Result
}

// SQLite goes on writing to a file that was deleted, replaced or overwritten. The main file changes only when
// one of our commits moves pages into it from the log; any other change is another program's.
export const watchDatabaseFile = (path: string, connection: Sqlite.Database): DatabaseFile => {
  const name = basename(path)
  const companions = [`${path}-wal`, `${path}-shm`].map((file) => ({ file, opened: look(file) }))
  const opened = look(path)
  let content: Content | null = opened
  const readDataVersion = connection.prepare<[], number>('pragma data_version').pluck()
  let dataVersion = readDataVersion.get()
  let otherWroteAt: number | null = null
  let isEndUnproven = false

  let lost: StoreLost | null = null
  const lose = (what: string): never => {
    lost ??= new StoreLost(`${what}. ${MEND}`)
    throw lost
  }

  const lookAtFile = (): Content => {
    const found = look(path)
    if (found === null) return lose(`the database ${name} was deleted or moved while it ran`)
    if (!isSame(found, opened)) lose(`another file was put in the place of the database ${name} while it ran`)
    return found
  }

  const checkCompanions = (): void => {
    for (const { file, opened: open } of companions)
      if (!isSame(look(file), open))
        lose(`${basename(file)}, a part of the database, was deleted or replaced while it ran`)
  }

  const didOtherWrite = (): boolean => {
    const version = readDataVersion.get()
    if (version !== dataVersion) otherWroteAt = performance.now()
    dataVersion = version
    return otherWroteAt !== null && performance.now() - otherWroteAt < OTHERS_WRITE_MS
  }

  const checkContent = (): void => {
    const found = lookAtFile()
    if (isUnchanged(found, content)) return
    if (!didOtherWrite() || found.size < (content?.size ?? 0n))
      lose(`the database ${name} was overwritten by another program while it ran`)
    content = found
    isEndUnproven = true
  }

  /** A fresh connection reads the file; ours may answer from its cache. */
  const proveEnd = (): void => {
    if (!isEndUnproven || connection.inTransaction) return
    const fresh = new Sqlite(path, { readonly: true })
    try {
      if (endOf(fresh) !== endOf(connection))
        lose(`the database ${name} holds other orders than this server wrote`)
    } finally {
      fresh.close()
    }
    isEndUnproven = false
  }

  return {
    get lost() {
      return lost
    },
    check() {
      if (lost !== null) throw lost
      checkContent()
      checkCompanions()
      didOtherWrite()
      proveEnd()
    },
    write(work) {
      if (lost !== null) throw lost
      checkContent()
      try {
        return work()
      } finally {
        content = lookAtFile()
        checkCompanions()
      }
    },
  }
}
