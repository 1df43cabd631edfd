import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser, openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { confirm, row } from '../support/browser/trading-page.ts'

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

describe.skipIf(browserPath === null)('a deployment, by keyboard alone', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  test('is started by a line, trades, is compared with its backtest, and is stopped with its positions', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await enterLine(page, LINE)
    await page.getByText('saved', { exact: true }).first().waitFor()
    await saveAs(page, 'Always in')

    await enterLine(page, 'deploy "Always in" virtual')
    const form = page.getByRole('dialog', { name: 'Deploy Always in' })
    await form.getByRole('button', { name: 'Deploy Virtual' }).and(page.locator(':enabled')).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/live-trades\?type=paper&key=/)
    await row(page, 'Live strategies', /Always in.*2 of 2 held/)
      .first()
      .waitFor()

    await page.keyboard.press('y')
    await page.waitForURL(/\/parity\?key=[0-9a-f-]{36}&day=2026-11-25$/)
    await page.getByRole('heading', { name: /^Done ₹[\d,.]+ (more|less) than expected so far$/ }).waitFor()
    await row(page, 'Expected and done', /09:16.*Enter long.*Not running/)
      .first()
      .waitFor()
    await row(page, 'Expected and done', /Enter long.*After an earlier difference/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: /^Signals/ }).innerText()).toMatch(
      /2 trades missed, 2 extra/,
    )

    await page.keyboard.press('2')
    await page.getByRole('button', { name: /^Prices/, pressed: true }).waitFor()
    await page.getByText('No row fits').waitFor()
    await page.keyboard.press('2')
    await row(page, 'Expected and done', /TCS.*Enter long/)
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
})
