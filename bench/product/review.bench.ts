import type { Page } from 'playwright-core'
import type { PaperLedger } from '../../server/broker/ledger/create-ledger.ts'
import { openStore } from '../../server/store/database/database.ts'
import type { UserId } from '../../server/user.ts'
import { previousTradingDay } from '../../src/domain/calendar/calendar.ts'
import type { Paise } from '../../src/domain/money.ts'
import type { OrderId } from '../../src/domain/orders/order.ts'
import type { IstDate } from '../../src/domain/time.ts'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../../tests/support/browser/journey.ts'
import { type Product, startProduct } from '../../tests/support/browser/product.ts'
import { emptyLedger, marketAt, placeCommand, startLedger } from '../../tests/support/server/ledger.ts'
import { isBrief, rounds, turns } from '../brief.ts'
import type { Report } from '../report.ts'
import { middleOf, shownAfter } from './page-figures.ts'

const TODAY = '2026-11-25' as IstDate
const DAYS = isBrief ? 3 : 50
const FILLS_A_DAY = isBrief ? 20 : 200
const RUNS = rounds(5)
const STEPS = turns(60)
const STEP_PAUSE_MS = 60
const OPEN_MS_MAX = 150
const STEP_MS_MAX = 50
const FIRST_MINUTE = 560

const daysUntil = (day: IstDate, count: number): readonly IstDate[] => {
  const days = [day]
  while (days.length < count) days.unshift(previousTradingDay(days[0] ?? day))
  return days
}

/** Long and short in turn, in two shares; every second fill closes what the one before opened. */
const tradeDay = async (ledger: PaperLedger, owner: UserId, day: IstDate): Promise<void> => {
  for (let fill = 0; fill < FILLS_A_DAY; fill++) {
    const trip = Math.floor(fill / 2)
    const isLong = trip % 2 === 0
    const side = (fill % 2 === 0) === isLong ? 'buy' : 'sell'
    const symbol = trip % 3 === 0 ? 'TCS' : 'INFY'
    const market = marketAt(day, FIRST_MINUTE + Math.floor(fill / 2))
    const command = placeCommand({
      ...{ key: `review-${day}-${fill}`, symbol, side, quantity: 10, price: 1_000, product: 'MIS' },
    })
    const placed = await ledger.submit(owner, command, market)
    if (placed.kind !== 'done' || placed.order === null) throw new Error(`an order was ${placed.kind}`)
    const id = placed.order.id as OrderId
    const { at } = market
    await ledger.submit(
      owner,
      { kind: 'report', report: { kind: 'opened', id, at, exchangeOrderId: `x-${day}-${fill}` } },
      market,
    )
    const price = (100_000 + ((fill * 37) % 900)) as Paise
    const done = { id: `fill-${day}-${fill}`, quantity: 10, price, at, why: 'swept' }
    await ledger.submit(owner, { kind: 'report', report: { kind: 'filled', id, at, fill: done } }, market)
  }
}

const tradeBefore = async ({ dataDir, userName }: Product): Promise<void> => {
  const store = await openStore({ dataDir, databaseUrl: null })
  const { id } = await store.db
    .selectFrom('user')
    .select('id')
    .where('name', '=', userName)
    .executeTakeFirstOrThrow()
  const owner = id as UserId
  await emptyLedger(store)
  const { ledger } = await startLedger(store)
  for (const [index, day] of daysUntil(TODAY, DAYS).entries()) {
    if (index > 0) {
      const closes = new Map()
      await ledger.submit(owner, { kind: 'rollDay', day, closes }, marketAt(day, FIRST_MINUTE - 60))
    }
    await tradeDay(ledger, owner, day)
  }
  await ledger.abandon()
  await store.close()
}

const chord = (page: Page, key: string) => async (): Promise<void> => {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
}

const measureSteps = async (page: Page): Promise<readonly number[]> => {
  const times: number[] = []
  for (let step = 0; step < STEPS; step++) {
    const slider = page.getByRole('slider', { name: 'Time of the day' })
    const before = await slider.getAttribute('aria-valuetext')
    const next = `[role=slider][aria-label="Time of the day"]:not([aria-valuetext="${before}"])`
    times.push(await shownAfter(page, () => page.keyboard.press(','), next))
    await page.waitForTimeout(STEP_PAUSE_MS)
  }
  return times
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) {
    report.note('left out: no Chromium on this machine')
    return
  }
  const product = await startProduct({ WARM_UP: 'off', MARKET_START: `${TODAY} 14:00` })
  await product.stop()
  await tradeBefore(product)
  await product.start()
  const browser = await launchBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
  try {
    const { page } = await openPage(browser)
    await signIn(page, product)
    const fills = DAYS * FILLS_A_DAY
    for (const [name, key, selector] of [
      ['dashboard', 'u', 'main[aria-busy=false] [aria-label="Figures of the period"]'],
      ['journal', 'j', '[role=grid][aria-label="Round trips"] [role=row][data-key]'],
    ] as const) {
      const times: number[] = []
      for (let run = -1; run < RUNS; run++) {
        await chord(page, 'h')()
        await page.waitForFunction(() => document.title.startsWith('Home'))
        const ms = await shownAfter(page, chord(page, key), selector)
        if (run >= 0) times.push(ms)
      }
      report.value({
        ...{ name: `${name} over ${fills} fills: key to paint`, unit: 'ms' },
        ...{ value: middleOf(times), goal: OPEN_MS_MAX },
      })
    }
    await typeLine(page, 'scrub')
    await page.keyboard.press('Enter')
    await page.getByRole('slider', { name: 'Time of the day' }).waitFor()
    const steps = await measureSteps(page)
    report.value({
      ...{ name: `a step through a day of ${FILLS_A_DAY} fills: key to paint, p50`, unit: 'ms' },
      ...{ value: middleOf(steps), goal: STEP_MS_MAX },
    })
    await typeLine(page, 'scrub chain nifty')
    await page.keyboard.press('Enter')
    await page.getByRole('grid', { name: 'Strikes then' }).waitFor()
    const beside = await measureSteps(page)
    report.value({
      ...{ name: 'such a step beside the option chain of then, p50', unit: 'ms' },
      ...{ value: middleOf(beside), goal: STEP_MS_MAX },
    })
  } finally {
    await browser.close()
    await product.dispose()
  }
}
