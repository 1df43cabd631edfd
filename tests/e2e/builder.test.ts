import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { addInstrument } from '../support/browser/builder-page.ts'
import { inBrowser, openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { goTo } from '../support/browser/trading-page.ts'

const said = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text).first().waitFor()

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Opens a setting by its key, types into its first field, and closes it. */
const set = async (page: Page, key: string, title: string, text: string): Promise<void> => {
  await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.locator('input:focus').waitFor()
  await press(page, 'Control+a')
  await page.keyboard.type(text)
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
}

const slot = (page: Page, name: string) => page.getByRole('combobox', { name }).and(page.locator(':focus'))

/** Adds a row by keys: left, comparison as it is, right. `shown` is how the right side reads then. */
const addRow = async (
  page: Page,
  index: number,
  left: string,
  right: string,
  shown = right,
): Promise<void> => {
  await page.keyboard.press('+')
  for (const [side, text] of [
    ['left', left],
    ['right', right],
  ] as const) {
    await slot(page, `Row ${index}, ${side}`).waitFor()
    await page.keyboard.type(text)
    await press(page, 'Enter')
  }
  await page
    .getByRole('button', { name: `Row ${index}, right: ${shown}` })
    .and(page.locator(':focus'))
    .waitFor()
}

const state = (page: Page, words: string) => page.getByRole('main').getByText(words).first().waitFor()

/** What another device of the same user would do with the strategy on screen. */
const saveElsewhere = (page: Page, quantity: object): Promise<number> =>
  page.evaluate(async (changed) => {
    const token = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? ''
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const slug = new URLSearchParams(location.search).get('slug')
    const { data } = await (await fetch(`/api/strategy?slug=${slug}`, { headers })).json()
    const { latest_version, is_sample, created_at, updated_at, category, ...strategy } = data
    const body = JSON.stringify({ ...strategy, quantity: changed })
    return (await fetch('/api/strategy/eq', { method: 'POST', headers, body })).status
  }, quantity)

const stepsThroughTrades = async (page: Page): Promise<void> => {
  await page.getByRole('grid', { name: 'Trades of the preview' }).waitFor()
  await press(page, '[')
  const newest = await page.getByText(/^Trade \d+ of \d+$/).innerText()
  const [, index, count] = /^Trade (\d+) of (\d+)$/.exec(newest) ?? []
  expect([Number(index) > 1, index]).toEqual([true, count])
  await press(page, '[')
  await page.getByText(`Trade ${Number(count) - 1} of ${count}`).waitFor()
  await page.getByRole('button', { name: 'Later trade' }).click()
  await page.getByText(newest).waitFor()
}

const buildsAndFindsAgain = async (page: Page): Promise<void> => {
  await goTo(page, 'e')
  await page.getByRole('heading', { level: 1, name: 'New equity strategy' }).waitFor()
  await addInstrument(page, 'Instruments', 'reliance')
  await addRow(page, 1, 'close', 'ema(close,20)', 'EMA close, 20')
  await addRow(page, 2, 'rsi(14)', '70')
  // From the number to its comparison, and that to another.
  await press(page, 'ArrowLeft', 'Enter')
  await page.getByRole('menuitemradio', { name: 'higher than', exact: true }).waitFor()
  await page.keyboard.type('lower than')
  await press(page, 'Enter')
  await page.getByText('close > ema(close,20) and rsi(14) < 70').first().waitFor()
  await page.getByText(/^(True (once|\d+ times)|Never true)$/).waitFor()
  await stepsThroughTrades(page)

  await set(page, 'r', 'Name', 'Builder journey')
  await press(page, 'Control+s')
  await said(page, 'Strategy Builder journey saved')
  await page.waitForURL(/\/strategy\?slug=eq-builder-journey-[0-9a-f]{8}$/)
  await state(page, 'Saved as v1')

  await set(page, 'q', 'Quantity', '200000')
  await state(page, 'Unsaved changes from v1')
  await press(page, 'Control+z')
  await state(page, 'Saved as v1')
  await press(page, 'Control+y')
  await state(page, 'Unsaved changes from v1')

  // The tab dies; what was not saved is there again.
  await page.reload()
  await state(page, 'Unsaved changes restored')
  await page.getByRole('button', { name: /Quantity ₹2,00,000/ }).waitFor()
  await press(page, 'Control+s')
  await state(page, 'Saved as v2')
  await page.getByText('Quantity: ₹2,00,000, was ₹1,00,000').waitFor()

  await press(page, 'Control+Enter')
  await page.waitForURL(/\/backtest\?slug=builder-journey-[0-9a-f]{8}$/)
  await page.getByRole('link', { name: 'Builder journey v2' }).waitFor()

  await typeLine(page, 'edit strategy "Builder journey"')
  await press(page, 'Enter')
  await page.getByRole('heading', { level: 1, name: 'Builder journey' }).waitFor()
  await state(page, 'Saved as v2')
}

