import { waitFor as waitForSnapshot } from 'xstate'
import { FACT_MS } from './limits.ts'

/** As of XState, with the time that every test waits for a fact. */
export const waitFor: typeof waitForSnapshot = (actor, predicate, options) =>
  waitForSnapshot(actor, predicate, { timeout: FACT_MS, ...options })
