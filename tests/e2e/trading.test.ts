import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserPath, launchBrowser } from '../support/browser.ts'
import { openPage, signIn, typeLine } from '../support/journey.ts'
import { type Product, startProduct } from '../support/product.ts'

// The list of 100,000 instruments is read by each page, and chains are made when they are first asked for.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const PAGE_MS = 60_000

const untilLive = (page: Page): Promise<void> =>
  page.getByRole('contentinfo').getByText('simulated quotes live').waitFor()

const grid = (page: Page, name: string) => page.getByRole('main').getByRole('grid', { name })

/** A row of a book that says all of this. */
const row = (page: Page, name: string, text: RegExp) =>
  grid(page, name).getByRole('row').filter({ hasText: text })

const goTo = async (page: Page, key: string): Promise<void> => {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command line' })

/** Types an order, sees it priced, and sends it: with a second Enter where the price has moved meanwhile. */
const place = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await palette(page)
    .getByText(/^position after/)
    .waitFor()
  await confirm(page)
}

/** Enter, and once more as long as the line asks for it. */
const confirm = async (page: Page): Promise<void> => {
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Enter')
    await page.waitForTimeout(500)
    if ((await palette(page).count()) === 0) return
  }
  throw new Error(`the line is still open: ${await palette(page).innerText()}`)
}

/** Orders of the page by status, as the server has them. */
const calls = (page: Page): { readonly method: string; readonly path: string }[] => {
  const made: { method: string; path: string }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/orders/')) made.push({ method: request.method(), path: pathname })
  })
  return made
}

