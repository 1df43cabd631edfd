import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { openPage, signIn, tile, typeLine } from '../support/browser/journey.ts'

const LINE = 'bt close > 1 on infy, tcs, sbin, itc 2026-08-03..2026-10-30 day nrml'
/** Pictures are kept where a folder is named. */
const pictures = process.env.SAUDA_PICTURES

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

const run = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
}

describe.skipIf(browserPath === null)('a run over several symbols whose page is closed', () => {
  const { product, browser } = inBrowser({})

  /** Two of four symbols have a report when the page goes. */
  const interrupt = async () => {
    const { page, complaints } = await openPage(browser())
    await page.context().route(/\/candles\?.*NSE_SBIN/, () => {})
    await signIn(page, product())
    let saved = 0
    page.on('response', (answer) => {
      if (answer.url().endsWith('/backtest/save') && answer.ok()) saved += 1
    })
    await run(page, LINE)
    await expect.poll(() => saved).toEqual(2)
    await page.getByText('SBIN: loading candles').waitFor()
    const address = page.url()
    await page.goto(`${product().address}/`)
    // Not before: what is held back would go on.
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    return { page, complaints, address }
  }
  const note = (page: Page) => page.getByRole('note', { name: 'Missing symbols' })
  const WORDS = '2 of 4 symbols were not run: SBIN, ITC. Totals cover the other 2.'

  test('says beside its totals what is missing, and goes on with that alone at the press of a button', async () => {
    const { page, complaints, address } = await interrupt()
    await page.goto(address)
    await note(page).getByText(WORDS).waitFor()
    await page.getByText('incomplete', { exact: true }).waitFor()
    const netPnl = tile(page, 'Net P&L')
    expect(await netPnl.locator('..').innerText()).toContain('2 of 4 symbols')
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        await note(page).waitFor()
        const isCut = (element: Element) => element.scrollWidth > element.clientWidth
        expect(await note(page).evaluate(isCut)).toBe(false)
        await picture(page, `run-${theme}-${width}`)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    const asked: string[] = []
    page.on('request', (request) => {
      const key = /\/candles\?.*key=([^&]+)/.exec(request.url())?.[1]
      if (key !== undefined) asked.push(key)
    })
    await page.getByRole('button', { name: /^Run the 2 missing/ }).click()
    await page.getByText('saved', { exact: true }).waitFor()
    await note(page).waitFor({ state: 'detached' })
    expect([page.url(), asked, complaints]).toEqual([address, ['NSE_SBIN', 'NSE_ITC'], []])
  })

  test('is told apart in the list, and goes on from there by one key', async () => {
    const { page, address } = await interrupt()
    await page.goto(`${product().address}/backtest`)
    const listed = page
      .getByRole('grid', { name: 'Saved runs' })
      .getByRole('row')
      .filter({ hasText: '2 of 4' })
    await listed.waitFor()
    await listed.focus()
    await page.getByRole('button', { name: /^Run missing/ }).waitFor()
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      await picture(page, `list-${theme}-1440`)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByText('2 of 4 symbols').first().waitFor()
      await picture(page, `list-${theme}-390`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await listed.waitFor()
      await listed.focus()
    }
    await page.keyboard.press('Shift+R')
    await page.getByText('saved', { exact: true }).waitFor()
    await page
      .getByRole('progressbar', { name: 'Symbols done' })
      .and(page.locator('[aria-valuenow="4"]'))
      .waitFor()
    expect([page.url(), await note(page).count()]).toEqual([address, 0])
  })
})
