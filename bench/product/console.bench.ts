import type { Browser, Page } from 'playwright-core'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { importNifty, openPage, signIn, theLine, typeLine } from '../../tests/support/browser/journey.ts'
import { type Product, startProduct } from '../../tests/support/browser/product.ts'
import { isBrief, rounds } from '../brief.ts'
import type { Report } from '../report.ts'

const RUNS = rounds(5)
const KEY_MS = isBrief ? 5 : 60
const PASSES = rounds(3)
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

/** A frame's callback runs before its paint; a message sent from it arrives after. */
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

const typeAll = async (page: Page): Promise<void> => {
  for (const line of LINES) {
    await page.keyboard.type(line, { delay: KEY_MS })
    await page.keyboard.press('Control+a', { delay: KEY_MS })
    await page.waitForTimeout(KEY_MS)
    await page.keyboard.press('Backspace')
    await page.waitForTimeout(KEY_MS)
  }
}

/** Baseline: a field, and one text that repeats it. */
const emptyPageTimes = async (browser: Browser): Promise<readonly number[]> => {
  const { page } = await openPage(browser)
  await page.setContent('<input autofocus><p>–</p>')
  await page.evaluate(() => {
    const field = document.querySelector('input')
    const text = document.querySelector('p')?.firstChild
    if (!field || !text) throw new Error('the empty page is not there')
    field.addEventListener('input', () => {
      text.nodeValue = field.value
    })
  })
  await watchKeys(page)
  await typeAll(page)
  const times = await keyTimes(page)
  await page.context().close()
  return times
}

const measureSignIn = async (
  browser: Browser,
  product: Product,
): Promise<{ ms: number; kilobytes: number }> => {
  const { page } = await openPage(browser)
  await page.addInitScript(() =>
    addEventListener('focusin', ({ timeStamp }) => performance.mark('ready', { startTime: timeStamp }), {
      once: true,
    }),
  )
  const startedAt = performance.now()
  await page.goto(product.address, { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'User' }).and(page.locator(':focus')).waitFor()
  const ms = performance.now() - startedAt
  // Scripts fetched later, while one types, are not counted.
  const bytes = await page.evaluate(() => {
    const readyAt = performance.getEntriesByName('ready')[0]?.startTime ?? 0
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= readyAt)
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0)
  })
  await page.context().close()
  return { ms, kilobytes: bytes / 1024 }
}

const measureEntering = async (browser: Browser, product: Product): Promise<number> => {
  const { page } = await openPage(browser)
  await page.goto(product.address)
  await page.getByRole('textbox', { name: 'User' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(product.userName, { delay: KEY_MS })
  await page.keyboard.press('Tab')
  await page.keyboard.type(product.password, { delay: KEY_MS })
  const startedAt = performance.now()
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command line' }).and(page.locator(':focus')).waitFor()
  const ms = performance.now() - startedAt
  await page.context().close()
  return ms
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) {
    report.note('left out: no Chromium on this machine')
    return
  }
  const product = await startProduct({ WARM_UP: 'on' })
  await importNifty(product)
  // Frames are drawn when ready, so that waiting for the display is not measured.
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

    const entered: number[] = []
    for (let run = 0; run < RUNS; run++) entered.push(await measureEntering(browser, product))
    report.value({
      name: 'Enter to a command line, signed in',
      unit: 'ms',
      value: at(entered, 0.5),
      goal: null,
    })

    const floor = await emptyPageTimes(browser)
    report.value({
      name: 'empty page: key to painted text, p50',
      unit: 'ms',
      value: at(floor, 0.5),
      goal: null,
    })
    report.value({
      name: 'empty page: key to painted text, p99',
      unit: 'ms',
      value: at(floor, 0.99),
      goal: null,
    })

    const { page } = await openPage(browser)
    await signIn(page, product)
    await typeLine(page, ' ')
    await page.keyboard.press('Backspace')
    await watchKeys(page)
    // The first pass warms up the compilers and is not counted.
    for (let pass = 0; pass <= PASSES; pass++) {
      if (pass === 1) await keyTimes(page)
      await typeAll(page)
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
