import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser, openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { confirm, orderCalls, palette, row, sendOrder, untilLive } from '../support/browser/trading-page.ts'
import { startGatheringProxy } from '../support/server/gathering-proxy.ts'
import { proxyQuotes, type QuoteProxy } from '../support/server/quote-proxy.ts'

const INFY = 'NSE_INFY'

const status = (page: Page, text: string | RegExp) => page.getByRole('contentinfo').getByText(text)

describe.skipIf(browserPath === null)('a way to the server that is hostile', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  const enter = async (
    address = product().address,
    prepare: (page: Page) => Promise<void> = async () => {},
  ) => {
    const { page, complaints } = await openPage(browser())
    await prepare(page)
    await signIn(page, { ...product(), address })
    await untilLive(page)
    return { page, complaints }
  }

  // WS-16.
  test('a price that is impossible is shown as doubtful and not taken until another tick agrees', async () => {
    let quotes: QuoteProxy | null = null
    const { page } = await enter(product().address, async (fresh) => {
      quotes = await proxyQuotes(fresh)
    })
    const proxy = quotes as unknown as QuoteProxy
    for (const line of ['watch infy', 'go watchlist']) {
      await typeLine(page, line)
      await confirm(page)
    }
    const infy = row(page, 'Watchlist', /INFY/)
    await infy.getByText(/^[+−]\d+\.\d\d%$/).waitFor()
    proxy.holdBack(INFY)
    const sound = proxy.last(INFY)
    const shown = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })
    const wrong = (factor: number, ms: number) => {
      const price = Math.round(sound.price * factor * 20) / 20
      return { ...sound, price, bid: price, ask: price, timestamp: sound.timestamp + ms }
    }

    for (const [index, factor] of [1.9, 0.1].entries()) {
      const spike = wrong(factor, index + 1)
      proxy.say(spike)
      const words = infy.getByText(`${shown.format(spike.price)} unconfirmed`)
      await words.waitFor()
      // By text, sign and colour; the price itself is the one before, grey.
      expect(await words.locator('svg').count()).toEqual(1)
      await infy
        .locator('[data-stale]', { hasText: shown.format(sound.price) })
        .first()
        .waitFor()
      expect(await infy.getByText(/%$/).count()).toEqual(0)
    }

    const placed = orderCalls(page, 'place_order_direct')
    await typeLine(page, 'buy 1 infy mis')
    await palette(page)
      .getByText(/Needs confirmation/)
      .waitFor()
    await page.keyboard.press('Enter')
    await palette(page)
      .getByRole('alert')
      .getByText(/is not live/)
      .waitFor()
    expect(placed()).toEqual(0)
    // One step back from the question, one out of the line.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })

    // Two that agree are believed, and the way back needs two as well.
    proxy.say(wrong(1.9, 10))
    proxy.say(wrong(1.91, 11))
    await infy.getByText(/^\+9\d\.\d\d%$/).waitFor()
    proxy.letThrough(INFY)
    await infy.getByText(/^[+−]\d\.\d\d%$/).waitFor()
    expect(await infy.getByText(/unconfirmed/).count()).toEqual(0)
  })

  // SS-07.
  test('a proxy that gathers 16 KB holds no notification back', async () => {
    const proxy = await startGatheringProxy(product().address)
    try {
      let isPadded = false
      const { page } = await enter(proxy.address, async (fresh) => {
        fresh.on('request', (request) => {
          isPadded ||= /padded=1/.test(request.url())
        })
      })
      await expect.poll(() => isPadded).toBe(true)
      await status(page, /^notifications$/).waitFor()
      const told = page.getByText('Order Placed Successfully')
      for (const count of [1, 2, 3]) {
        const id = `gathered-${count}-${Date.now()}`
        expect(await sendOrder(page, id)).toEqual(200)
        await expect.poll(() => told.count(), { interval: 20 }).toBeGreaterThanOrEqual(1)
        // Heartbeats alone would take hours to fill what the proxy gathers.
        expect(proxy.cameAt(id)).not.toEqual(null)
        await expect.poll(() => told.count()).toEqual(0)
      }
    } finally {
      await proxy.close()
    }
  })
})
