import { describe, expect, test } from 'vitest'
import type { Order } from '../../../../server/broker/account.ts'
import type { Committed, Outcome } from '../../../../server/broker/broker.ts'
import type { Exchange, Report } from '../../../../server/broker/exchange.ts'
import type { Command, Ledger } from '../../../../server/broker/ledger.ts'
import type { MarketSnapshot } from '../../../../server/broker/rules.ts'
import { instrumentOf } from '../../../../server/broker/runtime/exchange-order.ts'
import { createOrderRouter } from '../../../../server/broker/runtime/order-router.ts'
import { createLog } from '../../../../server/log.ts'
import { Refusal } from '../../../../server/refusal.ts'
import { createSecretWatch } from '../../../../server/services/session/secret-watch.ts'
import type { UserId } from '../../../../server/user.ts'
import type { OrderId } from '../../../../src/domain/orders/order.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { instant, startTrading, ticket } from '../../../support/orders/trading.ts'

const at = instant('2026-11-20 10:00')
const opened = (id: OrderId): Report => ({ kind: 'opened', id, at, exchangeOrderId: '1' })

/** An exchange that says what it was told to say, and writes down what it was sent. */
const scriptedExchange = (says: Report[][]) => {
  const sent: string[] = []
  const exchange: Exchange = {
    enter: ({ id }) => void sent.push(`enter ${id}`),
    modify: (id) => void sent.push(`modify ${id}`),
    cancel: (id) => void sent.push(`cancel ${id}`),
    restore: ({ id }) => void sent.push(`restore ${id}`),
    advance: () => says.shift() ?? [],
    noteOf: () => null,
    resting: 0,
  }
  return { exchange, sent }
}

/** A ledger that takes what it is given while it answers at all. */
const openLedger = () => {
  const taken: Command[] = []
  let listener: (committed: readonly Committed[]) => void = () => {}
  let isAway = false
  const ledger: Pick<Ledger, 'submit' | 'watch'> = {
    submit: async (_, command): Promise<Outcome> => {
      if (isAway) throw new Refusal('unavailable', 'The store does not answer. Try again')
      taken.push(command)
      return { kind: 'done', order: null, isRepeat: false }
    },
    watch: (heard) => {
      listener = heard
      return () => {}
    },
  }
  return {
    ledger: ledger as Ledger,
    taken,
    setAway: (away: boolean) => {
      isAway = away
    },
    commit: (order: Order) =>
      listener([
        { seq: 1, owner: order.owner, at, kind: 'order.accepted', orderId: order.id, order } as Committed,
      ]),
  }
}

/** Two orders as a real ledger makes them. */
const someOrders = async (): Promise<readonly Order[]> => {
  const trading = await startTrading()
  const user = await trading.enter('meera')
  for (let count = 0; count < 2; count++) await trading.orders.place(user, ticket('buy 1 NSE_INFY MIS @1490'))
  const { orders } = await trading.broker.accountOf(user.id)
  await trading.end()
  return [...orders.values()]
}

describe('between ledger and exchange', async () => {
  const [one, two] = await someOrders()
  if (one === undefined || two === undefined) throw new Error('no orders')

  const start = (says: Report[][]) => {
    const books = openLedger()
    const scripted = scriptedExchange(says)
    const router = createOrderRouter({
      ledger: books.ledger,
      exchange: scripted.exchange,
      marketAt: (instantOf) => ({ at: instantOf }) as MarketSnapshot,
      instrumentFor: instrumentOf,
      log: createLog({ level: 'silent', secrets: createSecretWatch(), write: () => {} }),
      now: () => at,
    })
    return { router, ...books, ...scripted }
  }

  test('an order goes out once, after its commit', () => {
    const { commit, sent } = start([])
    expect(sent).toEqual([])
    commit(one)
    commit(one)
    expect(sent).toEqual([`enter ${one.id}`])
  })

  test('reports that the ledger did not take are sent again, in order, before anything else happens', async () => {
    const { router, commit, taken, setAway } = start([[opened(one.id), opened(two.id)], [opened(one.id)]])
    commit(one)
    commit(two)
    setAway(true)
    await expect(router.advance(at)).rejects.toThrow('not accepting exchange reports')
    expect(taken).toEqual([])
    setAway(false)
    await router.advance(epochMs(at + 100))
    expect(taken.map((command) => (command.kind === 'report' ? command.report.id : command.kind))).toEqual([
      one.id,
      two.id,
      one.id,
    ])
  })

  test('a report of an order that is no longer at the exchange changes nothing and is counted', async () => {
    const { router, commit, taken } = start([[opened(one.id), opened('nobody' as OrderId)]])
    commit({ ...one, status: 'CANCELLED' })
    await router.advance(at)
    expect([taken, router.lateReports, router.working]).toEqual([[], 2, 0])
  })

  test('after a restart an order stands again, one on its way is sent again, a cancel too, a change is given up', async () => {
    const { router, sent, taken } = start([])
    const standing = { ...one, exchangeOrderId: '7', status: 'OPEN' } as const
    await router.restore([
      standing,
      { ...two, id: 'on-its-way' as OrderId },
      { ...standing, id: 'leaving' as OrderId, status: 'CANCEL PENDING' },
      { ...standing, id: 'changing' as OrderId, status: 'MODIFY PENDING' },
      { ...standing, id: 'ended' as OrderId, status: 'COMPLETE' },
      { ...standing, id: 'queued' as OrderId, status: 'AMO REQ RECEIVED' },
    ])
    expect(sent).toEqual([
      `restore ${one.id}`,
      'enter on-its-way',
      'restore leaving',
      'cancel leaving',
      'restore changing',
    ])
    expect(taken).toMatchObject([{ kind: 'report', report: { kind: 'modifyRefused', id: 'changing' } }])
  })

  test('an order of a user is cancelled at the exchange only while it is there', async () => {
    const { router, sent } = start([])
    await router.cancel('u' as UserId, one.id, null)
    expect(sent).toEqual([])
  })
})
