import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'

describe.skipIf(browserPath === null)('a name for a rule, by keyboard alone', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  test('is defined, scanned and backtested with, changed, and still there in another tab', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, 'go definitions')
    await page.keyboard.press('Enter')
    await page.getByText('No definition yet').waitFor()
    await typeLine(page, 'def stretched(n) = close - ema(close,n) > 2 * atr(14)')
    await page.getByText(/^Define stretched\(n\)/).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Definition stretched saved').waitFor()

    await typeLine(page, 'scan stretched(20) or close > open on banknifty 15min')
    await page.getByRole('region', { name: 'Preview' }).getByText('of 14').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/scanner-result\?logic=stretched/)
    await page.getByRole('heading', { name: /^Found \d+ of 14$/ }).waitFor()

    await typeLine(page, 'bt stretched(20) on reliance 1m 15min')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'stretched 20' }).waitFor()
    await page.getByRole('grid', { name: 'Trade log' }).waitFor()

    await typeLine(page, 'def stretched(n) = close - sma(close,n) > 2 * atr(14)')
    await page.getByText(/^Change stretched\(n\)/).waitFor()
    await page.keyboard.press('Enter')
    const other = await page.context().newPage()
    await other.goto(`${product().address}/definitions`)
    await other.getByText('close - sma(close,n) > 2 * atr(14)').first().waitFor()
    await other.getByRole('button', { name: 'Restore version 1' }).waitFor()
    expect(complaints).toEqual([])
  })
})
