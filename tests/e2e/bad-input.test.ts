import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { importNifty, openPage, signIn, theLine, tile, typeLine } from '../support/browser/journey.ts'

const problemOf = (page: Page) => page.locator('#palette-problem').innerText()

describe.skipIf(browserPath === null)('what goes wrong is said, where and why', () => {
  const { product, browser } = inBrowser({ prepare: importNifty })

  test('a wrong password', async () => {
    const { page } = await openPage(browser())
    await page.goto(product().address)
    await page.getByRole('textbox', { name: 'User' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(product().userName)
    await page.keyboard.press('Tab')
    await page.keyboard.type('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByText('Invalid credentials').first().waitFor()
    expect(await page.getByRole('textbox', { name: 'User' }).inputValue()).toBe(product().userName)
  })

  test.each([
    [
      'bt ema(close,9) crosses above emma(close,21) on nifty 50',
      /^Didn't understand emma\. Did you mean ema\?/,
    ],
    [
      'bt ema(close,9) crosses over ema(close,21) on nifty 50',
      /^Didn't understand crosses over\. Did you mean crosses above\?/,
    ],
    ['bt rsi(14) < 30 on relianse', /^Didn't understand relianse\. Did you mean reliance\?/],
    ['bt rsi(14) < 30 on nifty 50 2024-02-30..2024-03-01', /^“.*2024-02-30.*Expected: /],
  ])('%s', async (line, words) => {
    const { page } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, line)
    expect(await problemOf(page)).toMatch(words)
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('a span without candles', async () => {
    const { page } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, 'bt close > open on nifty 50 2019-01-01..2019-02-01 5min')
    await page.keyboard.press('Enter')
    await page
      .getByText(/no candles/i)
      .first()
      .waitFor()
  })

  test.each([
    ['missing', { status: 404, body: 'gone' }, /HTTP error! Status: 404/],
    ['damaged', { status: 200, body: 'not a zip' }, /backtest\.wasm\.zip/],
  ])('an engine that is %s', async (_, answer, words) => {
    const { page } = await openPage(browser())
    let isBroken = true
    await page
      .context()
      .route('**/wasm/backtest.wasm.zip', (route) => (isBroken ? route.fulfill(answer) : route.continue()))
    await signIn(page, product())
    await page
      .getByText(/engines? (failed|could not)/i)
      .first()
      .waitFor()
    await typeLine(page, theLine)
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText(words).first().waitFor()

    isBroken = false
    await page.getByRole('button', { name: /Run again/ }).click()
    await page.getByText('saved', { exact: true }).waitFor()
  })

  test('an engine without its function', async () => {
    const { page } = await openPage(browser())
    await page.context().route('**/wasm/backtest.wasm.zip', async (route) => {
      const technicals = await route.fetch({ url: `${product().address}/wasm/technicals.wasm.zip` })
      // The right archive with the wrong module inside: it loads, and the function is not there.
      await route.fulfill({ response: technicals })
    })
    await signIn(page, product())
    await typeLine(page, theLine)
    await page.keyboard.press('Enter')
    await page
      .getByText(/backtest\.wasm|Backtest function not found on window\./)
      .first()
      .waitFor()
  })

  test.each(['{', '{"expiryTime":9999999999999,"data":"junk"}', '{"expiryTime":9999999999999,"data":7}'])(
    'a session cache that holds %s is fetched again without a word',
    async (value) => {
      const { page, complaints } = await openPage(browser())
      await page.addInitScript((text) => sessionStorage.setItem('instruments', text), value)
      await signIn(page, product())
      await page
        .getByText(/[\d,]+ instruments/)
        .first()
        .waitFor()
      expect(complaints).toEqual([])
    },
  )

  test('a session storage that refuses everything is worked without', async () => {
    const { page, complaints } = await openPage(browser())
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await signIn(page, product())
    await typeLine(page, theLine)
    await page.keyboard.press('Enter')
    await page.getByText('saved', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('a file with a bad row is refused whole, with its line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sauda-csv-'))
    const file = join(folder, 'bad.csv')
    writeFileSync(
      file,
      [
        'date,time,open,high,low,close',
        '2023-05-02,09:15,18100,18110,18090,18105',
        '2023-05-02,09:16,18105,18100,18120,18101',
        '2023-05-02,09:17,18101,18111,18100,18110',
      ].join('\n'),
    )
    const { page } = await openPage(browser())
    await signIn(page, product())
    await page.goto(`${product().address}/settings?section=data`)
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: /^Import/ }).click()
    await page
      .getByText(/high .*low|low .*high/i)
      .first()
      .waitFor()
    expect(await page.getByRole('row', { name: /bad\.csv.*3/ }).count()).toBeGreaterThan(0)
    rmSync(folder, { recursive: true })
  })

  test('a server that stops in mid-run: the report stays, the save fails and is repeated', async () => {
    const { page } = await openPage(browser())
    await signIn(page, product())
    // A busy machine may not have prefetched the screen's script when the server goes down.
    await typeLine(page, 'go backtest')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Backtest' }).waitFor()
    let isDown = true
    // The server itself is stopped once the candles are here, before the report is saved.
    await page.context().route('**/api/backtest/save', async (route) => {
      if (isDown) await product().stop('SIGKILL')
      await route.continue()
    })
    await typeLine(page, theLine)
    await page.keyboard.press('Enter')
    // The toast may be over before the page is looked at; the screen keeps the reason.
    await page.getByRole('main').getByText('Error saving backtest').waitFor()
    const shown = await tile(page, 'Net P&L').innerText()
    expect(shown).toMatch(/^[+−]₹[\d,]+$/)

    isDown = false
    await product().start()
    await page
      .getByRole('button', { name: /Save again/ })
      .first()
      .click()
    await page.getByText('saved', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('saved', { exact: true }).waitFor()
    expect(await tile(page, 'Net P&L').innerText()).toBe(shown)
  })
})
