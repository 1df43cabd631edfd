import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../../support/browser/browser.ts'
import { inBrowser } from '../../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../../support/browser/journey.ts'
import { place } from '../../support/browser/trading-page.ts'

describe.skipIf(browserPath === null)('the dashboard', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const tiles = (page: Page) => page.getByRole('region', { name: 'Figures of the period' })

  test('by keys alone: two trades are round trips at once, chosen one by one, by month and by year', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await place(page, 'buy 10 infy mis market')
    await place(page, 'sell 10 infy mis market')
    await place(page, 'buy 10 tcs mis market')
    await typeLine(page, 'dashboard fy')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard\?period=year/)
    await tiles(page)
      .getByText(/of 1 trip,/)
      .waitFor()
    await page.getByText('1 Apr 2026 – 31 Mar 2027, net of charges').waitFor()

    await place(page, 'sell 10 tcs mis market')
    await typeLine(page, 'dashboard month')
    await page.keyboard.press('Enter')
    await tiles(page)
      .getByText(/of 2 trips/)
      .waitFor()
    const instruments = page.getByRole('grid', { name: 'Instruments' })
    expect(await instruments.getByRole('row').count()).toBe(3)
    await instruments.getByRole('row').nth(1).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Only (INFY|TCS)/ }).waitFor()
    await tiles(page)
      .getByText(/of 1 trip,/)
      .waitFor()
    await page.keyboard.press('0')
    await tiles(page)
      .getByText(/of 2 trips/)
      .waitFor()

    await page.getByText('No deployment ran in the broker book in this period').waitFor()
    await page.getByText('No alert ran in this period').waitFor()
    await page.getByText('No proposal ended in this period').waitFor()

    await page.keyboard.press('[')
    await page.getByText('No trades in the broker book in this period').waitFor()
    await page.keyboard.press(']')
    await tiles(page).waitFor()
    await page.getByRole('slider', { name: 'Daily returns' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/journal/)
    const trips = page.getByRole('grid', { name: 'Round trips' }).locator('[role=row][data-key]')
    await expect.poll(() => trips.count()).toBe(2)
    expect(complaints).toEqual([])
  })
})
