import { chmodSync, mkdirSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700
const OTHERS = 0o077

/** Whatever this process makes from now on is its owner's alone. */
export const keepFilesPrivate = (): void => {
  process.umask(OTHERS)
}

/** A folder that is there already keeps its rights: it may hold what is not ours. */
export const makePrivateFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER })
}

/**
 * Takes the files that others may read from them. Where the file system knows no rights, the file is another user's or
 * cannot be looked at, it stays as it is.
 */
export const makePrivate = (paths: readonly string[]): void => {
  for (const path of paths) {
    try {
      const found = statSync(path, { throwIfNoEntry: false })
      if (found !== undefined && (found.mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY)
    } catch {}
  }
}
