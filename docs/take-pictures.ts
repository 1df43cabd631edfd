import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../tests/support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../tests/support/browser/journey.ts'
import { startProduct } from '../tests/support/browser/product.ts'
import { goTo, palette, place, untilItTicks, untilLive } from '../tests/support/browser/trading-page.ts'

/** `npm run pictures` takes the pictures of the README from the built product, with ffmpeg. */

const target = resolve(import.meta.dirname, 'images')
const SETTLED_MS = 5_000
const TRADING_MS = 20_000

const run = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'detached' })
}

const tradeABit = async (page: Page): Promise<void> => {
  for (const line of ['buy 50 infy mis', 'sell 20 tcs mis', 'buy 1l nifty atm ce mis', 'buy 10 reliance mis'])
    await place(page, line)
  await page.waitForTimeout(TRADING_MS)
  for (const line of ['sell 50 infy mis', 'buy 20 tcs mis']) await place(page, line)
}

/** Each picture is of one great thing; the same page goes from one to the next, as a trader would. */
const pictures: readonly (readonly [name: string, prepare: (page: Page) => Promise<void>])[] = [
  ['order', (page) => typeLine(page, 'buy 2l nifty atm ce @ask mis sl 10% tp 20%')],
  ['backtest', (page) => run(page, 'bt ema(close,9) crosses above ema(close,21) on nifty 50 30d 5min')],
  ['chain', (page) => run(page, 'chain nifty')],
  ['chart', (page) => run(page, 'chart nifty 5m ema 9, supertrend 7 3')],
  ['scan', (page) => run(page, 'scan rsi(14) < 45 on nifty 50 day')],
  [
    'journal',
    async (page) => {
      await tradeABit(page)
      await goTo(page, 'j')
    },
  ],
]

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
const product = await startProduct({ MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' })
const browser = await launchBrowser()
try {
  const { page } = await openPage(browser)
  await signIn(page, product)
  await untilLive(page)
  await untilItTicks(page)
  for (const [name, prepare] of pictures) {
    await prepare(page)
    await page.waitForTimeout(SETTLED_MS)
    const taken = join(folder, `${name}.png`)
    await page.screenshot({ path: taken })
    const webp = ['-c:v', 'libwebp', '-quality', '86', join(target, `${name}.webp`)]
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', taken, ...webp], { stdio: 'inherit' })
    while ((await palette(page).count()) > 0) await page.keyboard.press('Escape')
  }
} finally {
  await browser.close()
  await product.dispose()
  rmSync(folder, { recursive: true, force: true })
}
