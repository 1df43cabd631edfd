import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'

describe.skipIf(browserPath === null)('the option chain', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const grid = (page: Page) => page.getByRole('grid', { name: /^Option chain of INDICES_NIFTY 50/ })
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected contract' })
  const palette = (page: Page) => page.getByRole('combobox', { name: 'Command line' })
  const headings = (page: Page) => grid(page).getByRole('columnheader').allInnerTexts()
  const written = async (page: Page, line: RegExp) => {
    await palette(page).and(page.locator(':focus')).waitFor()
    expect(await palette(page).inputValue()).toMatch(line)
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
  }
  const openChain = async (page: Page) => {
    await signIn(page, product())
    await typeLine(page, 'chain nifty')
    await page.keyboard.press('Enter')
    await page.waitForURL(/option-chain/)
    await grid(page).and(page.locator(':focus')).waitFor()
  }
  const strikeOf = async (page: Page): Promise<number> =>
    Number(/ (\d+) [CP]E/.exec((await bar(page).innerText()).replaceAll(',', ''))?.[1])

  test('by keys alone: strikes, expiry, lots, columns, an order, legs and tables', async () => {
    const { page, complaints } = await openPage(browser())
    await openChain(page)
    const atm = await strikeOf(page)
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await bar(page)
      .getByText(`NIFTY 1 DEC ${atm + 100} PE`)
      .waitFor()
    await page.keyboard.press('}')
    await bar(page)
      .getByText(`NIFTY 8 DEC ${atm + 100} PE`)
      .waitFor()
    await page.keyboard.press('{')
    await bar(page)
      .getByText(`NIFTY 1 DEC ${atm + 100} PE`)
      .waitFor()

    await page.keyboard.press('3')
    await page.keyboard.press('b')
    await written(page, new RegExp(`^buy 3l @ask mis NIFTY.*${atm + 100}PE`))
    await page.keyboard.press('Shift+S')
    await written(page, new RegExp(`^sell straddle nifty 1 dec ${atm + 100} 3l`))
    await page.keyboard.press('Control+b')
    await bar(page).getByText('In basket: buy').waitFor()
    await page.keyboard.press('Control+b')
    await bar(page).getByText('In basket: sell').waitFor()

    await typeLine(page, 'columns iv, delta')
    await page.keyboard.press('Enter')
    await grid(page).getByRole('columnheader', { name: 'Call Delta' }).waitFor()
    expect((await headings(page)).length).toBe(7)
    await page.keyboard.press('Shift+C')
    await grid(page).getByRole('columnheader', { name: 'Call OI' }).waitFor()

    await page.keyboard.press('t')
    const openInterest = page.getByRole('grid', { name: 'Open interest by strike' })
    await openInterest.getByRole('row').nth(1).waitFor()
    await page.getByRole('grid', { name: 'Volatility by strike' }).getByRole('row').nth(1).waitFor()
    await page
      .getByRole('grid', { name: 'Straddle at the money through the day' })
      .getByRole('row')
      .nth(1)
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('by mouse alone: an expiry, a strike of a chart, buy beside a price, columns, the day of a strangle', async () => {
    const { page, complaints } = await openPage(browser(), { width: 1440, height: 900 })
    await openChain(page)
    const atm = await strikeOf(page)
    await page.getByRole('group', { name: 'Expiry' }).getByText('8 DEC', { exact: true }).click()
    await bar(page).getByText(`NIFTY 8 DEC ${atm} CE`).waitFor()

    const smile = page.getByRole('slider', { name: 'Volatility by strike' })
    const { width = 0, height = 0 } = (await smile.boundingBox()) ?? {}
    await smile.click({ position: { x: width * 0.15, y: height / 2 } })
    await expect.poll(() => strikeOf(page)).toBeLessThan(atm)

    const row = grid(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: (atm + 200).toLocaleString('en-IN') }) })
    await row.locator('[data-side=PE][data-column=ltp]').hover()
    await row.locator('[data-side=PE] [data-act=sell]').click()
    await written(page, new RegExp(`^sell 1l @bid mis NIFTY.*${atm + 200}PE`))

    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Theta' }).click()
    await page.keyboard.press('Escape')
    await grid(page).getByRole('columnheader', { name: 'Call Theta' }).waitFor()

    const day = page.getByRole('region', { name: 'Day' })
    await day.getByText('Strangle').click()
    await day.getByText(/CE \+ .* PE$/).waitFor()
    await day.getByText(/^yesterday/).waitFor()
    await day.getByText('PCR').click()
    await day.getByText('Put-call ratio').waitFor()
    expect(complaints).toEqual([])
  })

  test('where there is no room for both, Shift O shows the charts instead, and the Scalper shows what was selected', async () => {
    const { page, complaints } = await openPage(browser(), { width: 390, height: 844 })
    await openChain(page)
    await page.keyboard.press('j')
    const strike = await strikeOf(page)
    await page.keyboard.press('Shift+O')
    await page.getByRole('slider', { name: 'Open interest by strike' }).waitFor()
    await expect.poll(() => grid(page).count()).toBe(0)
    await page.keyboard.press('Shift+O')
    await grid(page).waitFor()
    await typeLine(page, 'go scalper')
    await page.keyboard.press('Enter')
    await page
      .getByText(`${strike.toLocaleString('en-IN')} CE`)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })
})
