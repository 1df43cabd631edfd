import { chmodSync, mkdirSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700
const OTHERS = 0o077

export const keepFilesPrivate = (): void => {
  process.umask(OTHERS)
}

/** An existing folder keeps its permissions: it may hold other files. */
export const makePrivateFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER })
}

/** Skips files that are another user's, unreadable or on a file system without permissions. */
export const makePrivate = (paths: readonly string[]): void => {
  for (const path of paths) {
    try {
      const found = statSync(path, { throwIfNoEntry: false })
      if (found !== undefined && (found.mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY)
    } catch {}
  }
}
