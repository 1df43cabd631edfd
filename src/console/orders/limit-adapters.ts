import { fromPromise } from 'xstate'
import { getRiskLimits, setRiskLimits } from '../../contract/orders/risk-limits.ts'
import { limitChangesInWords } from '../../domain/orders/limit-in-words.ts'
import { ownLimitNames } from '../../domain/orders/own-limits.ts'
import { type Notices, noticed } from '../../machines/notices.ts'
import {
  type LimitsChanged,
  limitsChangeMachine,
  riskLimitsMachine,
} from '../../machines/orders/risk-limits.ts'
import { texts } from '../../machines/texts.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'

export const provideRiskLimits = (http: HttpClient): typeof riskLimitsMachine =>
  riskLimitsMachine.provide({
    actors: { load: fromPromise(({ signal }) => http.call(getRiskLimits, { signal })) },
  })

/** Never aborted: it would be unknown if the change was made. */
export const provideLimitsChange = (http: HttpClient): typeof limitsChangeMachine =>
  limitsChangeMachine.provide({
    actors: {
      ask: fromPromise(async ({ input: { asked } }) => {
        const before = await http.call(getRiskLimits)
        return { before, after: await http.call(setRiskLimits, { body: asked }) }
      }),
    },
  })

const noticeOf = ({ before, after }: LimitsChanged) => {
  const changes = limitChangesInWords(before, after)
  if (changes === null) return noticed('info', texts.limitsUnchanged).notice
  const changed = ownLimitNames.filter((name) => before[name] !== after[name])
  const input = Object.fromEntries(changed.map((name) => [name, before[name]]))
  return noticed('success', texts.limitsChanged(changes), {
    to: 'limitsChange',
    event: { type: 'request.send', input },
  }).notice
}

export const connectLimits = (
  { riskLimits, limitsChange, positions, orderBook }: Actors,
  notices: Notices,
): Undo => {
  const usesChanged = (): void => {
    if (riskLimits.getSnapshot().context.output !== null) riskLimits.send({ type: 'reload.soon' })
  }
  return unsubscribeAll([
    limitsChange.on('request.succeeded', ({ output }) => {
      riskLimits.send({ type: 'reload.merge', change: output.after })
      notices.show(noticeOf(output))
    }),
    positions.on('reload.loaded', usesChanged),
    orderBook.on('reload.loaded', usesChanged),
  ])
}
