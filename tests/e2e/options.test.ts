import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { importNifty, openPage, signIn, typeLine } from '../support/browser/journey.ts'

const LINE =
  'bt options sell atm straddle on nifty 2024-04-01..2024-04-03 at 09:20 exit 15:15 combined sl 4000'

describe.skipIf(browserPath === null)('a straddle, by keyboard alone', () => {
  const { product, browser } = inBrowser({ prepare: importNifty })

  test('shows its band, its Monte Carlo test and its legs, on a phone too, and asks for no candles that are not there', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, LINE)
    await page.getByRole('dialog', { name: 'Command line' }).getByText('imported', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('saved', { exact: true }).waitFor()

    const robustness = page.getByRole('region', { name: 'Robustness' })
    const band = robustness.getByRole('table', { name: 'Results by fill model' }).getByRole('rowheader')
    const models = (await band.allInnerTexts()).map((text) => text.split('\n')[0])
    expect(models).toEqual(['Next openthis report', 'Across the spread', 'Worst price'])
    await robustness.getByText('Break-even, sell atm ce').waitFor()
    await typeLine(page, 'monte carlo')
    await page.keyboard.press('Enter')
    await robustness.getByText('Reshuffled drawdown').waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    const title = page.getByRole('grid', { name: 'Legs' }).getByText(/^Sell 22,\d{3} (CE|PE) 4 Apr 2024$/)
    await title.first().waitFor()
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth
    expect(await title.first().evaluate(isCut)).toBe(false)
    expect(complaints).toEqual([])
  })
})
