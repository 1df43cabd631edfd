import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { importNifty, openPage, signIn, theLine, tile, typeLine } from '../support/browser/journey.ts'
import { goTo } from '../support/browser/trading-page.ts'

const bankNiftyFile = resolve(import.meta.dirname, '../vectors/candles/BANKNIFTY_1min_2024-01_2024-08.csv')

describe.skipIf(browserPath === null)('from sign-in to a report, by keyboard alone', () => {
  const { product, browser } = inBrowser({ prepare: importNifty })

  test('a line becomes a report on real candles, and the report is there after a reload', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await page.getByRole('heading', { level: 1 }).waitFor()

    await typeLine(page, theLine)
    const preview = page.getByRole('dialog', { name: 'Command line' })
    await preview.getByText('imported', { exact: true }).waitFor()
    await page.keyboard.press('Enter')

    await page.getByText('saved', { exact: true }).waitFor()
    expect(await page.title()).toContain('EMA 9 crosses above EMA 21')
    await page.getByText('imported candles').waitFor()
    const names = ['Net P&L', 'Sharpe', 'Max drawdown', 'Win rate', 'Profit factor', 'Charges paid']
    const figures = await Promise.all(names.map((name) => tile(page, name).innerText()))
    expect(figures[0]).toMatch(/^[+−]₹[\d,]+$/)
    expect(figures[5]).toMatch(/^₹[\d,]+$/)

    const address = page.url()
    expect(new URL(address).searchParams.get('slug')).toMatch(/^ema-9-crosses-above-ema-21-[0-9a-f]{8}$/)
    await page.reload()
    await page.getByText('saved', { exact: true }).waitFor()
    expect(await Promise.all(names.map((name) => tile(page, name).innerText()))).toEqual(figures)
    expect(page.url()).toBe(address)

    // The same address in a browser that has never seen it, after signing in there.
    const other = await openPage(browser())
    await other.page.goto(address)
    await signIn(other.page, product())
    await other.page.goto(address)
    await other.page.getByText('saved', { exact: true }).waitFor()
    expect(await Promise.all(names.map((name) => tile(other.page, name).innerText()))).toEqual(figures)
    expect([...complaints, ...other.complaints]).toEqual([])
  })

  test('every screen of the rail is reached by its chord and says what it is', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    const screens: readonly (readonly [string, string])[] = [
      ['m', '/markets'],
      ['s', '/discover-strategies'],
      ['e', '/strategy?defaultType=equity'],
      ['o', '/strategy?defaultType=options&isNew=true'],
      ['l', '/live-trades'],
      ['c', '/discover-scanners'],
      ['a', '/live-alerts'],
      ['p', '/positions'],
      ['b', '/order-book'],
      ['d', '/holdings'],
      ['n', '/notifications'],
      ['w', '/watchlist'],
      ['t', '/backtest'],
      [',', '/settings'],
      ['h', '/'],
    ]
    for (const [key, path] of screens) {
      await goTo(page, key)
      // Live Strategies adds its tab.
      await page.waitForURL((url) => `${url.pathname}${url.search}`.replace(/\?type=\w+$/, '') === path)
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    }
    expect(complaints).toEqual([])
  })

  test('the same report is reached with the mouse alone', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await page.getByRole('link', { name: 'Backtest' }).first().click()
    await page.getByRole('textbox', { name: 'Entry' }).fill('ema(close,9) crosses above ema(close,21)')
    await page
      .getByRole('combobox', { name: /Instrument|Symbols?/ })
      .first()
      .fill('nifty 50')
    await page
      .getByRole('option', { name: /NIFTY 50/ })
      .first()
      .click()
    await page.getByLabel('From').fill('2024-04-01')
    await page.getByLabel('To', { exact: true }).fill('2024-06-28')
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByText('saved', { exact: true }).waitFor()
    await page.getByText('imported candles').waitFor()
    expect(complaints).toEqual([])
  })

  test('a file is chosen, its reading shown, and its candles stored', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await page.goto(`${product().address}/settings?section=data`)
    await page.locator('input[type=file]').setInputFiles(bankNiftyFile)
    const form = page.getByRole('region', { name: 'Import candles' })
    await form.getByText('2024-01-01 09:15', { exact: false }).first().waitFor()
    // Its own symbol column says NIFTY; the file's name and prices say otherwise.
    await form.getByRole('button', { name: 'Remove NIFTY BANK' }).waitFor()
    await form.getByRole('button', { name: /^Import/ }).click()
    await page.getByText('12 candles over 1 day are stored.').waitFor()
    await page.getByRole('row', { name: 'NIFTY BANK' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('the theme turns with a word, and back with undo', async () => {
    const { page } = await openPage(browser())
    await signIn(page, product())
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    expect(await theme()).toBe('light')
    await typeLine(page, 'theme dark')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    expect(await theme()).toBe('dark')
  })

  test('a half-written line is there again when the palette opens the next time', async () => {
    const { page } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, 'bt rsi(14) < 30 on reli')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Command line' })
    await field.waitFor()
    expect(await field.inputValue()).toBe('bt rsi(14) < 30 on reli')
  })
})
