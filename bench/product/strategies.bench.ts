import type { Page } from 'playwright-core'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { addInstrument } from '../../tests/support/browser/builder-page.ts'
import { openPage, signIn, typeLine } from '../../tests/support/browser/journey.ts'
import { startProduct } from '../../tests/support/browser/product.ts'
import { goTo } from '../../tests/support/browser/trading-page.ts'
import { isBrief, rounds, turns } from '../brief.ts'
import type { Report } from '../report.ts'
import { middleOf, shownAfter, takeTasks, watchTasks } from './page-figures.ts'

const KEYS = turns(40)
const KEY_PAUSE_MS = 250
const RUNS = rounds(5)
const TASK_MS_MAX = 50
/** Five-minute candles of a year; fewer are tested briefly. */
const SPAN = isBrief ? '30d' : '1y'

const COUNT = 'section p[role=status]:has(> b)'
const REPORT = '[class*=badges]'
const SAVED = { has: 'saved' }

const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector)

const pressEnter = (page: Page) => (): Promise<void> => page.keyboard.press('Enter')

/** A digit more, and away again: each key makes another valid rule. */
const measureRuleKeys = async (page: Page): Promise<readonly number[]> => {
  await goTo(page, 'e')
  await page
    .getByRole('button', { name: /As text/ })
    .first()
    .click()
  const rule = page.getByRole('textbox', { name: 'Enter when, as text' })
  await rule.fill('close > ema(close,20')
  await page.keyboard.type(')')
  await page.getByText(/^True (once|\d+ times)$/).waitFor()
  await page.keyboard.press('ArrowLeft')
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) {
    const not = await textOf(page, COUNT)
    const press = () => page.keyboard.press(key % 2 === 0 ? '0' : 'Backspace')
    times.push(await shownAfter(page, press, COUNT, { not }))
    await page.waitForTimeout(KEY_PAUSE_MS)
  }
  return times
}

const measurePayoffKeys = async (page: Page): Promise<readonly number[]> => {
  await goTo(page, 'o')
  await addInstrument(page, 'Underlyings', 'nifty 50')
  await page.getByRole('button', { name: 'Short Straddle', exact: true }).click()
  await page.getByRole('slider', { name: 'Payoff' }).waitFor()
  const shown = 'b:has(+ [aria-label="Higher volatility"])'
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) {
    const not = await textOf(page, shown)
    const press = () => page.keyboard.press(key % 20 < 10 ? '}' : '{')
    times.push(await shownAfter(page, press, shown, { not }))
    await page.waitForTimeout(KEY_PAUSE_MS)
  }
  return times
}

/** Without this five-minute candles are cut to three months. */
const liftLimits = async (page: Page): Promise<void> => {
  await typeLine(page, 'lift span limits')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
}

/** Lines that differ, so that no result is known; the first reads the candles and is not counted. */
const measureRuns = async (page: Page, of: string, runs: number): Promise<readonly number[]> => {
  const times: number[] = []
  await liftLimits(page)
  for (let run = -1; run < runs; run++) {
    await goTo(page, 'h')
    await typeLine(page, `bt ema(close,9) crosses above ema(close,${30 + run}) on ${of} ${SPAN} 5min`)
    await page.waitForTimeout(KEY_PAUSE_MS)
    const ms = await shownAfter(page, pressEnter(page), REPORT, SAVED)
    if (run >= 0) times.push(ms)
  }
  return times
}

/** The report of some 20,000 trades is opened, its trades sorted and walked through. */
const measureManyTrades = async (page: Page): Promise<{ trades: number; tasks: readonly number[] }> => {
  await goTo(page, 'h')
  const line = `bt close > ema(close,3) exit close < ema(close,3) on ${isBrief ? 'reliance 5d' : 'nifty50 10d'} min`
  await typeLine(page, line)
  await watchTasks(page)
  await shownAfter(page, pressEnter(page), REPORT, SAVED)
  const log = page.getByRole('grid', { name: 'Trade log' })
  await log.getByRole('columnheader', { name: 'Entry' }).click()
  await page.waitForTimeout(KEY_PAUSE_MS)
  for (const key of ['End', 'PageUp', 'Home', 'ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(KEY_PAUSE_MS)
  }
  const trades = Number(await log.getAttribute('aria-rowcount')) - 1
  return { trades, tasks: await takeTasks(page) }
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) return report.note('left out: no Chromium on this machine')
  const product = await startProduct({ WARM_UP: 'on', MARKET_START: '2026-11-25 11:00' })
  const browser = await launchBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
  // A page of its own for each, as a builder that is left with changes asks first.
  const onPage = async <Value>(measure: (page: Page) => Promise<Value>): Promise<Value> => {
    const { page } = await openPage(browser)
    page.setDefaultTimeout(60_000)
    await signIn(page, product)
    const measured = await measure(page)
    await page.context().close()
    return measured
  }
  try {
    report.value({
      ...{ name: 'key in a rule to its painted preview, p50', unit: 'ms' },
      ...{ value: middleOf(await onPage(measureRuleKeys)), goal: 16 },
    })
    report.value({
      ...{ name: 'what-if key to the painted payoff of a straddle, p50', unit: 'ms' },
      ...{ value: middleOf(await onPage(measurePayoffKeys)), goal: 8 },
    })
    report.value({
      ...{ name: `${SPAN} of five-minute candles: Enter to the report, saved`, unit: 'ms' },
      ...{ value: middleOf(await onPage((page) => measureRuns(page, 'reliance', RUNS))), goal: 500 },
    })
    report.value({
      ...{ name: `${SPAN} of five-minute candles of 50 symbols`, unit: 'ms' },
      ...{ value: middleOf(await onPage((page) => measureRuns(page, 'nifty50', rounds(3)))), goal: 6_000 },
    })
    const { trades, tasks } = await onPage(measureManyTrades)
    report.note(`a report of ${trades} trades, sorted and walked through`)
    report.value({ name: `its tasks over ${TASK_MS_MAX} ms`, unit: '', value: tasks.length, goal: 0 })
    report.value({ name: 'the longest', unit: 'ms', value: Math.max(0, ...tasks), goal: TASK_MS_MAX })
  } finally {
    await browser.close()
    await product.dispose()
  }
}