/** The rule of the strategy is drawn with its lines, and an average of one of them in that one's pane. */
const showsItsRuleOnTheChart = async (page: Page): Promise<void> => {
  await typeLine(page, 'show on chart')
  await press(page, 'Enter')
  await page.waitForURL(/\/trading-view\?symbol=NSE_RELIANCE/)
  const lines = page.getByRole('list', { name: 'Indicators on the chart' })
  await lines.getByText('EMA 20').waitFor()
  await lines.getByText('close > ema(close,20) and rsi(14) < 70').waitFor()
  await typeLine(page, 'ind ema(rsi(14),9)')
  await press(page, 'Enter')
  await lines.getByText('EMA 9 (RSI 14)').waitFor()
  await page.getByRole('button', { name: 'Change EMA 9 (RSI 14)' }).click()
  await page.getByRole('combobox', { name: 'Field' }).getByText('rsi(14)').waitFor({ state: 'attached' })
  await press(page, 'Escape')
}

const keepsWhatCannotBeRead = async (page: Page): Promise<void> => {
  await goTo(page, 'e')
  await page.getByRole('heading', { level: 1, name: 'New equity strategy' }).waitFor()
  await press(page, '+')
  await slot(page, 'Row 1, left').waitFor()
  await press(page, 'Escape')
  await page.getByText('No condition yet. Add a row').waitFor()

  await page
    .getByRole('button', { name: /As text/ })
    .first()
    .focus()
  await press(page, 'Enter')
  const text = page.getByRole('textbox', { name: 'Enter when, as text' })
  await text.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('close > emaa(close,20)')
  await page.getByText(/Column 9: found emaa/).waitFor()
  await press(page, 'Control+s')
  await page.getByText(/Not saved: /).waitFor()
  await press(page, 'Control+a')
  await page.keyboard.type('close > ema(close,20)')
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Row 1, right: EMA close, 20' }).waitFor()
  await typeLine(page, 'discard changes')
  await press(page, 'Enter')
  await page.getByText('No condition yet. Add a row').waitFor()
}

/** A second underlying with another rule, and back to one without a rule. */
const hasRulesOfItsOwn = async (page: Page): Promise<void> => {
  await addInstrument(page, 'Underlyings', 'nifty bank')
  const panel = page.getByRole('region', { name: 'Enter', exact: true })
  await panel.getByRole('radio', { name: 'Rule' }).focus()
  await press(page, 'Space')
  const rule = async (of: string, words: string): Promise<void> => {
    await panel.getByRole('combobox', { name: 'Rule of' }).selectOption({ label: of })
    await panel.getByRole('button', { name: /As text/ }).click()
    await page.getByRole('textbox', { name: 'Enter when, as text' }).fill(words)
    await press(page, 'Escape')
  }
  await rule('All underlyings', 'close > ema(close,20)')
  await rule('NIFTY BANK', 'rsi(14) < 40')
  await panel.getByRole('combobox', { name: 'Rule of' }).selectOption({ label: 'NIFTY 50' })
  await panel.getByRole('button', { name: 'Row 1, right: EMA close, 20' }).waitFor()
  await page
    .getByRole('region', { name: 'Preview' })
    .getByText(/^True (once|\d+ times)$/)
    .waitFor()
}

