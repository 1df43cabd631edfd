import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser, openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { goTo, pressChord } from '../support/browser/trading-page.ts'

const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name })

const runLine = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
}

describe.skipIf(browserPath === null)('keys of one’s own', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  test('a key is recorded, used, and still there after a reload; a macro and a pinned line are run by key', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await runLine(page, 'keymap')
    await page.getByRole('grid', { name: 'Keys' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('go to holdings')
    const row = page
      .getByRole('grid', { name: 'Keys' })
      .getByRole('row')
      .filter({ hasText: 'Go to Holdings' })
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Press the new keys' }).and(page.locator(':focus')).waitFor()
    await pressChord(page, 'q', 'h')
    await page.getByText('No conflicts.').waitFor()
    await page.keyboard.press('Enter')
    await row.getByText('custom').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await pressChord(page, 'q', 'h')
    await heading(page, /Holdings/).waitFor()
    await page.reload()
    await heading(page, /Holdings/).waitFor()
    await goTo(page, 'p')
    await heading(page, /Positions/).waitFor()
    await pressChord(page, 'q', 'h')
    await heading(page, /Holdings/).waitFor()

    await runLine(page, 'macro record rounds')
    await page.getByRole('button', { name: /^REC rounds/ }).waitFor()
    await goTo(page, 'p')
    await heading(page, /Positions/).waitFor()
    await runLine(page, 'go watchlist')
    await heading(page, /Watchlist/).waitFor()
    await runLine(page, 'macro stop')
    await page.getByRole('button', { name: /^REC rounds/ }).waitFor({ state: 'detached' })
    await runLine(page, 'bind alt+r = macro run rounds')
    await goTo(page, 'v')
    await page.waitForURL('**/trading-view*')
    await page.keyboard.press('Alt+r')
    await heading(page, /Watchlist/).waitFor()
    await runLine(page, 'macros')
    await page.getByText('go positions · go watchlist').waitFor()

    await typeLine(page, 'go positions')
    await page.keyboard.press('Alt+Shift+1')
    await page.getByText('Pinned to Alt 1: go positions').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+1')
    await heading(page, /Positions/).waitFor()

    await runLine(page, 'set where = watchlist')
    await runLine(page, 'alias w9 = go $where')
    await runLine(page, 'w9')
    await heading(page, /Watchlist/).waitFor()
    expect(complaints).toEqual([])
  })

  test('the command line opened right after another was left takes what is typed', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await runLine(page, 'keymap')
    const rows = page.getByRole('grid', { name: 'Keys' }).locator('[role=row][data-key]')
    const row = rows.first()
    await row.click()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    const line = page.getByRole('combobox', { name: 'Command line' })
    for (let waited = 0; waited < 400; waited += 25) {
      await page.keyboard.press('Control+k')
      await line.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Escape')
      await page.waitForTimeout(waited)
      await page.keyboard.press('Control+k')
      await line.waitFor()
      await line.and(page.locator(':focus')).waitFor({ timeout: 10_000 })
      await page.keyboard.press('Escape')
      await line.waitFor({ state: 'detached' })
      await row.and(page.locator(':focus')).waitFor()
    }
    await page.keyboard.press('Control+k')
    await line.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    await rows.nth(1).and(page.locator(':focus')).waitFor({ timeout: 10_000 })
    expect(complaints).toEqual([])
  })
})
