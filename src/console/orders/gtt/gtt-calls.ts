import { isFateUnknown } from '../../../contract/api-error.ts'
import { cancelGtt, listGtts, placeGtt } from '../../../contract/orders/gtt.ts'
import type { GttAct } from '../../../machines/orders/gtt-acts.ts'
import type { HttpClient } from '../../../platform/http-client.ts'

export const list = (http: HttpClient, signal: AbortSignal) => http.call(listGtts, { signal })

const send = async (http: HttpClient, act: GttAct): Promise<void> => {
  if (act.kind === 'cancel') {
    await http.call(cancelGtt, { query: { gttUuid: act.key } })
    return
  }
  const { sym, side, product, quantity, isReduceOnly, triggers } = act.terms
  await http.call(placeGtt, {
    body: {
      gttUuid: act.key,
      sym,
      transactionType: side === 'buy' ? 'BUY' : 'SELL',
      product,
      quantity,
      reduceOnly: isReduceOnly === true,
      triggers: triggers.map((trigger) => ({ ...trigger })),
      ...(act.replaces === null ? {} : { replaces: act.replaces }),
    },
  })
}

/** Tried once more after a lost answer: both calls may be repeated. */
export const carryOut = async (http: HttpClient, act: GttAct): Promise<void> => {
  try {
    await send(http, act)
  } catch (error) {
    if (!isFateUnknown(error)) throw error
    await send(http, act)
  }
}
