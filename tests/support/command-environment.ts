import { emptyContext } from '../../src/commands/context.ts'
import { type Environment, quietEnvironment } from '../../src/commands/environment.ts'
import type { IstDate } from '../../src/domain/time.ts'
import { openIndex } from '../../src/market/instrument-index.ts'
import { readMaster } from '../../src/market/read-master.ts'
import { smallMaster } from './synthetic-master.ts'

/** Someone signed in on the home screen, on 21 Nov 2026, with a small market and two saved runs. */
export const environmentWith = (changes: Partial<Environment> = {}): Environment => ({
  ...quietEnvironment,
  instruments: smallIndex,
  today: '2026-11-21' as IstDate,
  savedRuns: [
    { slug: 'ema-cross-0a1b2c3d', name: 'EMA cross on NIFTY' },
    { slug: 'rsi-dip-11223344', name: 'RSI dip' },
  ],
  lastPrice: () => 25_960,
  ...changes,
  context: { ...emptyContext, signedIn: true, view: 'home', ...changes.context },
})

const smallIndex = openIndex(readMaster(smallMaster()))
