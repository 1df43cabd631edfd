import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, launchBrowser } from '../../support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../../support/browser/journey.ts'
import { type Product, startProduct } from '../../support/browser/product.ts'
import {
  confirm,
  grid,
  palette,
  place,
  untilItTicks,
  untilLive,
  userOf,
} from '../../support/browser/trading-page.ts'

describe.skipIf(browserPath === null)('drills by keyboard', () => {
  let product: Product
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    product = await startProduct({ MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' })
    browser = await launchBrowser()
    ;({ page } = await openPage(browser))
    await signIn(page, product)
    await untilLive(page)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
  })

  const strip = (): Locator => page.getByRole('region', { name: 'Drill' })

  const run = async (line: string): Promise<void> => {
    await typeLine(page, line)
    await page.keyboard.press('Enter')
    await palette(page).waitFor({ state: 'detached' })
  }

  const begin = async (line: string, title: string): Promise<void> => {
    await typeLine(page, line)
    await palette(page).getByText(title).first().waitFor()
    await confirm(page)
  }

  const debriefing = async (): Promise<string> => {
    await run('drills')
    const list = page.getByRole('list', { name: 'Debriefing' })
    await list.waitFor()
    return list.innerText()
  }

  test('quotes freeze, prices say so, and are live again; the debriefing has the position', async () => {
    await place(page, 'buy 10 infy')
    await untilItTicks(page)
    await begin('drill quotes', 'Drill: Quotes freeze, 60 s')
    await strip().getByText('quotes freeze').waitFor()
    await page
      .getByRole('contentinfo')
      .getByText(/quotes stale/)
      .waitFor()
    await run('go positions')
    await strip()
      .getByText(/\d+ s left/)
      .waitFor()
    await run('drill end')
    await strip().getByText('Drill over:').waitFor()
    await untilLive(page)
    await untilItTicks(page)
    expect(await debriefing()).toMatch(/^P&L of the day was .*No order was sent\./s)
  })

  test('a broker that answers late: one order is sent, and one is in the book before its answer', async () => {
    await begin('drill broker', 'Drill: Broker answers late, 60 s')
    await strip().getByText('broker answers late').waitFor()
    await run('go order book')
    await typeLine(page, 'buy 7 tcs')
    await palette(page)
      .getByText(/^position after/)
      .waitFor()
    const sent = page.waitForRequest((request) => /\/orders\/place/.test(request.url()))
    const answered = page
      .waitForResponse((response) => /\/orders\/place/.test(response.url()))
      .then(() => performance.now())
    await confirm(page)
    await sent
    const from = performance.now()
    expect((await answered) - from).toBeGreaterThan(3_000)
    await grid(page, 'Order book').getByRole('row').filter({ hasText: 'TCS' }).waitFor()
    expect(await grid(page, 'Order book').getByRole('row').filter({ hasText: 'TCS' }).count()).toBe(1)
    await run('drill end')
    await strip().getByText('Drill over:').waitFor()
    expect(await debriefing()).toMatch(/1 order sent.*No order was sent a second time\./s)
  })

  test('an expired login session leads back to the same screen and its debriefing', async () => {
    await run('go positions')
    await begin('drill session', 'Drill: Login session expires, until you sign in')
    await userOf(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(product.userName)
    await page.keyboard.press('Tab')
    await page.keyboard.type(product.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Positions' }).waitFor()
    await strip().getByText('Drill over:').waitFor()
    expect(await debriefing()).toMatch(/^You were signed in again after \d+ s\./)
  })
})