describe.skipIf(browserPath === null)('trading by keyboard alone', () => {
  let product: Product
  let browser: Browser

  beforeAll(async () => {
    product = await startProduct({ MARKET_CLOCK: 'always', MARKET_START: '2026-11-25 10:00' })
    browser = await launchBrowser()
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
  })

  const enter = async () => {
    const opened = await openPage(browser)
    opened.page.setDefaultTimeout(PAGE_MS)
    await signIn(opened.page, product)
    await untilLive(opened.page)
    return opened
  }

  test('an option bought by a line fills, is a position, and is left by one key', async () => {
    const { page, complaints } = await enter()
    await place(page, 'buy 1l nifty atm ce @mkt mis')
    await page.getByText('Order Placed Successfully').first().waitFor()

    await goTo(page, 'b')
    await row(page, 'Order book', /NIFTY .* CE.*COMPLETE/)
      .first()
      .waitFor()
    await goTo(page, 'p')
    await row(page, 'Positions', /NIFTY .* CE.*MIS.*\+65/).waitFor()
    await page.keyboard.press('Tab')
    await grid(page, 'Positions').getByRole('row').nth(1).focus()
    await page.keyboard.press('x')
    await page.getByText('Nothing is open').waitFor()
    expect(complaints).toEqual([])
  })

  test('a limit order rests, is modified in place, and is cancelled', async () => {
    const { page, complaints } = await enter()
    await place(page, 'buy 5 reliance @-1% mis')
    await goTo(page, 'b')
    const resting = row(page, 'Order book', /RELIANCE.*OPEN/)
    await resting.waitFor()
    await resting.focus()
    await page.keyboard.press('m')
    const form = page.getByRole('form', { name: 'Modify RELIANCE' })
    await form.getByRole('textbox', { name: 'Quantity' }).waitFor()
    await form.getByRole('textbox', { name: 'Quantity' }).fill('7')
    await page.keyboard.press('Enter')
    await row(page, 'Order book', /RELIANCE.*0 \/ 7.*OPEN/).waitFor()
    await row(page, 'Order book', /RELIANCE.*0 \/ 7.*OPEN/).focus()
    await page.keyboard.press('Backspace')
    await row(page, 'Order book', /RELIANCE.*0 \/ 7.*CANCELLED/).waitFor()
    expect(complaints).toEqual([])
  })

  test('a basket sends what can be sent, and keeps the refused leg to be sent again', async () => {
    const { page } = await enter()
    const made = calls(page)
    for (const line of ['buy 1 tcs @mkt mis', 'buy 3 infy @mkt mis']) {
      await typeLine(page, line)
      await palette(page)
        .getByText(/^position after/)
        .waitFor()
      await page.keyboard.press('Control+b')
      await palette(page).waitFor({ state: 'detached' })
    }
    await typeLine(page, 'buy 5000 pageind @mkt cash')
    await palette(page).getByText('Ctrl').first().waitFor()
    await page.keyboard.press('Control+b')
    await palette(page).waitFor({ state: 'detached' })

    await typeLine(page, 'basket place')
    await confirm(page)
    await page.waitForURL(/order-window/)
    await page.getByRole('list', { name: 'What will be sent' }).waitFor()
    await page
      .getByRole('button', { name: /^Place 3 orders/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Failed').first().waitFor()
    expect(made.filter(({ path }) => path === '/api/orders/place_order_direct').length).toEqual(3)

    await typeLine(page, 'basket retry')
    await confirm(page)
    await page.waitForTimeout(1500)
    expect(made.filter(({ path }) => path === '/api/orders/place_order_direct').length).toEqual(4)
  })

  test('one Enter held down is one order', async () => {
    const { page } = await enter()
    const made = calls(page)
    await typeLine(page, 'buy 1 sbin @mkt mis')
    await palette(page)
      .getByText(/^position after/)
      .waitFor()
    for (let press = 0; press < 20; press++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.waitForTimeout(1500)
    if ((await palette(page).count()) > 0) await confirm(page)
    await page.getByText('Order Placed Successfully').first().waitFor()
    expect(made.filter(({ path }) => path === '/api/orders/place_order_direct').length).toEqual(1)
  })

  test('the kill switch works while prices are gone, and trading is armed again by a line', async () => {
    const { page } = await enter()
    await place(page, 'buy 2 infy @mkt mis')
    await place(page, 'buy 3 tcs @-1% mis')
    await page.route('**/quotes**', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await page.keyboard.type('half a line')
    await page.keyboard.press('Control+Shift+X')
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    // A key that bounces answers nothing.
    await page.waitForTimeout(400)
    await page.keyboard.press('Enter')
    await dialog.getByText('New orders are stopped, open orders cancelled and positions left.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await goTo(page, 'p')
    await page.getByText('Nothing is open').waitFor()
    await typeLine(page, 'kill rearm')
    await confirm(page)
  })

  test('an order placed in one tab stands in the book of the other within a second', async () => {
    const { page: first } = await enter()
    const second = await first.context().newPage()
    second.setDefaultTimeout(PAGE_MS)
    await second.goto(`${product.address}/order-book`)
    await untilLive(second)
    await second.getByRole('heading', { level: 1 }).waitFor()
    await first.bringToFront()
    await place(first, 'buy 9 hdfcbank @-1% mis')
    await row(second, 'Order book', /HDFCBANK.*0 \/ 9.*OPEN/).waitFor({ timeout: 3_000 })
  })

  test('armed keys of the Scalper trade once each, and disarm when the screen is left', async () => {
    const { page } = await enter()
    const made = calls(page)
    const placed = () => made.filter(({ path }) => path === '/api/orders/place_order_direct').length
    await goTo(page, 'm')
    await page.getByRole('button', { name: /^Buy \d/ }).waitFor()
    await page.keyboard.press('b')
    await palette(page).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('a')
    await page.getByRole('contentinfo').getByText('ARMED').waitFor()
    for (let press = 0; press < 10; press++) await page.keyboard.down('b')
    await page.keyboard.up('b')
    await page.getByText('Order Placed Successfully').first().waitFor()
    expect(placed()).toEqual(1)
    await goTo(page, 'b')
    await page.getByRole('contentinfo').getByText('ARMED').waitFor({ state: 'detached' })
  })

  test('the same is done with the mouse alone', async () => {
    const { page, complaints } = await enter()
    /** Presses the button as long as the line asks. */
    const answer = async (): Promise<void> => {
      for (let press = 0; press < 6; press++) {
        await page.waitForTimeout(500)
        if ((await palette(page).count()) === 0) return
        await palette(page)
          .getByRole('button', { name: /^Do it/ })
          .click({ timeout: 2_000 })
          .catch(() => {})
      }
      throw new Error(`the line is still open: ${await palette(page).innerText()}`)
    }
    await page.getByRole('link', { name: 'Scalper' }).first().click()
    await page.getByRole('button', { name: /^Buy \d/ }).click()
    await palette(page)
      .getByText(/^position after/)
      .waitFor()
    await palette(page).getByRole('option').first().click()
    await answer()
    await page.getByText('Order Placed Successfully').first().waitFor()
    await page.getByRole('link', { name: 'Positions' }).click()
    await grid(page, 'Positions').getByRole('row').nth(1).click()
    await page.getByRole('button', { name: 'Exit all' }).click()
    await palette(page).waitFor()
    await answer()
    await page.getByText('Nothing is open').waitFor()
    expect(complaints).toEqual([])
  })
})
