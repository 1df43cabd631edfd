import { waitFor as waitForSnapshot } from 'xstate'
import { FACT_MS } from './limits.ts'

export const waitFor: typeof waitForSnapshot = (actor, predicate, options) =>
  waitForSnapshot(actor, predicate, { timeout: FACT_MS, ...options })
