import { randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../ports.ts'
import { makePrivate } from './private-files.ts'

const MB = 1024 * 1024
const RESERVE_BYTES = 64 * MB
/** Bytes that must be free besides, or the reserve would fill the disk itself. */
const ROOM_BESIDES_BYTES = 64 * MB
const CHUNK_BYTES = MB

export const RESERVE_NAME = 'sauda.reserve'
/** As earlier versions named it. */
export const OLD_RESERVE_NAME = 'sauda.ballast'

/** Disk space for writes that must succeed on a full disk. */
export interface Reserve {
  /** Spent and not yet renewed: only risk-reducing writes should be made. */
  readonly isSpent: boolean
  spend(): Promise<boolean>
  renew(): Promise<void>
}

const partOf = (path: string): string => `${path}.part`

/** 0 also for an unreadable folder, which the database reports. */
const sizeOf = (path: string): number => {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

const freeBytesIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Random bytes, so that no file system compresses the file. */
const writeDiskReserve = async (path: string): Promise<void> => {
  const part = partOf(path)
  try {
    const file = await open(part, 'w', 0o600)
    try {
      const chunk = randomBytes(CHUNK_BYTES)
      for (let written = 0; written < RESERVE_BYTES; written += CHUNK_BYTES) await file.write(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The disk may be full, so the old file is renamed instead of a second one being written. */
const takeOver = (oldPath: string, path: string): void => {
  try {
    renameSync(oldPath, path)
  } catch {
    // There is none as a rule, and a read-only disk takes no reserve either.
  }
}

/** With less, a start fails at its first write. */
const ROOM_TO_START_BYTES = 16 * MB

/** A start on a full disk spends the reserve first, so that cancels and exits still work. */
export const makeRoomToStart = async (folder: string, reserve: Reserve): Promise<void> => {
  const free = await freeBytesIn(folder).catch(() => Number.POSITIVE_INFINITY)
  if (free < ROOM_TO_START_BYTES) await reserve.spend()
}

export const createDiskReserve = ({
  folder,
  log,
}: {
  readonly folder: string
  readonly log: Log
}): Reserve => {
  const path = join(folder, RESERVE_NAME)
  takeOver(join(folder, OLD_RESERVE_NAME), path)
  makePrivate([path])
  let isThere = sizeOf(path) === RESERVE_BYTES
  let isSpent = false
  let isTold = false
  let making: Promise<void> | null = null

  const make = async (): Promise<void> => {
    try {
      // Left over from a crash.
      for (const name of [RESERVE_NAME, OLD_RESERVE_NAME])
        await rm(partOf(join(folder, name)), { force: true })
      const free = await freeBytesIn(folder)
      if (free < RESERVE_BYTES + ROOM_BESIDES_BYTES) {
        if (!isTold) log.warn({ folder, freeMb: Math.floor(free / MB) }, 'no room is left to reserve')
        isTold = true
        return
      }
      await writeDiskReserve(path)
      if (isSpent) log.info({ folder }, 'there is room again, orders are taken')
      isThere = true
      isSpent = false
      isTold = false
    } catch (error) {
      if (!isTold) log.warn({ err: error }, 'no room could be reserved')
      isTold = true
    }
  }

  return {
    get isSpent() {
      return isSpent
    },
    async spend() {
      await making
      if (!isThere) return false
      isThere = false
      isSpent = true
      log.error({ folder }, 'disk full: reserve released for cancels and exits')
      await rm(path, { force: true })
      return true
    },
    async renew() {
      if (isThere) return
      making ??= make().finally(() => {
        making = null
      })
      await making
    },
  }
}
