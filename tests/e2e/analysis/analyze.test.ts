import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../../support/browser/browser.ts'
import { inBrowser } from '../../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../../support/browser/journey.ts'

describe.skipIf(browserPath === null)('the Analyze screen', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const summary = (page: Page) => page.getByRole('grid', { name: 'Technical summary by interval' })
  const map = (page: Page) => page.getByRole('slider', { name: 'Heat map by share' })
  const palette = (page: Page) => page.getByRole('combobox', { name: 'Command line' })
  const open = async (page: Page, line: string) => {
    await signIn(page, product())
    await typeLine(page, line)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/analyze/)
    await page.getByText('All intervals').waitFor()
  }

  test('by keys alone: every interval, its figures, chart, chain, another share, the map and its table', async () => {
    const { page, complaints } = await openPage(browser())
    await open(page, 'analyze infy')
    await page.getByRole('heading', { level: 1, name: 'INFY' }).waitFor()
    expect(await summary(page).getByRole('row').count()).toBe(13)

    await summary(page).getByRole('row', { name: '1m' }).and(page.locator(':focus')).waitFor()
    for (let down = 0; down < 5; down++) await page.keyboard.press('ArrowDown')
    await page.getByText('Averages, 15-minute: EMA and SMA').waitFor()
    await page.keyboard.press('c')
    await page.waitForURL(/\/trading-view\?symbol=NSE_INFY&interval=15min/)
    await page.goBack()
    await page.waitForURL(/\/analyze/)
    await summary(page).and(page.locator(':has(:focus)')).waitFor()

    await page.keyboard.press('o')
    await page.waitForURL(/\/option-chain/)
    await page.goBack()
    await page.waitForURL(/\/analyze/)
    await summary(page).and(page.locator(':has(:focus)')).waitFor()

    await page.keyboard.press('/')
    await page.keyboard.type('tcs')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'TCS' }).waitFor()
    expect(page.url()).toContain('symbol=NSE_TCS')

    await typeLine(page, 'heat map nifty50')
    await page.keyboard.press('Enter')
    await page.waitForURL(/map=NIFTY50/)
    await map(page).focus()
    await page.keyboard.press('ArrowRight')
    const heaviest = (await map(page).getAttribute('aria-valuetext')) ?? ''
    expect(heaviest).toMatch(
      /^[A-Z&-]+ [\d,.]+ [+−]?[\d.]+%, [+−][\d.]+ points of NIFTY 50, [\d.]+% of the NIFTY 500, /,
    )
    await page.keyboard.press('ArrowDown')
    expect(await map(page).getAttribute('aria-valuetext')).not.toBe(heaviest)
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    const table = page.getByRole('grid', { name: 'Heat map', exact: true })
    await table.waitFor()
    await page.getByRole('grid', { name: 'PCR through the day' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('by mouse alone: a tile becomes the symbol, a figure a scan, a small tile its sector', async () => {
    const { page, complaints } = await openPage(browser())
    // The days of an index are made of its members, which a cold server beside other journeys may not do in time.
    await open(page, 'analyze tcs')
    const universes = page.getByRole('group', { name: 'Universe' })
    await universes.getByText('NIFTY 50', { exact: true }).click()
    await page.waitForURL(/map=NIFTY50/)
    await map(page).click({ position: { x: 20, y: 40 } })
    await page.waitForURL(/symbol=NSE_(?!TCS)/)
    const symbol = /symbol=NSE_([^&]+)/.exec(page.url())?.[1] ?? ''
    await page.getByRole('heading', { level: 1, name: decodeURIComponent(symbol) }).waitFor()

    await page.getByRole('button', { name: /^RSI 14/ }).click()
    await palette(page).and(page.locator(':focus')).waitFor()
    expect(await palette(page).inputValue()).toMatch(/^scan rsi\(14\) < 30 on nifty500 /)
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })

    await universes.getByText('NIFTY 500', { exact: true }).click()
    await page.waitForURL((url) => !url.search.includes('map='))
    await page
      .locator('svg text', { hasText: /^\+ \d+$/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'All sectors' }).click()
    await page.getByRole('button', { name: 'All sectors' }).waitFor({ state: 'detached' })
    await page.getByText('OI', { exact: true }).click()
    await page.getByRole('grid', { name: 'OI added' }).waitFor()
    expect(complaints).toEqual([])
  })
})
