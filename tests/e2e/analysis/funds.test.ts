import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../../support/browser/browser.ts'
import { inBrowser } from '../../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../../support/browser/journey.ts'
import { goTo, place } from '../../support/browser/trading-page.ts'

describe.skipIf(browserPath === null)('the funds', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const row = (page: Page) => page.getByRole('grid', { name: 'Statement' }).locator('[role=row][data-key]')

  test('by keys alone: capital is added by a line and taken back, a day opens in the journal', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await place(page, 'buy 10 infy mis market')
    await place(page, 'sell 10 infy mis market')
    await goTo(page, 'f')
    await row(page).first().waitFor()
    expect(await row(page).count()).toBe(1)
    await typeLine(page, 'funds add 50000')
    await page.keyboard.press('Enter')
    await row(page).getByText('+50,000.00').waitFor()
    await page.getByText('Added ₹50,000 to the broker book').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await page.getByText('Withdrew ₹50,000 from the broker book').waitFor()
    await row(page).getByText('+50,000.00').waitFor({ state: 'detached' })
    await row(page).first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/journal/)
    await page.getByRole('grid', { name: 'Round trips' }).getByText('INFY').waitFor()
    await typeLine(page, 'tax')
    await page.keyboard.press('Enter')
    const classes = page.getByRole('grid', { name: 'Classes' })
    await classes.getByRole('row', { name: /^Speculative business/ }).waitFor()
    await classes.getByRole('row', { name: /^Speculative business/ }).focus()
    await page.getByRole('grid', { name: 'Trades' }).getByText('INFY').waitFor()
    expect(complaints).toEqual([])
  })
})
