import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { row } from '../support/browser/trading-page.ts'

const LINE = 'scan close > sma(close,20) on banknifty 15min'

const results = (page: Page) => page.getByRole('region', { name: 'Results' })

describe.skipIf(browserPath === null)('a scan, by keyboard alone', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  test('is typed, read, explained, and followed to a chart and an order', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, LINE)
    await page.getByRole('region', { name: 'Preview' }).getByText('of 14').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/scanner-result\?logic=/)
    const found = results(page).getByRole('heading', { name: /^Found \d+ of 14$/ })
    await found.waitFor()
    const count = Number(/\d+/.exec(await found.innerText())?.[0])
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(14)

    await page.keyboard.press('2')
    await page.waitForURL(/tab=misses/)
    const first = row(page, 'Nearest misses', /BANK|SBIN|PNB/).first()
    await first.waitFor()
    await page.keyboard.press('j')
    const why = page.getByRole('region', { name: /^Why not [A-Z]+\?$/ })
    await why.getByText('0 of 1 true').waitFor()
    await why.getByText(/^True if the candle closes/).waitFor()

    await page.keyboard.press('b')
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>('[role=combobox]')?.value.startsWith('buy '),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.waitForURL(/\/trading-view\?symbol=NSE_/)
    await page.goBack()
    await page.waitForURL(/\/scanner-result\?.*tab=misses/)

    await page.reload()
    await row(page, 'Nearest misses', /BANK|SBIN|PNB/)
      .first()
      .waitFor()
    await page.keyboard.press('4')
    await results(page)
      .getByText(/found at a close on average/)
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('is saved, alerted of, asked about or charted without leaving the line', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    const field = page.getByRole('combobox', { name: 'Command line' })
    const holds = (text: string) => expect.poll(() => field.inputValue()).toBe(text)
    await typeLine(page, LINE)
    const first = page.getByRole('group', { name: /^(First|Found)/ })
    await first.waitFor({ state: 'attached' })
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/scanner-result\?logic=/)
    await holds('save scanner ')
    await page.keyboard.type('Above its average')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/scanner\//)

    await typeLine(page, LINE)
    await page.keyboard.press('Alt+w')
    await holds('why not ')
    await page.keyboard.type('sbin')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: /^Why (not )?SBIN\??$/ }).waitFor()

    await typeLine(page, LINE)
    await page.keyboard.press('Shift+Enter')
    await holds(LINE.replace('scan', 'alert'))
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })

    await typeLine(page, LINE)
    const symbols = page.getByRole('option').filter({ hasText: /sma\(close,20\) [\d,]+\.\d/ })
    await symbols.first().waitFor()
    const symbol = /^[A-Z&]+/.exec(await symbols.first().innerText())?.[0]
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => symbols.first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/trading-view\\?symbol=NSE_${symbol}`))
    expect(complaints).toEqual([])
  })

  test('shows the market as it goes on, and finds nothing for a rule that nobody meets', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, 'scan rsi(14) < 1 and close > 0 on banknifty 15min')
    await page.keyboard.press('Enter')
    await results(page).getByText('None of 14').waitFor()
    await results(page)
      .getByText(/^rsi\(14\) < 1 excludes most/)
      .waitFor()
    const asked = await page.waitForRequest(/\/api\/scan\/scan$/)
    expect(asked.method()).toBe('POST')
    await page.keyboard.press('l')
    await page.waitForURL(/moment=close/)
    expect(complaints).toEqual([])
  })
})
