import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, tile, typeLine } from '../support/browser/journey.ts'
import { confirm, goTo, grid, row } from '../support/browser/trading-page.ts'

const LINE =
  'bt ema(close,9) crosses above ema(close,21) on tcs 2026-08-03..2026-10-30 day cash as "EMA cross on TCS"'

const focused = (page: Page, name: RegExp) =>
  row(page, 'My strategies', name).and(page.locator(':focus')).first().waitFor()

const said = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text).first().waitFor()

const enterLine = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
}

describe.skipIf(browserPath === null)('saved strategies, by keyboard alone', () => {
  const { product, browser } = inBrowser({})

  test('a run becomes a strategy that is tested again, copied, deleted and brought back', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await enterLine(page, LINE)
    await page.getByText('saved', { exact: true }).waitFor()
    const figures = await tile(page, 'Net P&L').innerText()

    await page.keyboard.press('Control+s')
    const line = page.getByRole('combobox', { name: 'Command line' })
    await line.and(page.locator(':focus')).waitFor()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === 'save strategy ',
    )
    await page.keyboard.type('"EMA cross"')
    await confirm(page)
    await said(page, 'Strategy EMA cross saved')

    await enterLine(page, 'my strategies')
    await focused(page, /EMA cross.*not tested/)
    const reading = page.getByRole('complementary', { name: 'Strategy' })
    await reading.getByText('ema(close,9)').first().waitFor()

    await page.keyboard.press('b')
    await page.waitForURL(/\/backtest\?slug=ema-cross-[0-9a-f]{8}$/)
    await page.getByText('saved', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'EMA cross v1' }).waitFor()

    await enterLine(page, 'bt strategy "EMA cross" 2026-08-03..2026-10-30')
    await expect.poll(() => tile(page, 'Net P&L').innerText()).toEqual(figures)
    await page.getByText('saved', { exact: true }).waitFor()
    const report = page.url()

    await page.keyboard.press('=')
    const compare = page.getByRole('combobox', { name: 'Command line' })
    await compare.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('EMA cross on TCS')
    await confirm(page)
    const compared = page.getByRole('table', { name: 'Both runs on the same days' })
    await compared.waitFor()
    await page.getByText(/this run and EMA cross on TCS made the same on each of \d+ days/i).waitFor()
    await page.reload()
    await compared.waitFor()
    await enterLine(page, 'stop comparing')
    await compared.waitFor({ state: 'detached' })
    expect(page.url()).toEqual(report)

    await enterLine(page, 'my strategies')
    await focused(page, /EMA cross.*[+−]?\d+\.\d%/)
    await page.keyboard.press('Enter')
    await page.waitForURL(report)
    await enterLine(page, 'my strategies')
    await focused(page, /EMA cross/)

    await page.keyboard.press('c')
    await said(page, 'Strategy Copied Successfully')
    await focused(page, /EMA cross 2/)
    // Its versions are asked for when the cursor rests on it: deleted meanwhile, there would be none.
    await reading.getByRole('heading', { name: 'EMA cross 2' }).waitFor()
    await reading.getByRole('status', { name: 'Versions: loading' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Backspace')
    await said(page, 'Strategy Deleted Successfully')
    await row(page, 'My strategies', /EMA cross 2/).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await focused(page, /EMA cross 2/)
    expect(complaints).toEqual([])
  })

  test('a sample is found, read and copied', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await goTo(page, 's')
    await page.waitForURL(`${product().address}/discover-strategies`)
    await grid(page, 'Strategies').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('donchian 20')
    await page.waitForURL(/\/discover-strategies\?q=donchian(\+|%20)20$/)
    const sample = row(page, 'Strategies', /Donchian/)
    await expect.poll(() => row(page, 'Strategies', /./).count()).toEqual(2)
    await page.keyboard.press('Enter')
    await sample.and(page.locator(':focus')).waitFor()
    await page.getByRole('complementary', { name: 'Strategy' }).getByText('donchian').first().waitFor()
    await page.keyboard.press('c')
    await said(page, 'Strategy Copied Successfully')
    await page.keyboard.press('1')
    await focused(page, /Donchian/)
    expect(complaints).toEqual([])
  })
})
