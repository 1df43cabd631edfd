import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../src/domain/money.ts'
import { isTouched } from '../../src/domain/orders/gtt/gtt.ts'
import { epochMs } from '../../src/domain/time.ts'
import { isPlausiblePrint } from '../market/live/plausible-print.ts'
import type { GttTriggered, StoredGtt } from '../store/orders/gtts.ts'
import type { GttParts } from './gtt-context.ts'

/** After a server that did not run, its trades are judged in steps. */
const STEP_MS = 10 * 60_000

/** The first trade after those judged that reached a trigger, or how far there was none. */
export const lookForTrigger = (
  live: GttParts['live'],
  instrument: Instrument,
  { triggers, watchedAt }: Pick<StoredGtt, 'triggers' | 'watchedAt'>,
  now: number,
): { readonly watchedAt: number; readonly triggered: GttTriggered | null } => {
  const until = Math.min(now, watchedAt + STEP_MS)
  for (const print of live.prints(instrument, epochMs(watchedAt), epochMs(until))) {
    const price = toRupees(print.price)
    const touched = triggers.find((trigger) => isTouched(trigger, price))
    if (touched !== undefined && isPlausiblePrint(live, instrument, print))
      return { watchedAt: print.at, triggered: { when: touched.when, price, at: print.at } }
  }
  return { watchedAt: until, triggered: null }
}
