import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { defaultBases } from '../../src/contract/endpoint.ts'
import { notificationStream } from '../../src/contract/notifications.ts'
import { browserPath } from '../support/browser.ts'
import { inBrowser, openFrom } from '../support/in-browser.ts'
import { openPage, signIn } from '../support/journey.ts'
import { sendOrder, untilLive } from '../support/trading-page.ts'

const WINDOWS = 6
const STREAM_PATH = `${defaultBases[notificationStream.base]}${notificationStream.path}`

describe.skipIf(browserPath === null)('six windows of one user', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  test('are all live and told of everything, over one stream that goes on when its window is closed or frozen', async () => {
    const { page: first } = await openPage(browser())
    const context = first.context()
    const streams: Page[] = []
    context.on('request', (request: Request) => {
      if (new URL(request.url()).pathname === STREAM_PATH) streams.push(request.frame().page())
    })
    const refused: string[] = []
    context.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url())
    })
    await signIn(first, product())
    const pages = [first]
    while (pages.length < WINDOWS) {
      const page = await context.newPage()
      await page.goto(product().address)
      pages.push(page)
    }
    for (const page of pages) await untilLive(page)
    await expect.poll(() => streams.length).toEqual(1)

    const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
    /** Every window has exactly these many more notifications in its list, each once. */
    const allHave = async (among: readonly Page[], count: number) => {
      for (const page of among) {
        if ((await bell(page).getAttribute('aria-expanded')) === 'false') await bell(page).click()
        const rows = page.getByRole('grid', { name: 'Notifications' }).getByRole('row')
        await expect.poll(() => rows.count()).toEqual(count)
      }
    }
    const countOf = async (page: Page): Promise<number> => {
      if ((await bell(page).getAttribute('aria-expanded')) === 'false') await bell(page).click()
      const rows = page.getByRole('grid', { name: 'Notifications' }).getByRole('row')
      await rows.first().waitFor()
      return rows.count()
    }

    expect(await sendOrder(first, `six-${Date.now()}`)).toEqual(200)
    await allHave(pages, await countOf(first))

    const holder = streams.at(-1)
    await holder?.close()
    await expect.poll(() => streams.length).toEqual(2)
    const left = pages.filter((page) => page !== holder)
    const sender = left.find((page) => page !== streams.at(-1)) ?? left[0]
    if (sender === undefined) throw new Error('no window is left')

    const second = streams.at(-1)
    if (second === undefined) throw new Error('nobody holds the stream')
    const cdp = await context.newCDPSession(second)
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
    await expect.poll(() => streams.length).toEqual(3)
    expect(streams.at(-1)).not.toBe(second)

    const before = await countOf(sender)
    expect(await sendOrder(sender, `six-again-${Date.now()}`)).toEqual(200)
    await expect.poll(() => countOf(sender)).toBeGreaterThan(before)
    await cdp.send('Page.setWebLifecycleState', { state: 'active' })
    await allHave(left, await countOf(sender))
    expect([streams.length, refused]).toEqual([3, []])
  })
})
