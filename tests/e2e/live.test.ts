import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser, openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn } from '../support/browser/journey.ts'
import { ticker, untilItTicks, untilLive } from '../support/browser/trading-page.ts'

const isStream = (url: string): boolean => url.includes('/get-notifications')

interface DirectOrder {
  readonly clientOrderId: string
  readonly sym: string
  readonly quantity: number
}

/** Sends an order as the page would, with the session of the page. */
const placeDirect = (page: Page, { clientOrderId, sym, quantity }: DirectOrder) =>
  page.evaluate(
    async (body) => {
      const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1]
      const answer = await fetch('/api/orders/place_order_direct', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.text() }
    },
    {
      client_order_id: clientOrderId,
      sym,
      transaction_type: 'BUY',
      order_type: 'MARKET',
      product: 'MIS',
      variety: 'regular',
      quantity,
    },
  )

describe.skipIf(browserPath === null)('a live market', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-23 10:00') })

  const enter = async () => {
    const opened = await openPage(browser())
    await signIn(opened.page, product())
    await untilLive(opened.page)
    return opened
  }

  test('ticks, says that its prices are stale when the server is gone, and comes back', async () => {
    const { page, complaints } = await enter()
    await untilItTicks(page)
    await page.getByRole('contentinfo').getByText('always open ×1').waitFor()
    expect(complaints).toEqual([])

    await product().stop('SIGKILL')
    await page.getByRole('contentinfo').getByText('quotes stale, reconnecting').waitFor()
    await ticker(page)
      .getByText(/\d+ (s|min) old/)
      .waitFor()

    await product().start()
    await untilLive(page)
    await untilItTicks(page)
    await ticker(page)
      .getByText(/[+−]\d+\.\d\d%/)
      .waitFor()
  })

  test('tells of an order by a toast and a count, in two tabs by one stream', async () => {
    const { page: first, complaints } = await enter()
    const streams: string[] = []
    const context = first.context()
    context.on('request', (request) => {
      if (isStream(request.url())) streams.push(request.url())
    })
    const second = await context.newPage()
    await second.goto(product().address)
    await untilLive(second)
    await first.bringToFront()

    const { status } = await placeDirect(first, {
      clientOrderId: `live-${Date.now()}`,
      sym: 'NSE_RELIANCE',
      quantity: 1,
    })
    expect(status).toEqual(200)
    await first.getByText('Order Placed Successfully').waitFor()
    await first.getByRole('button', { name: /^Notifications \d+ unread$/ }).waitFor()
    await second.getByRole('button', { name: /^Notifications \d+ unread$/ }).waitFor()
    expect([streams, complaints]).toEqual([[], []])

    const takeover = second.waitForRequest((request) => isStream(request.url()))
    await first.close()
    await takeover
  })
})
