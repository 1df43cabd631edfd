import type { Browser, Page } from 'playwright-core'
import { browserPath, launchBrowser } from '../../tests/support/browser.ts'
import { importNifty, openPage, signIn, theLine, typeLine } from '../../tests/support/journey.ts'
import { type Product, startProduct } from '../../tests/support/product.ts'
import type { Report } from '../report.ts'

const RUNS = 5
/** Between two keys of a very fast hand. */
const KEY_MS = 60
const LINES = [
  theLine,
  'bt rsi(14) < 30 exit rsi(14) > 55 on reliance, infy, tcs 1y day',
  'nifty 25000 ce',
  'banknifty fut',
  'open settings',
]

const sorted = (values: readonly number[]) => values.toSorted((left, right) => left - right)
const at = (values: readonly number[], share: number): number =>
  sorted(values)[Math.floor(values.length * share)] ?? Number.NaN

/**
 * For each key that changes the line: from the event to the first frame after the list was painted. A frame's callback runs before its
 * paint; a message sent from it arrives after.
 */
const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    window.addEventListener(
      'keydown',
      (event) => {
        const isEdit = event.key === 'Backspace' || (event.key.length === 1 && !event.ctrlKey)
        if (!isEdit) return
        const startedAt = event.timeStamp
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => times.push(performance.now() - startedAt)
          port2.postMessage(null)
        })
      },
      true,
    )
  })

const keyTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes.splice(0))

const measureSignIn = async (
  browser: Browser,
  product: Product,
): Promise<{ ms: number; kilobytes: number }> => {
  const { page } = await openPage(browser)
  const startedAt = performance.now()
  await page.goto(product.address, { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'User' }).and(page.locator(':focus')).waitFor()
  const ms = performance.now() - startedAt
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  await page.context().close()
  return { ms, kilobytes: bytes / 1024 }
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) {
    report.note('left out: no Chromium on this machine')
    return
  }
  const product = await startProduct()
  await importNifty(product)
  // A frame is drawn when it is ready, not at the next sixtieth of a second: the wait for a screen is not ours.
  const browser = await launchBrowser('--disable-frame-rate-limit', '--disable-gpu-vsync')
  try {
    await measureSignIn(browser, product)
    const loads = []
    for (let run = 0; run < RUNS; run++) loads.push(await measureSignIn(browser, product))
    const ms = loads.map((load) => load.ms)
    report.value({ name: 'sign-in screen ready for typing', unit: 'ms', value: at(ms, 0.5), goal: 1_000 })
    report.value({
      name: 'scripts until then, as sent',
      unit: 'KB',
      value: at(
        loads.map(({ kilobytes }) => kilobytes),
        0.5,
      ),
      goal: 200,
    })

    const { page } = await openPage(browser)
    await signIn(page, product)
    await typeLine(page, ' ')
    await page.keyboard.press('Backspace')
    await watchKeys(page)
    // The first pass settles the compilers and is not counted.
    for (let pass = 0; pass <= 3; pass++) {
      if (pass === 1) await keyTimes(page)
      for (const line of LINES) {
        await page.keyboard.type(line, { delay: KEY_MS })
        await page.keyboard.press('Control+a', { delay: KEY_MS })
        await page.waitForTimeout(KEY_MS)
        await page.keyboard.press('Backspace')
        await page.waitForTimeout(KEY_MS)
      }
    }
    const times = await keyTimes(page)
    report.note(`${times.length} keys over ${LINES.length} lines, the whole list of instruments loaded`)
    report.value({ name: 'palette: key to painted list, p50', unit: 'ms', value: at(times, 0.5), goal: null })
    report.value({ name: 'palette: key to painted list, p99', unit: 'ms', value: at(times, 0.99), goal: 16 })

    const reports: number[] = []
    for (let run = 0; run < RUNS; run++) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type(theLine)
      const startedAt = performance.now()
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Report' }).waitFor()
      reports.push(performance.now() - startedAt)
      await page.goto(product.address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command line' }).and(page.locator(':focus')).waitFor()
    }
    report.value({ name: 'Enter to a report on screen', unit: 'ms', value: at(reports, 0.5), goal: 1_000 })
  } finally {
    await browser.close()
    await product.dispose()
  }
}
