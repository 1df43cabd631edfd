import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../../support/browser/browser.ts'
import { inBrowser } from '../../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../../support/browser/journey.ts'
import { goTo, palette, place } from '../../support/browser/trading-page.ts'

describe.skipIf(browserPath === null)('the journal', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x10', MARKET_START: '2026-11-25 11:00' },
  })

  const rows = (page: Page) => page.getByRole('grid', { name: 'Round trips' }).locator('[role=row][data-key]')
  const enterLine = async (page: Page, line: string) => {
    await typeLine(page, line)
    await page.keyboard.press('Enter')
  }

  /** A key that comes before what it answers is ready is ignored, so it is pressed again while that is shown. */
  const pressUntil = (page: Page, key: string, answered: Locator, then: Locator) =>
    expect
      .poll(
        async () => {
          if ((await then.count()) === 0 && (await answered.count()) > 0) await page.keyboard.press(key)
          return then.count()
        },
        { interval: 700 },
      )
      .toBe(1)

  test('by keys alone: a straddle is one trip, another is tagged, rated and noted, and all of it stays', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await typeLine(page, 'sell straddle nifty')
    const review = page.getByRole('button', { name: /^Review 2 orders/ })
    await pressUntil(page, 'Enter', palette(page), review)
    const send = page.getByRole('button', { name: /^Place 2 orders/ })
    await pressUntil(page, 'Control+Enter', review, send.and(page.locator(':focus')))
    await pressUntil(page, 'Enter', send, page.getByText(/^2 legs placed/))
    await place(page, 'buy 10 infy mis market')
    await place(page, 'sell 10 infy mis market')
    await goTo(page, 'j')
    await rows(page).nth(1).waitFor()
    expect(await rows(page).count()).toBe(2)
    await rows(page)
      .filter({ hasText: /NIFTY short straddle/ })
      .getByText('2 legs')
      .waitFor()

    await rows(page).filter({ hasText: /INFY/ }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('5')
    await page.getByRole('button', { name: '5', pressed: true }).waitFor()
    await page.keyboard.press('#')
    await page.getByRole('combobox', { name: 'Command line' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('pullback')
    await page.keyboard.press('Enter')
    await rows(page).filter({ hasText: /INFY/ }).getByText('pullback').waitFor()
    await page.keyboard.press('m')
    await page.getByRole('combobox', { name: 'Command line' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Took what there was')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Took what there was' }).waitFor()
    await page
      .getByRole('table', { name: 'What if' })
      .getByRole('row', { name: /^Hold to the close/ })
      .waitFor()

    await page.reload()
    await rows(page).filter({ hasText: /INFY/ }).getByText('pullback').waitFor()
    await page.getByRole('button', { name: 'Took what there was' }).waitFor()
    const then = page.getByRole('slider', { name: 'Time of the day' })
    await then.waitFor()
    const strip = page.getByRole('region', { name: 'Replay the day' })
    const whole = strip.getByText('+10', { exact: true })
    // An order may fill in several parts, each a trade of its own.
    await pressUntil(page, '<', then, whole)
    await page.waitForURL(/&at=11%3A/)
    // Hours before the end, so that playing does not reach it.
    await enterLine(page, 'scrub 09:20')
    await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
    await page.waitForURL(/at=09%3A20/)
    await whole.waitFor({ state: 'detached' })
    const chain = page.getByRole('region', { name: 'Option chain then' })
    await page.keyboard.press('Shift+O')
    await chain.getByText('at 09:20').waitFor()
    await page.waitForURL(/chain=INDICES_NIFTY/)
    const strikes = chain.getByRole('grid', { name: 'Strikes then' }).getByRole('row')
    await strikes.filter({ hasText: 'at the money' }).waitFor()
    // Nothing had been sold by then.
    await enterLine(page, 'scrub end')
    await strikes.filter({ hasText: /sold [\d,]+ of the call, .*sold [\d,]+ of the put/ }).waitFor()
    await enterLine(page, 'scrub 09:20')
    await chain.getByText('at 09:20').waitFor()
    await strikes.filter({ hasText: 'sold' }).waitFor({ state: 'detached' })
    await rows(page).filter({ hasText: /INFY/ }).click()
    const before = await then.getAttribute('aria-valuetext')
    await page.keyboard.press('p')
    await page.getByRole('button', { name: /^Stop/ }).waitFor()
    await expect.poll(() => then.getAttribute('aria-valuetext')).not.toBe(before)
    await page.keyboard.press('p')
    await page.getByRole('button', { name: /^Play/ }).waitFor()
    const stopped = await then.getAttribute('aria-valuetext')
    await page.reload()
    await expect.poll(() => then.getAttribute('aria-valuetext')).toBe(stopped)
    await chain.getByText(`at ${stopped?.split(',')[0]}`).waitFor()

    await page.keyboard.press('u')
    await page.getByRole('button', { name: /^Only untagged/ }).waitFor()
    expect(await rows(page).count()).toBe(1)
    expect(complaints).toEqual([])
  })
})
