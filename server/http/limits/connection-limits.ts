import { readFileSync } from 'node:fs'

export interface ConnectionLimits {
  readonly total: number
  /** Connections not signed in, in total and per address; the rest is reserved for signed-in users. */
  readonly strangers: number
  readonly strangersPerAddress: number
  readonly perUser: number
  /** From the end of the headers, for a body that is no upload. */
  readonly bodyMs: number
  /** In this time a reader must take something and an upload must send `uploadBytes`. */
  readonly stallMs: number
  readonly uploadBytes: number
}

const TOTAL_MAX = 8192
/** For the store, the console's files, imports and the quotes process. */
const DESCRIPTORS_KEPT = 96
const DESCRIPTORS_USUAL = 1024

/** Known on Linux only; elsewhere the usual number is assumed. */
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
