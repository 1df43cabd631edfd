import type { Page } from 'playwright-core'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../../tests/support/browser/journey.ts'
import { startProduct } from '../../tests/support/browser/product.ts'
import { confirm, goTo } from '../../tests/support/browser/trading-page.ts'
import { rounds, turns } from '../brief.ts'
import type { Report } from '../report.ts'
import { changedAfter, middleOf, shownAfter } from './page-figures.ts'

const RUNS = rounds(5)
const KEYS = turns(40)
const KEY_PAUSE_MS = 120
const MARKS_MS_MAX = 16
const WHAT_IF_MS_MAX = 8
const YEAR_MS_MAX = 500
const FIFTY_MS_MAX = 6_000
const TASK_MS_MAX = 50

const MARKS = '[role=region][aria-label=Preview] p[role=status]'
const MOVE = '[role=region][aria-label="What if"]'
const TILES = '[role=region][aria-label=Report] dt'

/** A number of the rule gets a digit and loses it, so that each key makes another rule. */
const measureMarks = async (page: Page): Promise<readonly number[]> => {
  await goTo(page, 'e')
  await page.getByRole('heading', { level: 1, name: 'New equity strategy' }).waitFor()
  await page
    .getByRole('button', { name: /As text/ })
    .first()
    .click()
  await page
    .getByRole('textbox', { name: 'Enter when, as text' })
    .fill('close > ema(close,20) and rsi(14) < 60')
  await page.locator(MARKS).waitFor()
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) {
    await page.waitForTimeout(KEY_PAUSE_MS)
    const press = () => page.keyboard.press(key % 2 === 0 ? 'Backspace' : '0')
    times.push(await changedAfter(page, press, MARKS))
  }
  return times
}

const measureWhatIf = async (page: Page): Promise<readonly number[]> => {
  await typeLine(page, 'buy 2l nifty atm ce @mkt nrml')
  await confirm(page)
  await goTo(page, 'p')
  await page.locator(MOVE).waitFor()
  await page.getByRole('grid', { name: 'Greeks by underlying' }).getByRole('row').nth(1).waitFor()
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) {
    await page.waitForTimeout(KEY_PAUSE_MS)
    times.push(await changedAfter(page, () => page.keyboard.press(key % 4 < 2 ? '>' : '<'), MOVE))
  }
  return times
}

/** The first run loads the candles and is not counted. */
const measureRuns = async (page: Page, line: string, runs: number): Promise<readonly number[]> => {
  const times: number[] = []
  for (let run = -1; run < runs; run++) {
    await goTo(page, 'h')
    await page.waitForFunction(() => document.title.startsWith('Home'))
    await typeLine(page, line)
    await page.waitForTimeout(KEY_PAUSE_MS)
    const ms = await shownAfter(page, () => page.keyboard.press('Enter'), TILES)
    if (run >= 0) times.push(ms)
    await page.getByText('saved', { exact: true }).waitFor()
  }
  return times
}

interface Watched {
  readonly longest?: number[]
}

const measureLongReport = async (page: Page, report: Report): Promise<void> => {
  await page.evaluate(() => {
    const longest: number[] = []
    Object.assign(window, { longest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.push(duration)
    }).observe({ type: 'longtask' })
  })
  await measureRuns(page, 'bt close > close(-1) exit close < close(-1) on infy 1y min', 0)
  const trades = page.getByRole('grid', { name: 'Trades' })
  await trades.waitFor()
  for (const key of ['j', 'End', 'PageUp', 'Home']) await page.keyboard.press(key)
  await page.waitForTimeout(KEY_PAUSE_MS)
  const tasks = await page.evaluate(() => (window as Watched).longest ?? [])
  const over = tasks.filter((ms) => ms > TASK_MS_MAX)
  report.note(`tasks: ${tasks.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  report.value({
    name: 'report of some 20,000 trades: tasks over 50 ms',
    unit: '',
    value: over.length,
    goal: 0,
  })
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) return report.note('left out: no Chromium on this machine')
  const product = await startProduct({ WARM_UP: 'off', MARKET_START: '2026-11-25 11:00' })
  const browser = await launchBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
  try {
    const { page } = await openPage(browser)
    page.setDefaultTimeout(300_000)
    await signIn(page, product)
    const add = (name: string, values: readonly number[], goal: number): void =>
      report.value({ name: `${name}, p50`, unit: 'ms', value: middleOf(values), goal })
    add('builder: key to painted marks', await measureMarks(page), MARKS_MS_MAX)
    add('positions: what-if key to painted payoff', await measureWhatIf(page), WHAT_IF_MS_MAX)
    const year = 'bt ema(close,9) crosses above ema(close,21) on nifty 50 1y 5min'
    add(
      'a year of five-minute candles: Enter to painted report',
      await measureRuns(page, year, RUNS),
      YEAR_MS_MAX,
    )
    const fifty = 'bt ema(close,9) crosses above ema(close,21) on nifty50 1y day'
    add(
      '50 symbols over a year of days: Enter to painted report',
      await measureRuns(page, fifty, 1),
      FIFTY_MS_MAX,
    )
    await measureLongReport(page, report)
  } finally {
    await browser.close()
    await product.dispose()
  }
}