const buildsOptions = async (page: Page): Promise<void> => {
  await goTo(page, 'o')
  await page.getByRole('heading', { level: 1, name: 'New options strategy' }).waitFor()
  await addInstrument(page, 'Underlyings', 'nifty 50')
  await page.getByRole('button', { name: 'Short Straddle' }).focus()
  await press(page, 'Enter')
  const legs = page.getByRole('list', { name: 'Legs' }).getByRole('listitem')
  await legs.nth(1).waitFor()
  // The contracts that the legs mean now, what they pay, and what they would a day later.
  await legs
    .first()
    .getByText(/^NIFTY \d+ [A-Z]+ \d+ CE$/)
    .waitFor()
  await page.getByRole('region', { name: 'Outcome' }).getByText('unlimited').first().waitFor()
  await page
    .getByRole('region', { name: 'Margin and charges' })
    .getByText(/hedge saves ₹\d/)
    .waitFor()
  await press(page, ']')
  await page
    .getByText(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]+$/)
    .first()
    .waitFor()
  const target = legs.first().getByRole('textbox', { name: 'Target' })
  await target.fill('60')
  await target.blur()
  await hasRulesOfItsOwn(page)
  await set(page, 'r', 'Name', 'Nine twenty straddle')
  await press(page, 'Control+s')
  await said(page, 'Strategy Nine twenty straddle saved')
  await page.waitForURL(/\/strategy\?slug=opt-nine-twenty-straddle-[0-9a-f]{8}$/)
  await press(page, 'Control+Enter')
  await page.waitForURL(/\/backtest\?slug=nine-twenty-straddle-[0-9a-f]{8}$/)
  await page.getByRole('link', { name: 'Nine twenty straddle v1' }).waitFor()
  await page.getByText('underlyings with rules of their own').waitFor()
}

const showsWhatWasSavedElsewhere = async (page: Page): Promise<void> => {
  await typeLine(page, 'edit strategy "Builder journey"')
  await press(page, 'Enter')
  await state(page, 'Saved as v2')
  expect(await saveElsewhere(page, { by: 'rupees', value: 150_000 })).toEqual(200)
  await set(page, 'q', 'Quantity', '90000')
  await press(page, 'Control+s')
  const conflict = page.getByRole('alertdialog', { name: 'Version 3 was saved elsewhere' })
  await conflict.getByText('Quantity: ₹90,000, was ₹1,50,000').waitFor()
  await conflict.getByRole('button', { name: 'Keep both' }).focus()
  await press(page, 'Enter')
  await said(page, 'Strategy Builder journey copy saved')
  await page.waitForURL(/\/strategy\?slug=eq-builder-journey-copy-[0-9a-f]{8}$/)
}

const worksByMouse = async (page: Page): Promise<void> => {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Equity Trader/ })
    .click()
  await button('ema(close,9) crosses above ema(close,21)').click()
  await page.getByRole('list', { name: 'Enter when' }).getByRole('listitem').waitFor()

  await button(/Add row/)
    .first()
    .click()
  await page.getByRole('listbox').getByRole('option', { name: /^rsi/i }).first().click()
  await page.getByRole('combobox', { name: 'Row 2, right' }).waitFor()
  await page.getByRole('listbox').getByRole('option', { name: /^sma/i }).first().click()
  await button('Row 2, comparison: higher than').click()
  await page.getByRole('menuitemradio', { name: 'lower than', exact: true }).click()
  await button('Row 2, comparison: lower than').waitFor()

  await button(/^Save/).click()
  await page.getByText(/Not saved: /).waitFor()
  await button(/^Instruments/).click()
  await page.getByRole('dialog', { name: 'Instruments' }).getByRole('combobox').fill('infy')
  await page.getByRole('listbox').getByRole('option').first().click()
  await button(/^Done/).click()
  await button(/^Name/).click()
  await page.getByRole('dialog', { name: 'Name' }).getByRole('textbox', { name: 'Name' }).fill('By mouse')
  await button(/^Done/).click()
  await button(/^Save/).click()
  await said(page, 'Strategy By mouse saved')

  await button('Remove row 2').click()
  await state(page, 'Unsaved changes from v1')
  await button('Discard').click()
  await state(page, 'Saved as v1')
  await button('Row 2, comparison: lower than').waitFor()
}

describe.skipIf(browserPath === null)('the strategy builder', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  const enter = async () => {
    const opened = await openPage(browser())
    await signIn(opened.page, product())
    return opened
  }

  test('by keyboard alone builds a strategy, sees when it was true, saves, undoes, tests, and shows what was saved elsewhere', async () => {
    const { page, complaints } = await enter()
    await buildsAndFindsAgain(page)
    await showsItsRuleOnTheChart(page)
    await keepsWhatCannotBeRead(page)
    expect(complaints).toEqual([])
    await showsWhatWasSavedElsewhere(page)
  })

  test('builds options from a ready-made strategy by keyboard, and shares from a sample rule by mouse', async () => {
    const { page, complaints } = await enter()
    await buildsOptions(page)
    await worksByMouse(page)
    expect(complaints).toEqual([])
  })
})
