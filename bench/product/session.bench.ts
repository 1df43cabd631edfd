import type { CDPSession, Page } from 'playwright-core'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../../tests/support/browser/journey.ts'
import { type Product, startProduct } from '../../tests/support/browser/product.ts'
import { confirm, goTo, place, untilLive } from '../../tests/support/browser/trading-page.ts'
import { isBrief, rounds, span } from '../brief.ts'
import type { Report } from '../report.ts'
import { heapMegabytes } from './page-figures.ts'

/** `SESSION_MINUTES=60` for an hour; a market day has some six, so longer runs pass its end. */
const MINUTES = isBrief ? 0.25 : Number(process.env.SESSION_MINUTES ?? 2)
const ORDERS = rounds(15)
const TASK_MS_MAX = 50
const HEAP_MB_MAX = 5
/** The slope of a shorter run says nothing about an hour. */
const SLOPE_FROM_MINUTES = 20
const NAMED_MAX = 12
/** Screens load and lists fill before the first reading of the heap. */
const SETTLE_MS = span(30_000)
const LOOK_MS = 3_000
const WATCHED =
  'reliance, infy, tcs, hdfcbank, icicibank, sbin, itc, lt, axisbank, kotakbank, bhartiartl, wipro, maruti, titan, ntpc'
const screens = [
  { name: 'watchlist', key: 'w' },
  { name: 'positions', key: 'p' },
  { name: 'order book', key: 'b' },
  { name: 'scalper', key: 'm' },
  { name: 'chart', line: 'chart nifty 50 5min' },
] as const

interface LongTask {
  readonly screen: string
  readonly afterMs: number
  readonly ms: number
}

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
    const tasks: LongTask[] = []
    const kept = { longTasks: tasks, opened: { screen: 'none', at: 0 } }
    Object.assign(window, { session: kept })
    new PerformanceObserver((list) => {
      const { screen, at } = kept.opened
      for (const { duration, startTime } of list.getEntries())
        tasks.push({ screen, afterMs: startTime - at, ms: duration })
    }).observe({ type: 'longtask' })
  })

interface Watched {
  readonly session?: { longTasks: LongTask[]; opened: { screen: string; at: number } }
}

const tellOpened = (page: Page, screen: string): Promise<void> =>
  page.evaluate((opened) => {
    const { session } = window as Watched
    if (session !== undefined) session.opened = { screen: opened, at: performance.now() }
  }, screen)

const takeTasks = (page: Page): Promise<LongTask[]> =>
  page.evaluate(() => (window as Watched).session?.longTasks.splice(0) ?? [])

const takeOrderTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as { orderMs?: number[] }).orderMs?.splice(0) ?? [])

const timeOrders = async (page: Page): Promise<readonly number[]> => {
  const times: number[] = []
  for (let order = 0; order < ORDERS; order++) {
    await takeOrderTimes(page)
    await place(page, `buy ${order + 1} reliance @mkt mis`)
    times.push(...(await takeOrderTimes(page)))
  }
  return times
}

let opened = 0

const liveFor = async (page: Page, ms: number): Promise<void> => {
  const until = performance.now() + ms
  while (performance.now() < until) {
    const screen = screens[opened++ % screens.length] ?? screens[0]
    if ('key' in screen) {
      await tellOpened(page, screen.name)
      await goTo(page, screen.key)
    } else {
      await tellOpened(page, 'the command line')
      await typeLine(page, screen.line)
      await tellOpened(page, screen.name)
      await confirm(page)
    }
    await page.waitForTimeout(LOOK_MS)
  }
}

interface Lived {
  readonly tasks: readonly LongTask[]
  /** MB at the start and after each minute. */
  readonly heap: readonly number[]
}

/** Reading the heap collects garbage, a long task that is not the page's. */
const live = async (page: Page, cdp: CDPSession, minutes: number): Promise<Lived> => {
  const tasks: LongTask[] = []
  const read = async (): Promise<number> => {
    tasks.push(...(await takeTasks(page)))
    const megabytes = await heapMegabytes(cdp)
    await page.waitForTimeout(200)
    await takeTasks(page)
    return megabytes
  }
  const heap = [await read()]
  tasks.length = 0
  for (let left = minutes; left > 0; left--) {
    await liveFor(page, Math.min(left, 1) * 60_000)
    heap.push(await read())
  }
  return { tasks, heap }
}

/** Least squares over readings a minute apart, in MB per hour. */
const slopeOf = (heap: readonly number[]): number => {
  const middle = (heap.length - 1) / 2
  const mean = heap.reduce((sum, value) => sum + value, 0) / heap.length
  const risen = heap.reduce((sum, value, minute) => sum + (minute - middle) * (value - mean), 0)
  const square = heap.reduce((sum, _, minute) => sum + (minute - middle) ** 2, 0)
  return (60 * risen) / square
}

const reportTasks = (report: Report, tasks: readonly LongTask[]): void => {
  for (const name of ['the command line', ...screens.map((screen) => screen.name)]) {
    const own = tasks.filter(({ screen }) => screen === name)
    if (own.length > 0)
      report.note(`${name}: ${own.length}, longest ${Math.max(...own.map(({ ms }) => ms)).toFixed(0)} ms`)
  }
  for (const { screen, afterMs, ms } of tasks
    .toSorted((left, right) => right.ms - left.ms)
    .slice(0, NAMED_MAX))
    report.note(`${ms.toFixed(0)} ms, begun ${afterMs.toFixed(0)} ms after opening ${screen}`)
  report.value({ name: `tasks over ${TASK_MS_MAX} ms`, unit: '', value: tasks.length, goal: 0 })
  const longest = Math.max(0, ...tasks.map(({ ms }) => ms))
  report.value({ name: 'longest task', unit: 'ms', value: longest, goal: TASK_MS_MAX })
}

const reportHeap = (report: Report, heap: readonly number[]): void => {
  report.note(`heap by the minute, MB: ${heap.map((value) => value.toFixed(1)).join(', ')}`)
  const grown = (heap.at(-1) ?? Number.NaN) - (heap[0] ?? Number.NaN)
  report.value({ name: 'growth of the heap', unit: 'MB', value: grown, goal: HEAP_MB_MAX })
  if (heap.length > SLOPE_FROM_MINUTES)
    report.value({
      name: 'growth in an hour, by its slope',
      unit: 'MB',
      value: slopeOf(heap),
      goal: HEAP_MB_MAX,
    })
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
  report.note(`${MINUTES} minutes over ${screens.length} live screens, the market at 60 times its speed`)
  const { tasks, heap } = await live(page, cdp, MINUTES)
  reportTasks(report, tasks)
  reportHeap(report, heap)
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) return report.note('left out: no Chromium on this machine')
  const product = await startProduct({ WARM_UP: 'on', MARKET_CLOCK: 'x60', MARKET_START: '2026-11-25 10:00' })
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
