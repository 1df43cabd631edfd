import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { confirm, goTo, palette, row, untilLive } from '../support/browser/trading-page.ts'
import { TEST_MS } from '../support/limits.ts'

/** True for all fifty, or for none of them, by chance: some candles may pass until it becomes true. */
const TOGETHER = 'close of "NIFTY 50" > close(-1) of "NIFTY 50"'
const RAISED_MS = 300_000

const get = (page: Page, path: string): Promise<{ data: unknown }> =>
  page.evaluate(async (url) => {
    const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1]
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    return answer.json()
  }, path)

interface Log {
  readonly total: number
  readonly data: readonly { readonly seg_sym: string; readonly bar: number }[]
}

const logOf = async (page: Page, alert: string): Promise<Log> =>
  (await get(page, `/api/scan/api/get_alert_history?alert_uuid=${alert}&limit=200`)).data as Log

const noticesOf = async (page: Page): Promise<readonly string[]> => {
  const { data } = await get(page, '/api/notifications/get_all?limit=100')
  return (data as readonly { notification_type: string; notification_msg: string }[])
    .filter(({ notification_type: type }) => type === 'scanner')
    .map(({ notification_msg: message }) => message)
    .filter((message) => !/^(INFY|TCS|NIFTY 50) at /.test(message))
}

/** An Enter so soon after its price was shown is ignored. */
const sendTheOneThatWaits = (page: Page) =>
  expect
    .poll(
      async () => {
        await page.keyboard.press('Enter')
        return page.getByText('0 waiting').count()
      },
      { timeout: 60_000, interval: 700 },
    )
    .toBe(1)

