import { readFileSync } from 'node:fs'

export interface ConnectionLimits {
  /** Open connections of all. */
  readonly total: number
  /** Of those that have not signed in: together, and from one address. The rest is kept for those who have. */
  readonly strangers: number
  readonly strangersPerAddress: number
  /** Of one signed-in user. */
  readonly perUser: number
  /** A body that is no upload has to be there this long after the head of its request. */
  readonly bodyMs: number
  /** So long a reader may take nothing of an answer, and an upload may send less than `uploadBytes`. */
  readonly stallMs: number
  readonly uploadBytes: number
}

const TOTAL_MAX = 8192
/** For the store, files of the console, imports and the process that serves quotes. */
const DESCRIPTORS_KEPT = 96
/** What most systems allow where it cannot be read. */
const DESCRIPTORS_USUAL = 1024

/** Files and sockets this process may have open. Linux says it; elsewhere the usual number is taken. */
const readDescriptors = (): number => {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return found === undefined ? DESCRIPTORS_USUAL : Number(found)
  } catch {
    return DESCRIPTORS_USUAL
  }
}

export const connectionLimitsFor = (descriptors = readDescriptors()): ConnectionLimits => {
  const total = Math.max(32, Math.min(TOTAL_MAX, descriptors - DESCRIPTORS_KEPT))
  const strangers = Math.floor(total / 2)
  return {
    total,
    strangers,
    strangersPerAddress: Math.min(100, Math.floor(strangers / 2)),
    perUser: 64,
    bodyMs: 10_000,
    stallMs: 15_000,
    uploadBytes: 240 * 1024,
  }
}
