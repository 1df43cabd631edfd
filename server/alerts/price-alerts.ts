import { tradingSymbolOf } from '../../src/domain/instruments/instrument.ts'
import { instrumentOfPrice, priceRuleOf } from '../../src/domain/scanners/price-alert.ts'
import type { StoredAlert } from '../store/alerts.ts'
import { type AlertContext, note, type PriceWatch, type Running, raise } from './alert-context.ts'
import { beginAt, lookOn } from './price-watch.ts'

/** How far prices were judged is stored this often, in wall time: after a restart the trades since then are judged again. */
export const STORED_EVERY_MS = 60_000

export const priceWatchOf = ({ terms }: StoredAlert): PriceWatch | null => {
  const rule = priceRuleOf(terms.logic)
  const id = instrumentOfPrice(terms.universe)
  return terms.interval !== 'tick' || rule === null || id === null ? null : { rule, id, seen: null }
}

const beginOf = async ({ store }: AlertContext, { id, judgedAt }: StoredAlert) => {
  const [last] = await store.log(id, { limit: 1, offset: 0 })
  return { at: judgedAt, lastRaisedAt: last?.bar ?? null }
}

export const lookAtPrice = async (context: AlertContext, one: Running, watch: PriceWatch): Promise<void> => {
  const { alert, ended } = one
  const { live } = context
  const instrument = await context.look(watch.id)
  if (instrument === null) {
    const [at, reason] = [context.clock.now(), `${tradingSymbolOf(watch.id)} is no longer listed`]
    const notices = context.notices.ofEnd(alert, reason, at)
    context.running.delete(alert.id)
    await context.store.stop(alert.id, { at, reason, notices })
    context.tell(alert.owner, notices)
    return
  }
  const begun = watch.seen ?? beginAt(live, instrument, watch.rule, await beginOf(context, alert))
  const { seen, hit } = lookOn(live, instrument, watch.rule, { seen: begun, now: context.clock.now() })
  if (ended.signal.aborted) return
  if (hit !== null)
    await raise(context, [{ one, hits: [hit], judgedAt: hit.bar, isOver: alert.terms.repeats !== true }])
  watch.seen = seen
  one.retryAt = 0
  await note(context, one, '')
}

export const storeSeen = async ({ running, store, log }: AlertContext): Promise<void> => {
  try {
    for (const one of [...running.values()]) {
      const judgedAt = one.price?.seen?.at ?? 0
      if (judgedAt <= one.alert.judgedAt) continue
      await store.judged(one.alert.id, judgedAt)
      one.alert = { ...one.alert, judgedAt }
    }
  } catch (error) {
    log.error({ err: error }, 'how far prices were judged was not stored')
  }
}
