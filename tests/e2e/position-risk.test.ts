import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { goTo } from '../support/browser/trading-page.ts'

describe.skipIf(browserPath === null)('greeks and payoff of open positions', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const palette = (page: Page) => page.getByRole('combobox', { name: 'Command line' })
  /** A price that moved meanwhile is asked about once more. */
  const send = async (page: Page, line: string | null) => {
    if (line !== null) await typeLine(page, line)
    await page
      .getByText(/^(Sell|Buy) .* at market$/)
      .first()
      .waitFor()
    for (let press = 0; press < 20 && (await palette(page).isVisible()); press++) {
      await page.keyboard.press('Enter')
      await palette(page)
        .waitFor({ state: 'detached', timeout: 1000 })
        .catch(() => {})
    }
    await palette(page).waitFor({ state: 'detached' })
  }
  const whatIf = (page: Page) => page.getByRole('region', { name: 'What if' })
  const niftyRow = (page: Page) =>
    page.getByRole('grid', { name: 'Greeks by underlying' }).getByRole('row', { name: /^NIFTY 50/ })

  test('by keys alone: what if, the hedge sent, a position rolled', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await send(page, 'buy 2l nifty atm ce @mkt nrml')
    await goTo(page, 'p')
    await page.waitForURL(/positions/)
    await niftyRow(page).waitFor()

    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('>')
    await page.keyboard.press('{')
    await page.keyboard.press(']')
    await whatIf(page).getByText('+1.00%').waitFor()
    await whatIf(page).getByText('−0.5 points').waitFor()
    await page.getByText(/^– – Thu 26 Nov$/).waitFor()
    await whatIf(page)
      .getByText(/from now$/)
      .waitFor()
    await page.keyboard.press('0')
    await whatIf(page)
      .getByText('+0.00%')
      .or(whatIf(page).getByText('0.00%', { exact: false }))
      .first()
      .waitFor()

    const hedges = page.getByRole('list', { name: 'Hedges' })
    await hedges.getByText(/brings delta from/).waitFor()
    await page.keyboard.press('h')
    await palette(page).and(page.locator(':focus')).waitFor()
    expect(await palette(page).inputValue()).toMatch(/^(sell|buy) \d+l nrml NIFTY/)
    await send(page, null)
    await page.getByRole('grid', { name: 'Positions' }).getByRole('row').nth(2).waitFor()

    await page.keyboard.press('j')
    await page.keyboard.press('Shift+O')
    await page.waitForURL(/order-window/)
    await page
      .getByText(/Legs 2|2 legs/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('under headings: a group is folded, selected and left by keys; all underlyings have one payoff', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await send(page, 'buy 1l banknifty atm ce @mkt nrml')
    await send(page, 'buy 10 sbin @mkt mis')
    await goTo(page, 'p')
    await page.waitForURL(/positions/)
    const table = page.getByRole('grid', { name: 'Positions' })
    const heading = (name: string) => table.locator(`[role=row][data-key="group|${name}"]`)
    const shares = table.getByRole('row', { name: /SBIN/ })
    await heading('Shares').waitFor()
    await shares.waitFor()

    await heading('Shares').focus()
    await page.keyboard.press('Enter')
    await shares.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await shares.waitFor()

    const payoff = page.getByRole('region', { name: 'Payoff' })
    await payoff.getByText('All', { exact: true }).click()
    await payoff.getByText('Each underlying moves by its beta times the move of NIFTY 50.').waitFor()
    await whatIf(page)
      .getByText(/NIFTY \+1%/)
      .waitFor()
    await page.keyboard.press('>')
    await whatIf(page)
      .getByText(/from now$/)
      .waitFor()
    await page.keyboard.press('0')

    await page.keyboard.press('Shift+G')
    await heading('Shares').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Group/ }).click()
    await heading('Shares').waitFor()

    await heading('Shares').focus()
    await page.keyboard.press('Space')
    await page.getByText('1 selected', { exact: true }).waitFor()
    await page.keyboard.press('x')
    await palette(page).and(page.locator(':focus')).waitFor()
    expect(await palette(page).inputValue()).toEqual('exit mis:SBIN')
    await page.keyboard.press('Enter')
    await shares.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })
})
