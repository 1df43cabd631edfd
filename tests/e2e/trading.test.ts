import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser, openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import {
  answer,
  confirm,
  goTo,
  grid,
  orderCalls,
  palette,
  place,
  row,
  untilLive,
} from '../support/browser/trading-page.ts'

describe.skipIf(browserPath === null)('trading by keyboard alone', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  const enter = async () => {
    const opened = await openPage(browser())
    await signIn(opened.page, product())
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
    await page.getByText('No open positions').waitFor()
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
    const placed = orderCalls(page, 'place_order_direct')
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
    await page.getByRole('list', { name: 'Orders to be sent' }).waitFor()
    await page
      .getByRole('button', { name: /^Place 3 orders/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Failed').first().waitFor()
    expect(placed()).toEqual(3)

    const answered = page.waitForResponse(/place_order_direct/)
    await typeLine(page, 'basket retry')
    await confirm(page)
    await page
      .getByRole('button', { name: /^Place 1 order/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Enter')
    await answered
    await page.getByText('Failed').first().waitFor()
    expect(placed()).toEqual(4)
  })

  test('one Enter held down is one order', async () => {
    const { page } = await enter()
    const placed = orderCalls(page, 'place_order_direct')
    await typeLine(page, 'buy 1 sbin @mkt mis')
    await palette(page)
      .getByText(/^position after/)
      .waitFor()
    for (let press = 0; press < 20; press++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    const done = page.getByText('Order Placed Successfully').first()
    // A price that moved meanwhile is asked about; the held key has not answered.
    await done.or(palette(page).getByRole('alert')).first().waitFor()
    if ((await palette(page).count()) > 0) await confirm(page)
    await done.waitFor()
    expect(placed()).toEqual(1)
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
    // A key that bounces answers nothing, so it is pressed until it is taken.
    const stop = dialog.getByRole('button', { name: /^Stop everything/ })
    const pressed = async () => {
      if ((await stop.count()) > 0) await stop.press('Enter')
      return stop.count()
    }
    await expect.poll(pressed).toEqual(0)
    await dialog.getByText('New orders are stopped').waitFor()
    // Said only when the order book has it.
    await dialog.getByText(/^\d+ positions? exited$/).waitFor()
    await dialog.getByText(/^\d+ open orders? cancelled$/).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await goTo(page, 'p')
    await page.getByText('No open positions').waitFor()
    await page.getByText('Trading is stopped').waitFor()
    await typeLine(page, 'kill rearm')
    await confirm(page)
    // The page is closed after the test, and with it a call that was not answered yet.
    await page.getByText('Trading is stopped').waitFor({ state: 'detached' })
  })

  test('an order placed in one tab stands in the book of the other', async () => {
    const { page: first } = await enter()
    const second = await first.context().newPage()
    await second.goto(`${product().address}/order-book`)
    await untilLive(second)
    await second.getByRole('heading', { level: 1 }).waitFor()
    await first.bringToFront()
    await place(first, 'buy 9 hdfcbank @-1% mis')
    await row(second, 'Order book', /HDFCBANK.*0 \/ 9.*OPEN/).waitFor()
  })

  test('armed keys of the Scalper trade once each, and disarm when the screen is left', async () => {
    const { page } = await enter()
    const placed = orderCalls(page, 'place_order_direct')
    await goTo(page, 'm')
    await page.getByRole('button', { name: /^Buy \d/ }).waitFor()
    await page.keyboard.press('b')
    await palette(page).waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    const armed = page.getByRole('contentinfo').getByText('ARMED')
    const done = page.getByText('Order Placed Successfully').first()
    // A price that moved meanwhile is asked about in the palette, and keys are disarmed when prices are late.
    for (let tries = 0; placed() === 0 && tries < 5; tries++) {
      if (!(await armed.isVisible())) await page.keyboard.press('a')
      await armed.waitFor()
      for (let press = 0; press < 10; press++) await page.keyboard.down('b')
      await page.keyboard.up('b')
      await done.or(palette(page)).first().waitFor()
      if ((await palette(page).count()) > 0) await page.keyboard.press('Escape')
      await palette(page).waitFor({ state: 'detached' })
    }
    await done.waitFor()
    expect(placed()).toEqual(1)
    await armed.waitFor()
    await goTo(page, 'b')
    await armed.waitFor({ state: 'detached' })
  })

  test('a watched row is dragged to another place, and it is said where', async () => {
    const { page, complaints } = await enter()
    for (const symbol of ['infy', 'tcs', 'sbin']) {
      await typeLine(page, `watch ${symbol}`)
      await confirm(page)
    }
    await goTo(page, 'w')
    await row(page, 'Watchlist', /SBIN/).dragTo(row(page, 'Watchlist', /INFY/), {
      sourcePosition: { x: 300, y: 12 },
      targetPosition: { x: 300, y: 2 },
    })
    await page.getByText('SBIN is 1 of 3').waitFor()
    const keys = await grid(page, 'Watchlist')
      .locator('[role=row][data-key]')
      .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-key')))
    expect([keys, complaints]).toEqual([['NSE_SBIN', 'NSE_INFY', 'NSE_TCS'], []])
  })

  test('the same is done with the mouse alone', async () => {
    const { page, complaints } = await enter()
    await page.getByRole('link', { name: 'Scalper' }).first().click()
    await page.getByRole('button', { name: /^Buy \d/ }).click()
    await palette(page)
      .getByText(/^position after/)
      .waitFor()
    await palette(page).getByRole('option').first().click()
    await answer(page)
    await page.getByText('Order Placed Successfully').first().waitFor()
    await page.getByRole('link', { name: 'Positions' }).click()
    await grid(page, 'Positions').getByRole('row').nth(1).click()
    await page.getByRole('button', { name: 'Exit all' }).click()
    await palette(page).waitFor()
    await answer(page)
    await page.getByText('No open positions').waitFor()
    expect(complaints).toEqual([])
  })
})

describe.skipIf(browserPath === null)('a list of holidays', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  test('imported by screen moves the expiry of the chain, and is ahead on Home', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await untilLive(page)
    await typeLine(page, 'import holidays')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Or type or paste it' }).focus()
    await page.keyboard.insertText('01-Dec-2026,Election\n25-Dec-2026,Christmas')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '1 day closes, 1 expiry moves' }).waitFor()
    await page.getByRole('cell', { name: 'NIFTY weekly' }).waitFor()
    await page.getByRole('button', { name: 'Apply' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The calendar of 2026 is applied.').waitFor()
    await page.getByRole('row', { name: /Tue 01 Dec 2026.*Election.*closed/ }).waitFor()

    await page.getByRole('link', { name: 'Home' }).first().click()
    const ahead = page.getByRole('region', { name: 'Ahead' })
    await ahead.getByText('Election, exchanges closed').waitFor()
    await ahead.getByText('Mon 30 Nov').first().waitFor()
    await typeLine(page, 'chain nifty')
    await page.keyboard.press('Enter')
    await page
      .getByText(/30 Nov/i)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })
})