describe.skipIf(browserPath === null)('scanners, by keyboard alone', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x10', MARKET_START: '2026-11-25 11:00' },
  })

  test('are saved from a scan, changed, copied from the samples, and deleted', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, 'scan close > sma(close,20) on banknifty 15min')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Found \d+ of 14$/ }).waitFor()
    await page.keyboard.press('Control+s')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === 'save scanner ',
    )
    await page.keyboard.type('"Banks up"')
    await confirm(page)
    await page.waitForURL(/\/scanner\/sc-banks-up-/)
    await page.getByRole('heading', { level: 1, name: 'Banks up' }).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()

    await page.getByRole('combobox', { name: 'Candles' }).selectOption('5min')
    await page.getByText('Unsaved changes of v1').waitFor()
    await page.reload()
    await page.getByText('Unsaved changes of v1').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Version 2 of Banks up saved').waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    await typeLine(page, 'note on scanner is Bets on strength, fails in a range')
    await confirm(page)
    await page.getByText('Bets on strength, fails in a range').waitFor()
    await page.getByText('v3', { exact: true }).waitFor()

    await goTo(page, 'c')
    await row(page, 'Scanners', /Golden cross/).waitFor()
    await typeLine(page, 'copy scanner "Golden cross" as "My cross"')
    await confirm(page)
    await page.keyboard.press('1')
    await row(page, 'My scanners', /My cross/).waitFor()
    await typeLine(page, 'delete scanner "My cross"')
    await confirm(page)
    await row(page, 'My scanners', /My cross/).waitFor({ state: 'detached' })
    await typeLine(page, 'open scanner "Banks up"')
    await confirm(page)
    await page.waitForURL(/\/scanner\/sc-banks-up-/)
    await typeLine(page, 'delete scanner "Banks up"')
    await confirm(page)
    await page.waitForURL(/\/my-scanners$/)
    expect(complaints).toEqual([])
  })

  test('propose an order, or send it where that was said and confirmed', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await untilLive(page)
    await typeLine(page, 'alert infy > 5 then buy 20 mis')
    await palette(page)
      .getByText(/now [\d.,]+, already true · then proposes: Buy 20 INFY at market · MIS/)
      .waitFor()
    await confirm(page)
    await page.getByText('Scanner alert set successfully').first().waitFor()
    await page.getByRole('button', { name: '1 proposal', exact: true }).waitFor()
    await goTo(page, 'q')
    await page.getByRole('button', { name: /Buy 20.*INFY/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Send buy 20/ }).waitFor()
    await sendTheOneThatWaits(page)
    await goTo(page, 'b')
    await row(page, 'Order book', /INFY/).first().waitFor()

    await typeLine(page, 'alert tcs > 5 then buy 3 mis auto')
    await palette(page)
      .getByText(/then sends: Buy 3 TCS at market · MIS/)
      .waitFor()
    await page.keyboard.press('Enter')
    await palette(page)
      .getByText(/^Its orders are sent without asking you/)
      .waitFor()
    await confirm(page)
    await row(page, 'Order book', /TCS/).first().waitFor()
    await expect.poll(() => row(page, 'Order book', /INFY|TCS/).count(), { timeout: 30_000 }).toBe(2)
    await goTo(page, 'a')
    await row(page, 'Alerts', /TCS > 5.*then buy/).waitFor()
    await page.getByText('Sent by the alert').waitFor()
    expect(complaints).toEqual([])
  })

  test('propose the basket, whose legs are sent together', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await untilLive(page)
    for (const leg of ['buy 1l nifty atm ce basket', 'sell 1l nifty atm+2 ce basket']) {
      await typeLine(page, leg)
      await palette(page)
        .getByText(/^Add to basket/)
        .waitFor()
      await confirm(page)
    }
    await typeLine(page, 'alert nifty 50 > 5 then basket')
    await palette(page)
      .getByText(/then proposes: Basket of 2: buy 65 NIFTY .* CE, sell 65 NIFTY .* CE/)
      .waitFor()
    await confirm(page)
    await page.getByRole('button', { name: '1 proposal', exact: true }).waitFor()
    await goTo(page, 'q')
    await page.getByRole('button', { name: /^Price 2 legs/ }).waitFor()
    await sendTheOneThatWaits(page)
    await goTo(page, 'b')
    await row(page, 'Order book', /NIFTY.*CE.*Buy/).waitFor()
    await row(page, 'Order book', /NIFTY.*CE.*Sell/).waitFor()
    expect(complaints).toEqual([])
  })

  test(
    'raise once, though the server is killed between two candles and started again',
    async () => {
      const { page } = await openPage(browser())
      await signIn(page, product())
      await typeLine(page, 'alert infy > 5')
      await confirm(page)
      await typeLine(page, `alert ${TOGETHER} on nifty 50 min`)
      await confirm(page)
      await page.getByText('Scanner alert set successfully').first().waitFor()
      await goTo(page, 'a')
      await row(page, 'Alerts', /INFY > 5.*ended.*INFY/)
        .first()
        .waitFor()
      await row(page, 'Alerts', /close\(-1\)/).waitFor()
      const alert = await row(page, 'Alerts', /close\(-1\)/).getAttribute('data-key')
      if (alert === null) throw new Error('a row without its alert')
      await expect
        .poll(async () => (await logOf(page, alert)).total, { timeout: RAISED_MS })
        .toBeGreaterThan(0)
      const before = await logOf(page, alert)

      await product().stop('SIGKILL')
      await product().start()
      await untilLive(page)
      await expect.poll(async () => (await logOf(page, alert)).total).toBeGreaterThan(before.total)

      const after = await logOf(page, alert)
      const keys = after.data.map(({ seg_sym: symbol, bar }) => `${symbol} ${bar}`)
      expect(new Set(keys).size).toBe(keys.length)
      const bars = new Set(after.data.map(({ bar }) => bar))
      const told = await noticesOf(page)
      expect(told.length).toBeGreaterThanOrEqual(bars.size)
      expect(told.every((message) => /and 48 more/.test(message))).toBe(true)
      await row(page, 'Alerts', /close\(-1\)/).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/scanner-details\?alert=/)
      await row(page, 'Alert log', /ADANIENT/)
        .first()
        .waitFor()
    },
    2 * TEST_MS,
  )
})
