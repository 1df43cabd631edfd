import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
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

const addInstrument = async (page: Page, title: string, name: string): Promise<void> => {
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type(name)
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await press(page, 'Enter')
  await dialog.getByRole('list', { name: 'Selected' }).waitFor()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
}

const slot = (page: Page, name: string) => page.getByRole('combobox', { name }).and(page.locator(':focus'))

/** Adds a row by keys: left, comparison as it is, right. */
const addRow = async (page: Page, index: number, left: string, right: string): Promise<void> => {
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
    .getByRole('button', { name: `Row ${index}, right: ${right}` })
    .and(page.locator(':focus'))
    .waitFor()
}

const state = (page: Page, words: string) => page.getByRole('main').getByText(words).first().waitFor()

describe.skipIf(browserPath === null)('the strategy builder, by keyboard alone', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  test('builds an equity strategy, sees when it was true, saves, changes, undoes, tests and finds it again', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await goTo(page, 'e')
    await page.getByRole('heading', { level: 1, name: 'New equity strategy' }).waitFor()
    await addInstrument(page, 'Instruments', 'reliance')
    await addRow(page, 1, 'close', 'ema(close,20)')
    await addRow(page, 2, 'rsi(14)', '70')
    // From the number to its comparison, and that to another.
    await press(page, 'ArrowLeft', 'Enter')
    await page.getByRole('menuitemradio', { name: 'higher than', exact: true }).waitFor()
    await page.keyboard.type('lower than')
    await press(page, 'Enter')
    await page.getByText('close > ema(close,20) and rsi(14) < 70').first().waitFor()
    await page.getByText(/^(True (once|\d+ times)|Never true)$/).waitFor()
    await page.getByRole('grid', { name: 'Trades of the preview' }).waitFor()

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
    expect(complaints).toEqual([])
  })

  test('keeps a rule that cannot be read as text, names the column, and gives up a row that was not filled', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
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
    await page.getByRole('button', { name: 'Row 1, right: ema(close,20)' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('builds options from a ready-made strategy, which is tested as a saved version', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    await goTo(page, 'o')
    await page.getByRole('heading', { level: 1, name: 'New options strategy' }).waitFor()
    await addInstrument(page, 'Underlyings', 'nifty 50')
    await page.getByRole('button', { name: 'Short Straddle' }).focus()
    await press(page, 'Enter')
    await page.getByRole('list', { name: 'Legs' }).getByRole('listitem').nth(1).waitFor()
    await set(page, 'r', 'Name', 'Nine twenty straddle')
    await press(page, 'Control+s')
    await said(page, 'Strategy Nine twenty straddle saved')
    await page.waitForURL(/\/strategy\?slug=opt-nine-twenty-straddle-[0-9a-f]{8}$/)
    await press(page, 'Control+Enter')
    await page.waitForURL(/\/backtest\?slug=nine-twenty-straddle-[0-9a-f]{8}$/)
    await page.getByRole('link', { name: 'Nine twenty straddle v1' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('shows what another device has saved since, and keeps both', async () => {
    const added = await product().addUser(`builder-${Date.now()}`)
    const enter = async () => {
      const { page } = await openPage(browser())
      await signIn(page, { ...product(), ...added })
      return page
    }
    const [first, second] = [await enter(), await enter()]
    await goTo(first, 'e')
    await addInstrument(first, 'Instruments', 'reliance')
    await addRow(first, 1, 'close', 'ema(close,20)')
    await set(first, 'r', 'Name', 'Shared')
    await press(first, 'Control+s')
    await first.waitForURL(/\/strategy\?slug=eq-shared-[0-9a-f]{8}$/)

    await second.goto(first.url())
    await state(second, 'Saved as v1')
    await set(first, 'q', 'Quantity', '150000')
    await press(first, 'Control+s')
    await state(first, 'Saved as v2')
    await set(second, 'q', 'Quantity', '90000')
    await press(second, 'Control+s')
    const conflict = second.getByRole('alertdialog', { name: 'Version 2 was saved elsewhere' })
    await conflict.getByText('Quantity: ₹90,000, was ₹1,50,000').waitFor()
    await conflict.getByRole('button', { name: 'Keep both' }).focus()
    await press(second, 'Enter')
    await said(second, 'Strategy Shared copy saved')
    await second.waitForURL(/\/strategy\?slug=eq-shared-copy-[0-9a-f]{8}$/)
  })
})

describe.skipIf(browserPath === null)('the strategy builder, by mouse alone', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  test('takes a sample rule, adds a row from the list, says what is missing, and saves', async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
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
    expect(complaints).toEqual([])
  })
})
