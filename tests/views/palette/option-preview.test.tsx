import { act, screen, waitFor as seen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { instrumentsList } from '../../../src/contract/instruments/instruments.ts'
import { getOptionChain, type OptionChain } from '../../../src/contract/options.ts'
import { encodeQuotes } from '../../../src/contract/quotes/quote-frame.ts'
import { formatNumber, formatPercent } from '../../../src/domain/format.ts'
import { findBarriers } from '../../support/barriers.ts'
import { type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { tick } from '../../support/server/live.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../support/server/server.ts'
import { enterApp } from '../../support/view.tsx'

const PATIENCE = { timeout: FACT_MS }

let server: TestServer
let password: string
/** What of the list is about NIFTY and its contracts: the whole one takes seconds to read in one thread. */
let master: string
let chain: z.output<typeof OptionChain>
let bench: ConsoleBench

beforeAll(async () => {
  server = await startServer()
  password = await server.addUser('asha')
  const reader = await server.enter('reader')
  const [header, ...rows] = (await listFor(reader)).split('\n')
  master = [header, ...rows.filter((row) => /,"?(NIFTY|NIFTY 50)"?,/.test(row))].join('\n')
  const query = { key: 'INDICES_NIFTY 50' }
  chain = dataOf(getOptionChain, await server.call(reader, getOptionChain, { query }))
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
  bench.answerInstead(({ path }) =>
    path.includes('instrumentsList')
      ? new Response(master, { headers: { 'content-type': 'text/csv' } })
      : null,
  )
})
afterEach(() => bench.close())

/** A machine with much to do refuses for a moment. */
const listFor = async (reader: Session): Promise<string> => {
  const answered = await vi.waitUntil(async () => {
    const response = await server.call(reader, instrumentsList)
    return response.statusCode === 200 ? response : null
  }, PATIENCE)
  return answered.body
}

const preview = async (line: string, sym: string, price: number): Promise<void> => {
  const opened = bench.open('/')
  const user = await enterApp(opened, password)
  const timestamp = server.clock.now()
  act(() => opened.console.quotes.write(encodeQuotes([tick(sym, price, { timestamp })])))
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('combobox'))
  await user.paste(line)
  await seen(
    () =>
      expect(
        within(screen.getByRole('region', { name: 'Preview' })).getByText('Margin').parentElement
          ?.textContent,
      ).toMatch(/₹/),
    PATIENCE,
  )
}

test('an option has the delta and IV of its chain, and the underlying at stop and target', async () => {
  const side = chain.strikes.find(({ strike }) => strike === chain.atm_strike)?.ce
  if (side == null) throw new Error('no call at the money')
  const symbol = side.sym.slice(side.sym.indexOf('_') + 1)
  const price = side.ask ?? side.last_price
  await preview(`buy 1l ${symbol} @${price} sl 20% tp 30% nrml`, side.sym, price)
  const greeks = `delta ${formatNumber(side.delta)} · IV ${formatPercent(side.iv, 1)}`
  expect((await screen.findByText(greeks)).parentElement?.textContent).toMatch(
    /^NFO · lot 65 · \d+ days? left/,
  )
  const neverCut = screen.getAllByRole('option')[0]?.querySelector('[class*=core]')?.textContent
  expect(neverCut).toEqual(` ${chain.atm_strike} CE`)
  const levelIn = (text: RegExp): number =>
    Number(/NIFTY ≈ ([\d,]+)$/.exec(screen.getByText(text).textContent ?? '')?.[1]?.replaceAll(',', ''))
  const [stop, target] = [levelIn(/· −20\.00% ·/), levelIn(/· \+30\.00% ·/)]
  expect([stop < chain.spot, target > chain.spot]).toEqual([true, true])
  // By its delta, to the first order; gamma bends it.
  expect((chain.spot - stop) / ((0.2 * price) / (side.delta ?? 1))).toBeCloseTo(1, 0)
  expect((target - chain.spot) / ((0.3 * price) / (side.delta ?? 1))).toBeCloseTo(1, 0)
  expect(await findBarriers()).toEqual([])
})

test('a future has neither, and no stop has no level', async () => {
  await preview(`buy 1l nifty fut @${Math.round(chain.forward)} sl 1% nrml`, 'INDICES_NIFTY 50', chain.spot)
  expect(screen.getByText(/· −1\.00%$/).textContent).not.toMatch(/NIFTY/)
  expect(screen.queryByText(/^delta/)).toBe(null)
})
