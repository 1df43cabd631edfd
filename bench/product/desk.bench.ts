import type { Browser, Page } from 'playwright-core'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../../tests/support/browser/journey.ts'
import { type Product, startProduct } from '../../tests/support/browser/product.ts'
import { confirm, untilLive } from '../../tests/support/browser/trading-page.ts'
import { isBrief, span } from '../brief.ts'
import type { Report } from '../report.ts'
import { heapMegabytes, takeTasks, taskSeconds, watchTasks } from './page-figures.ts'

/** `DESK_MINUTES=10` for the ten minutes of the goal. */
const MINUTES = isBrief ? 0.05 : Number(process.env.DESK_MINUTES ?? 2)
const TASK_MS_MAX = 50
const HEAP_MB_MAX = 5
const SETTLE_MS = span(20_000)
const STRIKES = 200
const CHAIN_ROW_PX = 28
const BATCHES_A_SECOND = 10
const REPAINT_MS_MAX = 8
const REPAINTED_MS = span(20_000)

const run = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await confirm(page)
}

const enter = async (browser: Browser, product: Product, height = 900): Promise<Page> => {
  const { page } = await openPage(browser, { width: 1440, height })
  page.setDefaultTimeout(60_000)
  await signIn(page, product)
  await untilLive(page)
  return page
}

/** Collecting garbage is a long task that is not the page's, so those until it ends are thrown away. */
const live = async (page: Page, name: string, report: Report): Promise<void> => {
  const cdp = await page.context().newCDPSession(page)
  await page.waitForTimeout(SETTLE_MS)
  await watchTasks(page)
  const before = await heapMegabytes(cdp)
  await page.waitForTimeout(span(500))
  await takeTasks(page)
  await page.waitForTimeout(MINUTES * 60_000)
  const tasks = await takeTasks(page)
  const grown = (await heapMegabytes(cdp)) - before
  report.value({ name: `${name}: tasks over ${TASK_MS_MAX} ms`, unit: '', value: tasks.length, goal: 0 })
  report.value({
    name: `${name}: longest of them`,
    unit: 'ms',
    value: Math.max(0, ...tasks),
    goal: TASK_MS_MAX,
  })
  report.value({ name: `${name}: growth of the heap`, unit: 'MB', value: grown, goal: HEAP_MB_MAX })
}

const fourCharts = async (page: Page): Promise<void> => {
  await run(page, 'chart nifty 50 min')
  await run(page, 'charts 4')
  for (const name of ['nifty bank', 'reliance', 'infy']) {
    await page.keyboard.press('.')
    await run(page, `chart ${name} min`)
  }
  if ((await page.getByRole('application').count()) !== 4) throw new Error('four charts are not shown')
}

/** All strikes are in sight, with their greeks; the work of the page is its script, styles, layout and paint. */
const repaint = async (browser: Browser, product: Product, report: Report): Promise<void> => {
  const page = await enter(browser, product, 300 + STRIKES * CHAIN_ROW_PX)
  await run(page, 'chain nifty')
  await run(page, 'columns greeks')
  await page.waitForTimeout(SETTLE_MS)
  const rows = await page
    .getByRole('grid', { name: /^Option chain/ })
    .getByRole('row')
    .count()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const before = await taskSeconds(cdp)
  await page.waitForTimeout(REPAINTED_MS)
  const seconds = (await taskSeconds(cdp)) - before
  const batches = (REPAINTED_MS / 1000) * BATCHES_A_SECOND
  report.note(`${rows - 1} strikes in sight with greeks, ${BATCHES_A_SECOND} batches of quotes a second`)
  report.value({
    name: 'chain with greeks: work of the page for a batch',
    unit: 'ms',
    value: (seconds * 1000) / batches,
    goal: REPAINT_MS_MAX,
  })
  await page.context().close()
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) return report.note('left out: no Chromium on this machine')
  const product = await startProduct({
    WARM_UP: 'on',
    MARKET_CLOCK: 'always',
    MARKET_START: '2026-11-25 10:00',
  })
  const browser = await launchBrowser()
  try {
    await repaint(browser, product, report)
    const [charts, chain] = [await enter(browser, product), await enter(browser, product)]
    await fourCharts(charts)
    await run(chain, 'chain nifty')
    report.note(`four linked charts in a window, the chain in another, for ${MINUTES} minutes`)
    await Promise.all([live(charts, 'four charts', report), live(chain, 'the chain', report)])
  } finally {
    await browser.close()
    await product.dispose()
  }
}
