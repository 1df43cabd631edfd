import type { Locator, Page } from 'playwright-core'
import { FACT_MS } from '../limits.ts'
import { typeLine } from './journey.ts'

/** A key pressed too soon after a question is ignored, so it is pressed again after this time. */
const ANSWER_AWAITED_MS = 600

export const untilLive = (page: Page): Promise<void> =>
  page.getByRole('contentinfo').getByText('simulated quotes live').waitFor()

export const userOf = (page: Page): Locator => page.getByRole('textbox', { name: 'User' })

export const ticker = (page: Page): Locator =>
  page.getByRole('region', { name: 'Index prices' }).getByRole('button').first()

/** Waits for two different live prices of the first index. */
export const untilItTicks = async (page: Page): Promise<void> => {
  await ticker(page)
    .getByText(/^[+−]?\d+\.\d\d%$/)
    .waitFor()
  const before = await ticker(page).innerText()
  await page.waitForFunction((text) => {
    const shown = document.querySelector<HTMLElement>('[aria-label="Index prices"] button')
    return shown !== null && shown.querySelector('[data-stale]') === null && shown.innerText !== text
  }, before)
}

export const grid = (page: Page, name: string): Locator => page.getByRole('main').getByRole('grid', { name })

export const row = (page: Page, name: string, text: RegExp): Locator =>
  grid(page, name).getByRole('row').filter({ hasText: text })

/** The two keys of a chord may reach a page of a busy machine too far apart to be one: they are pressed again then. */
const GONE_MS = 5_000
const GO_TRIES = 3

export const pressChord = async (page: Page, first: string, second: string): Promise<void> => {
  const from = page.url()
  for (let tries = 0; page.url() === from && tries < GO_TRIES; tries++) {
    await page.keyboard.press(first)
    await page.keyboard.press(second)
    await page
      .waitForURL(({ href }) => href !== from, { timeout: GONE_MS, waitUntil: 'commit' })
      .catch(() => {})
  }
}

export const goTo = async (page: Page, key: string): Promise<void> => {
  await pressChord(page, 'g', key)
  // The previous screen stays, marked busy, until the new one is ready.
  await page.locator('main[aria-busy=false]').getByRole('heading', { level: 1 }).waitFor()
}

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command line' })

const questionOf = async (page: Page): Promise<string | null> => {
  const dialog = palette(page)
  if ((await dialog.count()) === 0) return null
  return (await dialog.getByRole('alert').allInnerTexts()).join(' ')
}

const untilAnswered = async (page: Page, press: () => Promise<void>): Promise<void> => {
  for (const until = performance.now() + FACT_MS; performance.now() < until; ) {
    const before = await questionOf(page)
    if (before === null) return
    await press()
    await page
      .waitForFunction(
        (asked) => {
          const dialog = document.querySelector('[role=dialog][aria-label="Command line"]')
          if (dialog === null) return true
          const alerts = [...dialog.querySelectorAll<HTMLElement>('[role=alert]')]
          return alerts.map((alert) => alert.innerText).join(' ') !== asked
        },
        before,
        { timeout: ANSWER_AWAITED_MS, polling: 50 },
      )
      .catch(() => {})
  }
  if ((await palette(page).count()) > 0)
    throw new Error(`the line is still open: ${await palette(page).innerText()}`)
}

export const confirm = (page: Page): Promise<void> => untilAnswered(page, () => page.keyboard.press('Enter'))

export const answer = (page: Page): Promise<void> =>
  untilAnswered(page, () =>
    palette(page)
      .getByRole('button', { name: /^Confirm/ })
      .click({ timeout: 2_000 })
      .catch(() => {}),
  )

/** Presses Enter, and once more for each confirmation, until the line that stays open says so. */
export const enterUntilSaid = async (page: Page, said: RegExp): Promise<void> => {
  const alert = palette(page).getByRole('alert').filter({ hasText: said })
  for (const until = performance.now() + FACT_MS; performance.now() < until; ) {
    await page.keyboard.press('Enter')
    const isSaid = await alert.waitFor({ timeout: ANSWER_AWAITED_MS }).then(
      () => true,
      () => false,
    )
    if (isSaid) return
  }
  throw new Error(`the line never says ${said}: ${await palette(page).innerText()}`)
}

/** Sends an order once it is priced, with a second Enter if the price moved meanwhile. */
export const place = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await palette(page)
    .getByText(/^position after/)
    .waitFor()
  await confirm(page)
}

/** With the page's session. Returns the status. */
export const sendOrder = (page: Page, clientOrderId: string): Promise<number> =>
  page.evaluate(async (id) => {
    const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1]
    const answer = await fetch('/api/orders/place_order_direct', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        client_order_id: id,
        sym: 'NSE_SBIN',
        transaction_type: 'BUY',
        order_type: 'MARKET',
        product: 'MIS',
        variety: 'regular',
        quantity: 1,
      }),
    })
    return answer.status
  }, clientOrderId)

export const orderCalls = (page: Page, name: string): (() => number) => {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/orders/${name}`) count++
  })
  return () => count
}
