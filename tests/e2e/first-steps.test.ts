import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, launchBrowser } from '../support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { type Product, startProduct } from '../support/browser/product.ts'
import { goTo, palette, place, untilLive } from '../support/browser/trading-page.ts'

describe.skipIf(browserPath === null)('the first steps', () => {
  let product: Product
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    product = await startProduct({ MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' })
    browser = await launchBrowser()
    ;({ page, complaints } = await openPage(browser))
    await signIn(page, product)
    await untilLive(page)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
    expect(complaints).toEqual([])
  })

  const run = async (line: string): Promise<void> => {
    await typeLine(page, line)
    await page.keyboard.press('Enter')
    await palette(page).waitFor({ state: 'detached' })
  }

  test('a newcomer trades, tests a rule and scans by keyboard, and the tour counts what happened', async () => {
    await run('tour')
    const tour = page.getByRole('status', { name: 'Tour' })
    await tour.getByText('buy 10 infy', { exact: true }).waitFor()
    await place(page, 'buy 10 infy')
    const backtest = tour.getByText(/^bt ema/)
    await backtest.waitFor()
    await run((await backtest.innerText()).trim())
    const scan = tour.getByText(/^scan rsi/)
    await scan.waitFor()
    await run((await scan.innerText()).trim())
    await tour.getByText(/An order, a backtest and a scan: done in/).waitFor()
    await run('tour end')
    await tour.waitFor({ state: 'detached' })
  })

  test('each page has a video that plays, with captions, and its own lines', async () => {
    await run('intro direct')
    for (let shown = 0; shown < 6; shown++) {
      const video = page.locator('video')
      await video.waitFor()
      const played = await video.evaluate(async (element) => {
        const film = element as HTMLVideoElement
        if (!film.paused) return 'plays by itself'
        await film.play()
        await new Promise((done) => film.addEventListener('timeupdate', done, { once: true }))
        film.pause()
        const cues = film.textTracks[0]?.cues?.length ?? 0
        return `${film.videoWidth}x${film.videoHeight}, ${cues} captions, ${film.duration < 60 ? 'short' : 'long'}`
      })
      expect(played).toBe('1280x720, 3 captions, short')
      const before = page.url()
      await page.keyboard.press(']')
      await page.waitForURL((url) => url.href !== before)
    }
    await page.getByRole('radio', { name: 'Direct' }).and(page.locator(':checked')).waitFor()
    await page.getByRole('button', { name: /Done: ?Buy at the ask/ }).waitFor()
  })

  test('the trainer takes a line of the same meaning and sends nothing', async () => {
    const begin = async () => {
      await page.getByRole('button', { name: 'Begin' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
    }
    await goTo(page, 'k')
    await begin()
    const line = page.getByRole('textbox', { name: 'The line that does it' }).and(page.locator(':focus'))
    await line.waitFor()
    await page.keyboard.type('buy infy 10q')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Result' }).waitFor()
    await run('train scalping')
    await begin()
    await page.getByRole('heading', { name: 'Buy 1 lot of NIFTY futures at the market' }).waitFor()
    await page.getByRole('row', { name: /limit at the ask/ }).dblclick()
    await line.waitFor()
    await page.keyboard.type('buy nifty atm ce 1l @ask')
    await page.keyboard.press('Enter')
    const result = page.getByRole('region', { name: 'Result' })
    await result.waitFor()
    // Typed before the price of the contract had come.
    expect(await result.innerText()).toMatch(/mistakes\s+0/i)
    await goTo(page, 'b')
    await expect.poll(() => page.getByRole('grid', { name: 'Order book' }).getByRole('row').count()).toBe(2)
  })
})
