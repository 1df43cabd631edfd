import type { CDPSession, Page } from 'playwright-core'
import { browserPath, launchBrowser } from '../../tests/support/browser.ts'
import { openPage, signIn, typeLine } from '../../tests/support/journey.ts'
import { type Product, startProduct } from '../../tests/support/product.ts'
import { confirm, goTo, place, untilLive } from '../../tests/support/trading-page.ts'
import type { Report } from '../report.ts'

/** Of the page that trades with all its prices moving; more by `SESSION_MINUTES=10`. */
const MINUTES = Number(process.env.SESSION_MINUTES ?? 2)
const ORDERS = 15
const TASK_MS_MAX = 50
const HEAP_MB_MAX = 5
/** Before the first reading of the heap: screens are loaded and lists filled. */
const SETTLE_MS = 30_000
const LOOK_MS = 3_000
const WATCHED =
  'reliance, infy, tcs, hdfcbank, icicibank, sbin, itc, lt, axisbank, kotakbank, bhartiartl, wipro, maruti, titan, ntpc'
/** Screens that show live prices, by the second key of their chord; the chart is asked for by a line. */
const SCREENS = ['w', 'p', 'b', 'm']
const CHART = 'chart nifty 50 5min'

const medianOf = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

/** From the event of the key to the call that sends the order. */
const watchOrders = (page: Page) =>
  page.addInitScript(() => {
    const sent: number[] = []
    let enteredAt = 0
    Object.assign(window, { orderMs: sent })
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') enteredAt = event.timeStamp
      },
      true,
    )
    const fetch = window.fetch
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      const method = input instanceof Request ? input.method : init?.method
      if (method === 'POST' && /\/orders\/(order|place)/.test(url) && !url.includes('preview'))
        sent.push(performance.now() - enteredAt)
      return fetch(input, init)
    }
  })

const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })

const numbers = (page: Page, name: 'orderMs' | 'longTasks'): Promise<number[]> =>
  page.evaluate((kept) => (window as unknown as Record<string, number[]>)[kept]?.splice(0) ?? [], name)

const heapMegabytes = async (cdp: CDPSession): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1_048_576
}

const timeOrders = async (page: Page): Promise<readonly number[]> => {
  const times: number[] = []
  for (let order = 0; order < ORDERS; order++) {
    await numbers(page, 'orderMs')
    await place(page, `buy ${order + 1} reliance @mkt mis`)
    times.push(...(await numbers(page, 'orderMs')))
  }
  return times
}

const liveFor = async (page: Page, ms: number): Promise<void> => {
  const until = performance.now() + ms
  for (let step = 0; performance.now() < until; step++) {
    const key = SCREENS[step % (SCREENS.length + 1)]
    if (key !== undefined) await goTo(page, key)
    else {
      await typeLine(page, CHART)
      await confirm(page)
    }
    await page.waitForTimeout(LOOK_MS)
  }
}

const measure = async (report: Report, page: Page, product: Product): Promise<void> => {
  await watchOrders(page)
  await signIn(page, product)
  await untilLive(page)
  const times = await timeOrders(page)
  if (times.length < ORDERS) throw new Error(`${times.length} of ${ORDERS} orders were seen to be sent`)
  report.value({ name: 'Enter to the order on the wire', unit: 'ms', value: medianOf(times), goal: 5 })
  report.value({ name: 'the slowest of them', unit: 'ms', value: Math.max(...times), goal: null })

  await typeLine(page, `a ${WATCHED}`)
  await confirm(page)
  const cdp = await page.context().newCDPSession(page)
  await liveFor(page, SETTLE_MS)
  await watchTasks(page)
  const before = await heapMegabytes(cdp)
  await liveFor(page, MINUTES * 60_000)
  const tasks = await numbers(page, 'longTasks')
  const grown = (await heapMegabytes(cdp)) - before
  report.note(`${MINUTES} minutes over ${SCREENS.length + 1} live screens, the market at 60 times its speed`)
  report.value({ name: `tasks over ${TASK_MS_MAX} ms`, unit: '', value: tasks.length, goal: 0 })
  report.value({ name: 'longest task', unit: 'ms', value: Math.max(0, ...tasks), goal: TASK_MS_MAX })
  report.value({ name: 'growth of the heap', unit: 'MB', value: grown, goal: HEAP_MB_MAX })
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) return report.note('left out: no Chromium on this machine')
  const product = await startProduct({ MARKET_CLOCK: 'x60', MARKET_START: '2026-11-25 10:00' })
  const browser = await launchBrowser()
  try {
    const { page } = await openPage(browser)
    page.setDefaultTimeout(60_000)
    await measure(report, page, product)
  } finally {
    await browser.close()
    await product.dispose()
  }
}
