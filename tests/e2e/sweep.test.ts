import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { importNifty, openPage, signIn, typeLine } from '../support/browser/journey.ts'

const LINE =
  'sweep ema(close,5..15:5) crosses above ema(close,20..40:10) on nifty 50 2024-04-01..2024-06-28 5min'

describe.skipIf(browserPath === null)('a sweep, by keyboard alone', () => {
  const { product, browser } = inBrowser({ prepare: importNifty })

  test('the best combination becomes a report, and a Monte Carlo test is set beside it', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, LINE)
    await page.getByRole('dialog', { name: 'Command line' }).getByText('imported', { exact: true }).waitFor()
    await page.keyboard.press('Enter')

    await page.getByRole('button', { name: /^Open the best/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/sweep')
    const rows = page.getByRole('grid', { name: 'Combinations' }).getByRole('row')
    // They join in steps.
    await rows.nth(9).waitFor()
    expect(await rows.count()).toBe(10)
    const map = page.getByRole('slider', { name: 'Sharpe by ema period 1 and ema period 2' })
    const best = /^Best: ema period 1 = (\d+) · ema period 2 = (\d+), Sharpe [−\d.]+$/.exec(
      (await map.getAttribute('aria-valuetext')) ?? '',
    )

    await page.keyboard.press('o')
    await page.getByText('saved', { exact: true }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
      `EMA ${best?.[1]} crosses above EMA ${best?.[2]}`,
    )

    const robustness = page.getByRole('region', { name: 'Robustness' })
    const tried = robustness.getByRole('term').filter({ hasText: /^Trials/ })
    expect(await tried.locator('xpath=following-sibling::dd[1]').innerText()).toBe('9 times')
    await typeLine(page, 'monte carlo')
    await page.keyboard.press('Enter')
    const better = robustness.getByRole('term').filter({ hasText: 'Better than random entries' })
    expect(await better.locator('xpath=following-sibling::dd[1]').innerText()).toMatch(/^\d+\.\d%$/)
    expect(complaints).toEqual([])
  })
})
