import { randomUUID } from 'node:crypto'
import type { SessionPair } from '../../server/services/session/sessions.ts'
import { placeOrder } from '../../src/contract/orders/orders.ts'
import type { HttpClient } from './http-client.ts'
import { callAs } from './server-process.ts'

const symbols = ['RELIANCE', 'INFY', 'TCS', 'HDFCBANK', 'ICICIBANK', 'SBIN', 'ITC', 'AXISBANK']

export interface Trader {
  readonly session: SessionPair
  readonly acknowledged: Set<string>
  sent: number
}

export const toTrader = (session: SessionPair): Trader => ({ session, acknowledged: new Set(), sent: 0 })

/** Buys one share, then sells it, so that only the log grows. */
const ticketOf = (trader: Trader, index: number): unknown => ({
  client_order_id: randomUUID(),
  sym: `NSE_${symbols[index % symbols.length]}`,
  transaction_type: trader.sent++ % 2 === 0 ? 'BUY' : 'SELL',
  order_type: 'MARKET',
  product: 'MIS',
  quantity: 1,
})

export const placeOne = async (client: HttpClient, trader: Trader, index: number): Promise<string> => {
  const ticket = ticketOf(trader, index)
  const { status, body } = await callAs(client, trader.session, 'POST', `/api${placeOrder.path}`, ticket)
  const json = JSON.parse(body) as { readonly data: unknown; readonly code?: string }
  if (status !== 200) return json.code ?? String(status)
  trader.acknowledged.add((json.data as { order_id: string }).order_id)
  return 'acknowledged'
}

/** Sends at a fixed rate regardless of answers. `waits` are in ms, ascending. */
export const driveOrders = async ({
  client,
  traders,
  rate,
  seconds,
}: {
  readonly client: HttpClient
  readonly traders: readonly Trader[]
  readonly rate: number
  readonly seconds: number
}) => {
  const waits: number[] = []
  const outcomes = new Map<string, number>()
  const answers: Promise<void>[] = []
  const startedAt = performance.now()
  const total = rate * seconds
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * rate))
    for (; sent < due; sent++) {
      const trader = traders[sent % traders.length]
      if (trader === undefined) continue
      // From the due time, so that a late sender hides no latency.
      const dueAt = startedAt + (sent / rate) * 1000
      const index = sent % traders.length
      answers.push(
        placeOne(client, trader, index)
          .catch((error: Error) => error.message)
          .then((outcome) => {
            waits.push(performance.now() - dueAt)
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }),
      )
    }
    await new Promise((turn) => setTimeout(turn, 1))
  }
  await Promise.all(answers)
  return { waits: waits.sort((left, right) => left - right), outcomes, ms: performance.now() - startedAt }
}

/** ms, to a tenth. */
export const waitAt = (sorted: readonly number[], part: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN) * 10) / 10
