import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { FACT_MS } from '../limits.ts'
import { sharedData } from '../shared-data.ts'
import type { Product } from './product.ts'

/** NIFTY 50 minutes: eight months of the reference set, or three days in a plain clone. */
export const niftyMinutes =
  sharedData('candles_intraday/index_1min/NIFTY_1min_2024-01_2024-08.csv.gz') ??
  resolve(import.meta.dirname, '../../vectors/candles/NIFTY_1min_2024-04.csv')

export const theLine = 'bt ema(close,9) crosses above ema(close,21) on nifty 50 2024-04-01..2024-06-28 5min'

export const importNifty = async (product: Product): Promise<void> => {
  const options = ['--symbol', 'INDICES_NIFTY 50', '--interval', 'min', '--outside-session', 'skip', '--yes']
  const { code, output } = await product.importFiles(['candles', niftyMinutes, ...options])
  if (code !== 0) throw new Error(output)
}

export const openPage = async (
  browser: Browser,
  viewport: { width: number; height: number } = { width: 1440, height: 900 },
): Promise<{ page: Page; complaints: string[] }> => {
  // Without a graphics card each frame of an animation takes the time of many keys.
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  context.setDefaultTimeout(FACT_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  return { page, complaints }
}

export const signIn = async (page: Page, product: Product): Promise<void> => {
  await page.goto(product.address)
  await page.getByRole('textbox', { name: 'User' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(product.userName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(product.password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
}

export const typeLine = async (page: Page, line: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command line' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(line)
}

export const tile = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Report' })
    .getByRole('term')
    .filter({ hasText: name })
    .locator('xpath=following-sibling::dd[1]')
