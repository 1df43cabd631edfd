import { statfsSync } from 'node:fs'
import { StoreError } from './store-error.ts'

export class StoreFullError extends StoreError {}

const KB = 1024
/** SQLite's index beside the log takes half of this. */
const ROOM_MIN_BYTES = 64 * KB

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Some failures of a full disk name only the failed call. */
const hasRoom = (dataDir: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize >= ROOM_MIN_BYTES
  } catch {
    return true
  }
}

export const describeOpenFault = (
  error: unknown,
  { dataDir, path }: { readonly dataDir: string; readonly path: string },
): StoreError => {
  const code = codeOf(error)
  const words = error instanceof Error ? error.message : String(error)
  if (/^(SQLITE_FULL|ENOSPC)/.test(code) || (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && !hasRoom(dataDir)))
    return new StoreFullError(
      `The disk of DATA_DIR (${dataDir}) is full: the database ${path} cannot be opened for writing. Nothing was changed; make room there, 150 MB or more, and start again`,
      { cause: error },
    )
  if (/^(SQLITE_(READONLY|CANTOPEN|PERM)|EROFS|EACCES|EPERM)/.test(code))
    return new StoreError(
      `DATA_DIR: the folder ${dataDir} or the database in it cannot be written (${words}). Nothing was changed; let this user write there, or set DATA_DIR to another folder, and start again`,
      { cause: error },
    )
  if (/^(ENOTDIR|EEXIST|ENOENT)/.test(code))
    return new StoreError(`DATA_DIR: the folder ${dataDir} cannot be written`, { cause: error })
  if (code === 'SQLITE_BUSY')
    return new StoreError(
      `The database ${path} is in use by another program. Nothing was changed; end that program and start again`,
      { cause: error },
    )
  return new StoreError(
    `The database ${path} cannot be opened (${words}). Nothing was changed; restore a backup or move the file away`,
    { cause: error },
  )
}
