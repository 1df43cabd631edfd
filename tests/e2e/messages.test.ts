import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser, openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { confirm, sendOrder } from '../support/browser/trading-page.ts'

const screens = ['scalper', 'order window', 'order book', 'positions', 'chart', 'home'] as const

/** What a press would meet under each message if the message were not there, every 4 pixels; with the number of presses. */
const underMessages = (page: Page) =>
  page.evaluate(() => {
    const controls =
      'a, button, input, select, textarea, summary, [role=row], [role=slider], [role=option], [tabindex="0"]'
    const shown = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-visible=true]')]
    const boxes = shown.map((message) => message.getBoundingClientRect())
    const list = document.querySelector<HTMLElement>('[data-sonner-toaster]')
    if (list === null) return { shown: 0, presses: 0, met: [] }
    list.style.display = 'none'
    const met = new Set<string>()
    let presses = 0
    for (const { left, right, top, bottom } of boxes)
      for (let x = left + 1; x < right; x += 4)
        for (let y = top + 1; y < bottom; y += 4) {
          presses++
          const control = document.elementFromPoint(x, y)?.closest(controls)
          if (control) met.add(control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
        }
    list.style.display = ''
    return { shown: shown.length, presses, met: [...met] }
  })

describe.skipIf(browserPath === null)('messages', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  test.each([
    [390, 844, 1],
    [1440, 900, 3],
    [1920, 1080, 3],
  ])('cover nothing that can be pressed, at %i by %i', async (width, height, atLeast) => {
    const { page } = await openPage(browser(), { width, height })
    await signIn(page, product())
    await page.goto(`${product().address}/settings?section=trading`)
    await page.getByRole('switch', { name: 'Messages stay until dismissed' }).click()
    for (const round of ['one', 'two', 'three'])
      expect(await sendOrder(page, `message-${width}-${round}`)).toEqual(200)
    await page.waitForFunction(
      (wanted) =>
        document.querySelectorAll('[data-sonner-toast][data-visible=true][data-mounted=true]').length >=
        wanted,
      atLeast,
    )
    const covered: Record<string, readonly string[]> = {}
    for (const screen of screens) {
      await typeLine(page, `go ${screen}`)
      await confirm(page)
      await page.locator('main[aria-busy=false]').waitFor()
      const { shown, presses, met } = await underMessages(page)
      expect([shown >= atLeast, presses > 500]).toEqual([true, true])
      covered[screen] = met
    }
    expect(covered).toEqual(Object.fromEntries(screens.map((screen) => [screen, []])))
  })

  test('keep the whole of a text for one who goes to them, and Buy can be pressed all the while', async () => {
    const { page } = await openPage(browser())
    await signIn(page, product())
    await page.goto(`${product().address}/markets`)
    await page.locator('main[aria-busy=false]').waitFor()
    expect(await sendOrder(page, 'message-read')).toEqual(200)
    const message = page.getByRole('listitem').filter({ hasText: 'Order Placed Successfully' })
    await message.waitFor()
    const lowest = await message.evaluate((box) => box.getBoundingClientRect().height)
    expect(lowest).toBeLessThanOrEqual(24)
    await page.getByRole('button', { name: /^Buy/ }).first().click({ trial: true })
    await page.keyboard.press('Alt+t')
    await page.keyboard.press('Tab')
    const isWhole = await message.evaluate((box) =>
      [...box.querySelectorAll('[data-title], [data-description]')].every(
        (text) => text.scrollWidth <= text.clientWidth,
      ),
    )
    expect(isWhole).toEqual(true)
  })
})
