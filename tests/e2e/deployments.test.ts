import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PRICE_READ_MS } from '../../src/machines/deployments/proposals.ts'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { confirm, goTo, row } from '../support/browser/trading-page.ts'

const LINE = 'bt close > 1 on tcs, infy 2026-11-24..2026-11-25 min mis exit close < 1 as "Always in"'

const enterLine = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
}

const saveAs = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+s')
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === 'save strategy ',
  )
  await page.keyboard.type(`"${name}"`)
  await page.keyboard.press('Enter')
  await page.locator('[data-sonner-toast]').getByText(`Strategy ${name} saved`).first().waitFor()
}

const OPTIONS =
  'bt options sell atm ce, buy atm+2 ce on nifty when close > 1 exit close < 1 2026-11-24..2026-11-25 min as "Call spread"'

/** Twice as fast, so that a candle of a minute closes within half of one. */
const environment = { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 10:00' }

const deploy = async (page: Page, line: string, button: string): Promise<void> => {
  await enterLine(page, line)
  const form = page.getByRole('dialog', { name: 'Deploy Always in' })
  await form.getByRole('button', { name: button }).and(page.locator(':enabled')).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/live-trades\?type=(paper|live)&key=/)
}

describe.skipIf(browserPath === null)('a deployment, by keyboard alone', () => {
  const { product, browser } = inBrowser({ environment })

  test('is started by a line, trades, is compared with its backtest, and is stopped with its positions', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await enterLine(page, LINE)
    await page.getByText('saved', { exact: true }).first().waitFor()
    await saveAs(page, 'Always in')

    await deploy(page, 'deploy "Always in" virtual', 'Deploy Virtual')
    await row(page, 'Live strategies', /Always in.*2 of 2 held/)
      .first()
      .waitFor()

    await page.keyboard.press('y')
    await page.waitForURL(/\/parity\?key=[0-9a-f-]{36}&day=2026-11-25$/)
    await page.getByRole('heading', { name: /^Actual ₹[\d,.]+ (more|less) than expected so far$/ }).waitFor()
    await row(page, 'Actual vs backtest', /09:16.*Enter long.*Not running/)
      .first()
      .waitFor()
    await row(page, 'Actual vs backtest', /Enter long.*After an earlier difference/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: /^Signals/ }).innerText()).toMatch(
      /2 trades missed, 2 extra/,
    )

    await page.keyboard.press('2')
    await page.getByRole('button', { name: /^Prices/, pressed: true }).waitFor()
    await page.getByText('No row fits').waitFor()
    await page.keyboard.press('2')
    await row(page, 'Actual vs backtest', /TCS.*Enter long/)
      .first()
      .waitFor()

    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: /^Candle \d\d:\d\d, (TCS|INFY)$/ }).waitFor()

    await page.keyboard.press('l')
    await page.waitForURL(/\/live-trades\?type=paper&key=/)
    await row(page, 'Live strategies', /Always in/)
      .first()
      .waitFor()
    await typeLine(page, 'stop and exit "Always in"')
    await confirm(page)
    await row(page, 'Live strategies', /Always in.*Stopped/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('on options buys and sells its legs together, and proposes them as one', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await enterLine(page, OPTIONS)
    await page.getByText('saved', { exact: true }).first().waitFor()
    await saveAs(page, 'Call spread')
    await enterLine(page, 'deploy "Call spread" virtual')
    const form = page.getByRole('dialog', { name: 'Deploy Call spread' })
    await form.getByRole('row', { name: /^Buy ATM \+2 CE NIFTY .* \d{5} CE .* 65/ }).waitFor()
    await form.getByText(/^margin ₹[\d,]+, estimated$/).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/live-trades\?type=paper&key=/)
    const strategy = row(page, 'Live strategies', /Call spread.*2 of 2 legs held/).first()
    await strategy.waitFor()
    await strategy.focus()
    await page.keyboard.press('ArrowRight')
    await row(page, 'Live strategies', /CE.*Sell ATM CE.*Short 65/)
      .first()
      .waitFor()
    await row(page, 'Live strategies', /CE.*Buy ATM \+2 CE.*Long 65/)
      .first()
      .waitFor()
    await typeLine(page, 'stop and exit "Call spread"')
    await confirm(page)
    await page.getByText(/^Both legs are closed: [+−]₹[\d,.]+ after charges$/).waitFor()

    await page.keyboard.press('y')
    await page.waitForURL(/\/parity\?key=[0-9a-f-]{36}&day=2026-11-25$/)
    await page.getByRole('heading', { name: /^Actual ₹[\d,.]+ (more|less) than expected so far$/ }).waitFor()
    await row(page, 'Actual vs backtest', /09:16.*CE.*Enter short.*Not running/)
      .first()
      .waitFor()
    await row(page, 'Actual vs backtest', /CE.*Exit long.*/)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: /^Candle 09:16, NIFTY .* CE$/ }).waitFor()

    await enterLine(page, 'deploy "Call spread" nbt')
    await form.getByRole('button', { name: 'Deploy Live' }).and(page.locator(':enabled')).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/live-trades\?type=live&key=/)
    await enterLine(page, 'queue')
    await page.getByText('1 waiting').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Send 2 legs/ }).waitFor()
    await page.waitForTimeout(2 * PRICE_READ_MS)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Sent' }).waitFor()
    await goTo(page, 'b')
    await expect.poll(() => row(page, 'Order book', /NIFTY.*CE/).count()).toEqual(2)
    expect(complaints).toEqual([])
  })

  test('has its proposal sent from two windows at once as one order', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await deploy(page, 'deploy "Always in" nbt on tcs', 'Deploy Live')
    const other = await page.context().newPage()
    await other.goto(`${product().address}/proposals`)
    await enterLine(page, 'queue')
    const both = [page, other]
    await Promise.all(both.map((one) => one.getByText('1 waiting').waitFor()))
    await Promise.all(both.map((one) => one.keyboard.press('Enter')))
    const sends = both.map((one) => one.getByRole('button', { name: /^Send buy/ }))
    await Promise.all(sends.map((button) => button.waitFor()))
    await page.waitForTimeout(2 * PRICE_READ_MS)
    await Promise.all(both.map((one) => one.keyboard.press('Enter')))
    await Promise.all(both.map((one) => one.getByRole('region', { name: 'Sent' }).waitFor()))
    await goTo(page, 'b')
    await row(page, 'Order book', /TCS/).first().waitFor()
    expect(await row(page, 'Order book', /TCS/).count()).toEqual(1)
    expect(complaints).toEqual([])
  })
})
