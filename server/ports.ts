import type { Logger } from 'pino'
import { type EpochMs, epochMs } from '../src/domain/time.ts'

export interface Clock {
  now(): EpochMs
}

export const systemClock: Clock = { now: () => epochMs(Date.now()) }

/** Never given a token, a password, a query or a body. */
export type Log = Logger
