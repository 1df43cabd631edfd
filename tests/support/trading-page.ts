import type { Locator, Page } from 'playwright-core'
import { typeLine } from './journey.ts'
import { FACT_MS } from './limits.ts'

/** A press that came too soon after a question counts for nothing; it is given again after this time. */
const ANSWER_AWAITED_MS = 600

export const untilLive = (page: Page): Promise<void> =>
  page.getByRole('contentinfo').getByText('simulated quotes live').waitFor()

export const userOf = (page: Page): Locator => page.getByRole('textbox', { name: 'User' })

export const ticker = (page: Page): Locator =>
  page.getByRole('region', { name: 'Index prices' }).getByRole('button').first()

/** Waits until the first index shows a live price, and then another one. */
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

/** A row of a book that says all of this. */
export const row = (page: Page, name: string, text: RegExp): Locator =>
  grid(page, name).getByRole('row').filter({ hasText: text })

export const goTo = async (page: Page, key: string): Promise<void> => {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  // Until the screen is there the one before it stands, and says that it is busy.
  await page.locator('main[aria-busy=false]').getByRole('heading', { level: 1 }).waitFor()
}

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command line' })

/** What the line asks, or nothing; null once it is closed. */
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

/** Enter, and once more as long as the line asks for it. */
export const confirm = (page: Page): Promise<void> => untilAnswered(page, () => page.keyboard.press('Enter'))

/** Presses the button as long as the line asks. */
export const answer = (page: Page): Promise<void> =>
  untilAnswered(page, () =>
    palette(page)
      .getByRole('button', { name: /^Do it/ })
      .click({ timeout: 2_000 })
      .catch(() => {}),
  )

/** Types an order, sees it priced, and sends it: with a second Enter where the price has moved meanwhile. */
export const place = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await palette(page)
    .getByText(/^position after/)
    .waitFor()
  await confirm(page)
}

/** Sends an order as the page would, with the session of the page; answers the status. */
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

/** Counts the calls of this name that the page makes from now on. */
export const orderCalls = (page: Page, name: string): (() => number) => {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/orders/${name}`) count++
  })
  return () => count
}
