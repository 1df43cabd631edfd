import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../../support/browser/browser.ts'
import { inBrowser } from '../../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../../support/browser/journey.ts'

describe.skipIf(browserPath === null)('drawing on the chart', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const openChart = async (line = 'chart reliance 15min') => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, line)
    await page.keyboard.press('Enter')
    await page.waitForURL(/trading-view\?symbol=/)
    await page.getByText(/, 15 Minutes: \d+ candles/).waitFor({ state: 'attached' })
    return { page, complaints }
  }

  /** By shares of the chart's width and height. */
  const spot = async (page: Page, across: number, down: number) => {
    const box = await page.locator('[data-chart]').boundingBox()
    if (box === null) throw new Error('there is no chart')
    return { x: box.x + box.width * across, y: box.y + box.height * down }
  }
  const click = async (page: Page, across: number, down: number) => {
    const { x, y } = await spot(page, across, down)
    await page.mouse.move(x, y, { steps: 3 })
    await page.mouse.click(x, y)
  }
  const take = async (page: Page, key: string, hint: RegExp) => {
    await page.keyboard.press('d')
    await page.keyboard.press(key)
    await page.getByRole('status').filter({ hasText: hint }).waitFor()
  }
  const list = async (page: Page): Promise<readonly string[]> => {
    await page.getByRole('button', { name: /^drawings/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Drawings' })
    await dialog.getByText('On this chart').waitFor()
    const rows = await dialog.getByRole('listitem').allTextContents()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return rows
  }
  const saved = (page: Page) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith('/api/drawings') && answer.request().method() === 'POST',
    )

  test('a line is drawn with the mouse, dragged by its end and as a whole, and is there in another browser', async () => {
    const { page, complaints } = await openChart()
    await take(page, 't', /^Trend line: start/)
    await click(page, 0.2, 0.7)
    await page
      .getByRole('status')
      .filter({ hasText: /^Trend line: end/ })
      .waitFor()
    const first = saved(page)
    await click(page, 0.5, 0.4)
    const bar = page.getByRole('toolbar', { name: /^Trend line/ })
    await bar.waitFor()
    await first
    const named = async () => (await bar.getAttribute('aria-label')) ?? ''
    const drawn = await named()

    const end = await spot(page, 0.5, 0.4)
    const moved = saved(page)
    await page.mouse.move(end.x, end.y)
    await page.mouse.down()
    await page.mouse.move(end.x + 30, end.y - 60, { steps: 5 })
    await page.mouse.up()
    await moved
    const longer = await named()
    expect(longer).not.toBe(drawn)
    expect(longer.split(' to ')[0]).toBe(drawn.split(' to ')[0])

    // The middle of the line: both ends move by as much.
    const from = await spot(page, 0.2, 0.7)
    const middle = { x: (from.x + end.x + 30) / 2, y: (from.y + end.y - 60) / 2 }
    const shifted = saved(page)
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x, middle.y + 25, { steps: 5 })
    await page.mouse.up()
    await shifted
    const prices = (text: string) =>
      [...text.matchAll(/[\d,]+\.\d\d/g)].map(([one]) => Number(one.replaceAll(',', '')))
    const [a = 0, b = 0] = prices(longer)
    const [c = 0, d = 0] = prices(await named())
    expect(c).toBeLessThan(a)
    expect(d - c).toBeCloseTo(b - a, 1)

    const other = await openChart()
    expect(await list(other.page)).toEqual([`1 ${await named()}`])
    // The line is on other intervals too, and on no other chart.
    await typeLine(other.page, 'chart infy 15min')
    await other.page.keyboard.press('Enter')
    await other.page.waitForURL(/symbol=NSE_INFY/)
    expect(await list(other.page)).toEqual([])
    expect([...complaints, ...other.complaints]).toEqual([])
  })

  test('by keys alone: placed, moved, changed, removed and brought back', async () => {
    const { page, complaints } = await openChart('chart nifty 15min')
    await take(page, 'h', /^Horizontal line: price/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Enter')
    const bar = page.getByRole('toolbar', { name: /^Horizontal line/ })
    await bar.waitFor()
    const before = (await bar.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(
      (was) =>
        document
          .querySelector('[role=toolbar][aria-label^="Horizontal line"]')
          ?.getAttribute('aria-label') !== was,
      before,
    )
    await page.keyboard.press('Backspace')
    await bar.waitFor({ state: 'detached' })
    expect(await list(page)).toEqual([])
    const restored = saved(page)
    await page.keyboard.press('Control+z')
    expect((await restored).status()).toBe(200)
    expect(await list(page)).toHaveLength(1)

    await typeLine(page, 'draw trend 24100 at 20 nov 10:15, 24200 at 23 nov 12:00')
    await page.keyboard.press('Enter')
    await page.getByRole('toolbar', { name: 'Trend line 24,100.00 to 24,200.00' }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('toolbar', { name: 'Ray 24,100.00 to 24,200.00' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar', { name: /^Ray/ }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('a date is gone to, and candles are loaded back to it', async () => {
    const { page, complaints } = await openChart('chart infy 15min')
    await typeLine(page, 'chart date 3 aug 2026 10:15')
    await page.keyboard.press('Enter')
    // The candle of that time has the crosshair.
    await page.getByText('3 Aug 2026, 10:15: open').waitFor({ state: 'attached' })
    await page
      .getByText(/^INFY, 15 Minutes: \d+ candles from \d+ (?:Jul|Aug) 2026/)
      .waitFor({ state: 'attached' })
    expect(complaints).toEqual([])
  })

  test('a note is written where it is placed; a drawn position becomes an order line', async () => {
    const { page, complaints } = await openChart('chart infy 15min')
    await take(page, 'n', /^Text: text/)
    await click(page, 0.3, 0.3)
    await page.getByRole('textbox', { name: 'Text of the drawing' }).waitFor()
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Text of the drawing',
    )
    await page.keyboard.type('Results day')
    await page.keyboard.press('Enter')
    await page.getByRole('toolbar', { name: 'Text "Results day"' }).waitFor()
    await page.keyboard.press('Escape')

    await take(page, 'l', /^Long position: entry/)
    await click(page, 0.6, 0.5)
    await click(page, 0.75, 0.6)
    await page.getByRole('toolbar', { name: /^Long position/ }).waitFor()
    await page.keyboard.press('Enter')
    const line = page.getByRole('combobox', { name: /command/i })
    await line.waitFor()
    expect(await line.inputValue()).toMatch(/^buy INFY r5000 @[\d.]+ sl [\d.]+ tp [\d.]+$/)
    await page.getByText('reward : risk').first().waitFor()
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
  })
})
