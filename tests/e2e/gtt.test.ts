import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { confirm, goTo, palette, row, untilLive } from '../support/browser/trading-page.ts'
import { FACT_MS } from '../support/limits.ts'

/** Rupees on a tick of five paise. */
const onTick = (rupees: number): string => (Math.round(rupees * 20) / 20).toFixed(2)

/** Ten times as fast as a market, the option passes a few percent within a minute. */
const AROUND = 0.03
/** An order that was sent has closed the line within this time. */
const CLOSED_MS = 5_000

const isClosed = (page: Page): Promise<boolean> =>
  palette(page)
    .waitFor({ state: 'detached', timeout: CLOSED_MS })
    .then(
      () => true,
      () => false,
    )

const writeAgain = async (page: Page, line: string): Promise<void> => {
  await page.keyboard.press('Control+a')
  await page.keyboard.type(line)
}

/** Both triggers around the price of an option. Written again where the price passed one of them meanwhile. */
const placeAroundPrice = async (page: Page): Promise<void> => {
  await typeLine(page, 'gtt buy nifty atm ce 1l below 0.05')
  const first = await palette(page)
    .getByText(/^GTT: Buy .* NIFTY .*now [\d.]+, /)
    .innerText()
  // The strike at the money may be another one a second later.
  const strike = /(\d+) CE/.exec(first)?.[1]
  for (const until = performance.now() + FACT_MS; performance.now() < until; ) {
    await writeAgain(page, `gtt buy nifty ${strike} ce 1l below 0.05`)
    const sentence = await palette(page)
      .getByText(new RegExp(`^GTT: Buy .* ${strike} CE at 0\\.05 .*now [\\d.]+, `))
      .innerText()
    const price = Number(/now ([\d.]+)/.exec(sentence)?.[1])
    const [low, high] = [onTick(price * (1 - AROUND)), onTick(price * (1 + AROUND))]
    await writeAgain(page, `gtt buy nifty ${strike} ce 1l @${high} below ${low} target ${high}`)
    await page.keyboard.press('Enter')
    if (await isClosed(page)) return
  }
  throw new Error('the price never stayed between the triggers')
}

describe.skipIf(browserPath === null)('GTT orders, by keyboard alone', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x10', MARKET_START: '2026-11-25 11:00' },
  })

  test('are understood in a line that was typed before their commands had come', async () => {
    const { page } = await openPage(browser())
    let bring = () => {}
    const isWanted = new Promise<void>((resolve) => {
      bring = resolve
    })
    await page.route(/later-commands/, async (route) => {
      await isWanted
      await route.continue()
    })
    await signIn(page, product())
    await typeLine(page, 'gtt buy infy 20 @1300 below 1305')
    await palette(page)
      .getByText(/commands are still loading/)
      .waitFor()
    bring()
    await palette(page)
      .getByText(/^GTT: Buy 20 INFY at 1,300\.00 below 1,305\.00/)
      .waitFor()
  })

  test('are placed, changed, and cancelled', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await goTo(page, 'r')
    await page.getByText('No GTT order is active').waitFor()
    await typeLine(page, 'gtt buy infy 20 @1300 below 1305')
    await palette(page)
      .getByText(/^GTT: Buy 20 INFY at 1,300\.00 below 1,305\.00/)
      .waitFor()
    await confirm(page)
    await row(page, 'GTT orders', /INFY.*≤ 1,305\.00/).waitFor()

    await page.keyboard.press('ArrowDown')
    await row(page, 'GTT orders', /INFY/).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('m')
    await page.waitForFunction(() =>
      /^change gtt #[0-9a-f]{8} 20 @1300 below 1305$/.test(
        document.querySelector<HTMLInputElement>('[role=combobox]')?.value ?? '',
      ),
    )
    await page.keyboard.type(' target 1900')
    await confirm(page)
    await row(page, 'GTT orders', /INFY.*OCO.*≤ 1,305\.00 · ≥ 1,900\.00/).waitFor()
    expect(await row(page, 'GTT orders', /INFY/).count()).toBe(1)

    await page.reload()
    await row(page, 'GTT orders', /INFY.*OCO/).waitFor()
    await typeLine(page, 'cancel gtt infy')
    await confirm(page)
    await page.getByText('No GTT order is active').waitFor()
    expect(complaints).toEqual([])
  })

  test('send their order once the price is reached, and say so', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await untilLive(page)
    await goTo(page, 'r')
    await placeAroundPrice(page)
    await page
      .getByText(/^GTT triggered at [\d.]+/)
      .first()
      .waitFor()
    await page.getByText('No GTT order is active').waitFor()
    await goTo(page, 'b')
    await row(page, 'Order book', /NIFTY.*CE/)
      .first()
      .waitFor()
    expect(await row(page, 'Order book', /NIFTY.*CE/).count()).toBe(1)
    await page.goto(`${product().address}/gtt?tab=ended`)
    await row(page, 'GTT orders', /NIFTY.*CE.*Triggered/).waitFor()
    expect(complaints).toEqual([])
  })
})
