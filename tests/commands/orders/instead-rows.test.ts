import { expect, test } from 'vitest'
import { draftOf, seenOrder } from '../../../src/commands/catalogue/orders/order-sense.ts'
import { insteadRows } from '../../../src/commands/palette/instead-rows.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import type { PaletteRow } from '../../../src/commands/reading.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { OrderPreviewAnswer } from '../../../src/machines/orders/order-placement.ts'
import { tradingWith } from '../../support/command-environment.ts'

const environment = tradingWith()

const NIFTY = 'INDICES_NIFTY 50' as InstrumentId

const answer = (instead: OrderPreviewAnswer['instead']): OrderPreviewAnswer => ({
  orders: [],
  instead,
  margin: { required: 0, alone: 0, hedgeBenefit: 0, available: 0, remaining: 0, isEstimate: true },
  charges: 0,
  asOf: 0,
  instrumentsVersion: 'today',
})

const rowsFor = (line: string, instead: OrderPreviewAnswer['instead']): readonly PaletteRow[] => {
  const reading = readLine(line, line.length, environment)
  const { call } = reading
  if (call?.command !== 'order.buy' && call?.command !== 'order.sell') throw new Error(`no order: ${line}`)
  const side = call.command === 'order.buy' ? 'buy' : 'sell'
  const draft = draftOf({ ...call.args, side } as Parameters<typeof draftOf>[0], environment)
  if (!draft.ok) throw new Error(draft.problem.message)
  const orders = [seenOrder(draft.value, false, environment)]
  return insteadRows(
    { line, reading, preview: { kind: 'orders', orders, answer: answer(instead) } },
    environment,
  )
}

const shown = (line: string, instead: OrderPreviewAnswer['instead'] = null) =>
  rowsFor(line, instead).map(({ title, detail, insert = null, keys = null }) => [title, detail, insert, keys])

test('short of margin: the most lots, written into the line by Alt Enter', () => {
  const fits = { quantity: 195, hedge: null }
  expect(shown('sell 9l nifty atm ce @85 nrml', fits)).toEqual([
    ['Sell 3 lots', 'the most that margin covers', 'sell 3l nifty atm ce @85 nrml', 'Alt ↵'],
  ])
  expect(shown('buy 900 tcs @2450', { quantity: 400, hedge: null })).toEqual([
    ['Buy 400 shares', 'the most that margin covers', 'buy 400 tcs @2450', 'Alt ↵'],
  ])
  expect(shown('sell 9l nifty atm ce', { quantity: 0, hedge: null })).toEqual([])
})

test('short of margin: a basket in which the hedge is bought first, at the market', () => {
  const call = environment.instruments?.atmOption(NIFTY, 25_000, 'CE')
  const hedge = { sym: call?.id ?? '', price: 12.5, required: 186_000 }
  const rows = rowsFor('sell 9l nifty atm ce @85 nrml sl 20%', { quantity: 0, hedge })
  expect(rows.map(({ title, detail }) => [title, detail])).toEqual([
    [expect.stringMatching(/^Basket with NIFTY .* CE bought first$/), 'margin ₹1.86 L, hedge at 12.50'],
  ])
  const { drafts = [] } = (rows[0]?.call?.args ?? {}) as { drafts?: readonly Record<string, unknown>[] }
  expect(drafts).toMatchObject([
    { instrument: call?.id, side: 'buy', quantity: 585, orderType: 'MARKET', price: null, product: 'NRML' },
    { side: 'sell', quantity: 585, price: 85, stop: { kind: 'percent', value: 20 } },
  ])
})

test('with a stop: a size by risk, unless it is sized so already', () => {
  expect(shown('buy 2l nifty atm ce @85 sl 73')).toEqual([
    [
      'Size by risk: 3 lots for ₹2,500',
      '2 lots risk ₹1,560 to the stop',
      'buy r2500 nifty atm ce @85 sl 73',
      null,
    ],
  ])
  expect(shown('buy tcs @2450 sl 2440')).toEqual([
    ['Size by risk: 2 shares for ₹20', '1 share risk ₹10 to the stop', 'buy tcs @2450 sl 2440 r20', null],
  ])
  expect(shown('buy r2500 nifty atm ce @85 sl 73')).toEqual([])
  expect(shown('buy 2l nifty atm ce @85')).toEqual([])
})
