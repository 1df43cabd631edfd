import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../../support/browser/browser.ts'
import { inBrowser } from '../../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../../support/browser/journey.ts'

describe.skipIf(browserPath === null)('several charts', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const run = async (page: Page, line: string) => {
    await typeLine(page, line)
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Command line' }).waitFor({ state: 'detached' })
  }
  const charts = (page: Page) => page.getByRole('application')
  const named = (page: Page, name: string) => page.getByRole('application', { name })

  test('by keys alone: four charts, each its own, and a layout that another browser opens', async () => {
    const { page, complaints } = await openPage(browser(), { width: 1440, height: 900 })
    await signIn(page, product())
    await run(page, 'chart reliance 15min')
    await named(page, 'RELIANCE, 15 Minutes').waitFor()
    await run(page, 'charts 4')
    await expect.poll(() => charts(page).count()).toBe(4)
    await page.keyboard.press('.')
    await run(page, 'chart infy 5min')
    await named(page, 'INFY, 5 Minutes').waitFor()
    await named(page, 'RELIANCE, 15 Minutes').waitFor()
    await run(page, 'link interval')
    await run(page, 'interval day')
    await named(page, 'INFY, 1 Day').waitFor()
    await named(page, 'RELIANCE, 1 Day').waitFor()

    await page.keyboard.press('z')
    await expect.poll(() => charts(page).count()).toBe(1)
    await named(page, 'INFY, 1 Day').waitFor()
    await page.keyboard.press('z')
    await run(page, 'charts 2')
    await expect.poll(() => charts(page).count()).toBe(2)
    await run(page, 'layout save "Energy and IT"')
    await page.getByText('Layout Energy and IT saved').first().waitFor()

    const other = await openPage(browser(), { width: 1440, height: 900 })
    await signIn(other.page, product())
    await run(other.page, 'chart tcs 5min')
    await named(other.page, 'TCS, 5 Minutes').waitFor()
    await other.page.keyboard.press('Shift+L')
    await other.page.getByText('"Energy and IT"').waitFor()
    await other.page.keyboard.type('energy and it')
    await other.page.keyboard.press('Enter')
    await named(other.page, 'RELIANCE, 1 Day').waitFor()
    await named(other.page, 'INFY, 1 Day').waitFor()
    expect([...complaints, ...other.complaints]).toEqual([])
  })

  test('by mouse alone: a linked crosshair and range, and the chart that was pressed is the one that acts', async () => {
    const { page, complaints } = await openPage(browser(), { width: 1440, height: 900 })
    await signIn(page, product())
    await run(page, 'chart reliance 15min')
    await named(page, 'RELIANCE, 15 Minutes').waitFor()
    await page.getByRole('group', { name: 'Number of charts' }).getByText('2').click()
    await expect.poll(() => charts(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Range' }).click()

    const readings = async () =>
      await page
        .locator('[data-chart]')
        .evaluateAll((frames) =>
          frames.map((frame) => /\d+ \w+ \d{4}, \d\d:\d\d/.exec(frame.textContent ?? '')?.[0] ?? ''),
        )
    const box = await charts(page).first().boundingBox()
    if (box === null) throw new Error('no chart')
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
    await expect
      .poll(async () => {
        const [one, other] = await readings()
        return one !== '' && one === other
      })
      .toBe(true)
    const before = await readings()
    await page.mouse.wheel(0, -600)
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
    await expect
      .poll(async () => {
        const [one, other] = await readings()
        return one !== before[0] && one === other
      })
      .toBe(true)

    const title = () => page.getByRole('heading', { level: 1 }).innerText()
    expect(await title()).toBe('RELIANCE')
    await charts(page).nth(1).click()
    await expect.poll(title).not.toBe('RELIANCE')
    expect(complaints).toEqual([])
  })
})
