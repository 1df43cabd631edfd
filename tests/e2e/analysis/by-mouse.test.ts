import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../../support/browser/browser.ts'
import { inBrowser } from '../../support/browser/in-browser.ts'
import { openPage, signIn } from '../../support/browser/journey.ts'
import { place } from '../../support/browser/trading-page.ts'

describe.skipIf(browserPath === null)('the day as a whole, by mouse alone', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const open = async (page: Page, name: RegExp) => {
    await page.getByRole('navigation').getByRole('link', { name }).first().click()
    await page.locator('main[aria-busy=false]').getByRole('heading', { level: 1 }).waitFor()
  }
  const trips = (page: Page) =>
    page.getByRole('grid', { name: 'Round trips' }).locator('[role=row][data-key]')

  test('a share is chosen on the dashboard, a trip is rated, the day is moved through, capital goes in and out', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await place(page, 'buy 10 infy mis market')
    await place(page, 'sell 10 infy mis market')
    await place(page, 'buy 5 tcs mis market')

    await open(page, /^Dashboard/)
    const instruments = page.getByRole('grid', { name: 'Instruments' })
    await instruments.getByRole('row', { name: /INFY/ }).click()
    const only = page.getByRole('button', { name: /^Only INFY/ })
    await only.click()
    await only.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /^Positions/ })
      .last()
      .waitFor()

    await open(page, /^Journal/)
    await trips(page).filter({ hasText: 'INFY' }).click()
    await page.getByRole('button', { name: '4', exact: true }).click()
    await page.getByRole('button', { name: '4', exact: true, pressed: true }).waitFor()
    const then = page.getByRole('slider', { name: 'Time of the day' })
    const last = await then.getAttribute('aria-valuetext')
    const box = await then.boundingBox()
    if (box === null) throw new Error('the day has no slider')
    await page.mouse.move(box.x + 4, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => then.getAttribute('aria-valuetext')).not.toBe(last)
    await page.waitForURL(/&at=/)
    await page.getByRole('button', { name: /^Chain/ }).click()
    await page.getByRole('grid', { name: 'Strikes then' }).waitFor()

    await open(page, /^Funds/)
    const statement = page.getByRole('grid', { name: 'Statement' }).locator('[role=row][data-key]')
    await statement.first().waitFor()
    await page.getByRole('button', { name: '50 K' }).click()
    await page.getByRole('button', { name: /^Add/ }).first().click()
    await statement.getByText('+50,000.00').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await statement.getByText('+50,000.00').waitFor({ state: 'detached' })
    await page.getByText('Tax report', { exact: true }).click()
    await page
      .getByRole('grid', { name: 'Classes' })
      .getByRole('row', { name: /^Speculative business/ })
      .click()
    await page.getByRole('grid', { name: 'Trades' }).getByText('INFY').waitFor()
    expect(complaints).toEqual([])
  })

  test('a page of the first steps leads to the trainer, and a drill of the market is written as its line', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await page.getByRole('main').getByText('intro virtual').click()
    await page.waitForURL(/\/intro\?page=virtual/)
    await page.getByRole('button', { name: /^Open the key trainer/ }).click()
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('textbox', { name: 'The line that does it' }).waitFor()
    await page.getByRole('button', { name: /^Show the answer/ }).click()
    await page.getByText('buy 10 infy', { exact: true }).first().waitFor()
    await page.goto(`${product().address}/drills`)
    await page.getByRole('button', { name: /^Write the line/ }).click()
    await page.getByRole('combobox', { name: 'Command line' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Command line' }).inputValue()).toMatch(/^drill quotes/)
    expect(complaints).toEqual([])
  })
})
