import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { nextIstMidnight } from '../../src/domain/time.ts'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser, openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import type { Product } from '../support/browser/product.ts'
import {
  confirm,
  goTo,
  orderCalls,
  row,
  sendOrder,
  ticker,
  untilItTicks,
  untilLive,
  userOf,
} from '../support/browser/trading-page.ts'

/** Half an hour, or less before midnight IST, when the session of whoever sleeps ends. */
const asleepMs = (): number => Math.min(30 * 60_000, (nextIstMidnight(Date.now()) - Date.now()) / 2)
const PAUSED_WITHIN_MS = 60_000
const ORDER_EVERY_MS = 150
const MISSED = 12

const say = async (page: Page, line: string): Promise<void> => {
  await typeLine(page, line)
  await confirm(page)
}

const screens = ['/', '/markets', '/trading-view', '/watchlist', '/positions', '/order-book']

/** Quote sockets that the server has taken since it began. */
const socketsOf = (product: Product): number =>
  product.output().match(/"route":"\/quotes\/v2","status":101/g)?.length ?? 0

const untilLiveAndTicking = async (page: Page): Promise<void> => {
  await untilLive(page)
  await untilItTicks(page)
}

/** Signs somebody in from this page without a word to the console, as another program of this origin would. */
const takeOver = (
  page: Page,
  who: { readonly userName: string; readonly password: string },
): Promise<string> =>
  page.evaluate(async ({ userName, password }) => {
    const answer = await fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_name: userName, password }),
    })
    const { data } = (await answer.json()) as { data: string }
    // biome-ignore lint/suspicious/noDocumentCookie: it is what the console itself does
    document.cookie = `token=${data}; Path=/; SameSite=Strict`
    return data
  }, who)

/** Lets a page believe that it is hidden or shown: a browser without windows shows all of its pages at once. */
const watchVisibility = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    let state: DocumentVisibilityState = 'visible'
    Object.defineProperty(document, 'visibilityState', { get: () => state })
    Object.assign(window, {
      become: (next: DocumentVisibilityState) => {
        state = next
        document.dispatchEvent(new Event('visibilitychange'))
      },
    })
  })
}

const become = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((next) => (window as unknown as { become(state: string): void }).become(next), state)

const dispatch = (page: Page, event: 'freeze' | 'resume'): Promise<void> =>
  page.evaluate((type) => void document.dispatchEvent(new Event(type)), event)

/** As a browser freezes a hidden page: it is told, then no timer of it runs and no call of it arrives. */
const putToSleep = async (page: Page): Promise<void> => {
  await become(page, 'hidden')
  await dispatch(page, 'freeze')
  await page.context().setOffline(true)
  // A pause is set for a time to come, and the clock of the page runs until it has been heard of.
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + PAUSED_WITHIN_MS))
}

/** Texts of all messages about orders from now on: each is shown for some seconds only. */
const recordMessages = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[data-sonner-toast]'))
        if (/order|notification/i.test(textContent)) seen.add(textContent)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })

const messagesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])

const wake = async (page: Page, afterMs: number): Promise<void> => {
  await page.context().setOffline(false)
  await page.clock.fastForward(afterMs)
  await page.clock.resume()
  await dispatch(page, 'resume')
  await become(page, 'visible')
}

describe.skipIf(browserPath === null)('several tabs of one browser', () => {
  const { product, browser } = inBrowser({ environment: openFrom('2026-11-25 10:00') })

  const enter = async (prepare: (page: Page) => Promise<void> = async () => {}) => {
    const { page, complaints } = await openPage(browser())
    await prepare(page)
    await signIn(page, product())
    await untilLive(page)
    return { page, complaints }
  }
  const open = async (beside: Page, path = '/') => {
    const page = await beside.context().newPage()
    await page.goto(product().address + path)
    await untilLive(page)
    return page
  }
  /** Six pages of one browser, each on another screen, and every stream of notifications they asked for. */
  const openSix = async () => {
    const streams: string[] = []
    const { page: first, complaints } = await enter(async (fresh) => {
      fresh.context().on('request', (request) => {
        if (request.url().includes('/get-notifications')) streams.push(request.url())
      })
    })
    const others: Page[] = []
    for (const screen of screens.slice(1)) others.push(await open(first, screen))
    return { first, others, streams, complaints }
  }

  test('share one quote socket and one stream, six of them, after it was lost and without who opened it', async () => {
    const before = socketsOf(product())
    const { first, others, streams, complaints } = await openSix()
    const six = [first, ...others]
    await Promise.all(six.map(untilLiveAndTicking))
    expect([socketsOf(product()) - before, streams.length, complaints]).toEqual([1, 1, []])

    process.kill(product().processes().quotes, 'SIGKILL')
    // On a busy machine prices are back before every page has drawn that they were not.
    await Promise.any(
      six.map((page) => page.getByRole('contentinfo').getByText('quotes stale, reconnecting').waitFor()),
    )
    await expect.poll(() => socketsOf(product()) - before, { timeout: 60_000 }).toEqual(2)
    await Promise.all(six.map(untilLiveAndTicking))
    expect(socketsOf(product()) - before).toEqual(2)

    await first.close()
    await Promise.all(others.map(untilLiveAndTicking))
    expect(socketsOf(product()) - before).toEqual(2)
    // The stream is another page's by now.
    await expect.poll(() => streams.length).toEqual(2)
  })

  test('are not left without prices by one that crashes', async () => {
    const { page: first } = await enter()
    const other = await open(first, '/positions')
    await first.goto('chrome://crash').catch(() => {})
    await untilLiveAndTicking(other)
  })

  test('show each its own chart again after they were loaded anew', async () => {
    const { page: first } = await enter()
    const other = await open(first)
    const interval = (page: Page, name: string) =>
      page.getByRole('group', { name: 'Interval' }).getByRole('radio', { name, checked: true })
    for (const [page, line, name] of [
      [first, 'chart infy 5min', '5m'],
      [other, 'chart tcs day', '1D'],
    ] as const) {
      await page.bringToFront()
      await say(page, line)
      await interval(page, name).waitFor()
      await say(page, 'go scalper')
    }
    for (const page of [first, other]) await page.reload()
    await interval(first, '5m').first().waitFor()
    await interval(other, '1D').first().waitFor()
  })

  test('of two users in two browsers have a socket each', async () => {
    const before = socketsOf(product())
    const added = await product().addUser(`second-${Date.now()}`)
    const { page: mine } = await enter()
    const { page: theirs } = await openPage(browser())
    await signIn(theirs, { ...product(), ...added })
    for (const page of [mine, theirs]) await untilLiveAndTicking(page)
    expect(socketsOf(product()) - before).toEqual(2)
    await mine.close()
    await untilLiveAndTicking(theirs)
  })

  // MT-06.
  test('one that has slept is current again, and tells of it in one sentence', async () => {
    const { page: sleeper } = await enter(async (fresh) => {
      await fresh.clock.install()
      await watchVisibility(fresh)
    })
    const { page: other } = await enter()
    await recordMessages(sleeper)
    await putToSleep(sleeper)
    for (let count = 0; count < MISSED; count++) {
      expect(await sendOrder(other, `slept-${count}-${Date.now()}`)).toEqual(200)
      // No faster than an account may send orders.
      await other.waitForTimeout(ORDER_EVERY_MS)
    }
    process.kill(product().processes().quotes, 'SIGKILL')
    await untilLive(other)
    await other.waitForFunction(() => !document.querySelector('[aria-label="Index prices"] [data-stale]'))
    expect(await messagesOf(sleeper)).toEqual([])
    await wake(sleeper, asleepMs())
    await untilLive(sleeper)
    await ticker(sleeper)
      .getByText(/^[+−]?\d+\.\d\d%$/)
      .waitFor()
    await sleeper.waitForFunction(() => (window as unknown as { seen: Set<string> }).seen.size > 0)
    expect(await messagesOf(sleeper)).toEqual([expect.stringContaining(`${MISSED} missed notifications`)])
  })

  // MT-05: the second list is older than what the first has added to it.
  test('that edit the same watchlist lose nothing of each other', async () => {
    const { page: first } = await enter()
    await say(first, 'a tcs, reliance')
    const second = await open(first)
    for (const page of [first, second]) {
      await goTo(page, 'w')
      await row(page, 'Watchlist', /RELIANCE/).waitFor()
    }
    await say(first, 'a infy')
    await row(first, 'Watchlist', /INFY/).waitFor()
    const ordered = second.waitForResponse(
      (answer) => answer.url().endsWith('/watchlist') && answer.request().method() === 'POST' && answer.ok(),
    )
    await say(second, 'watch move reliance to 1')
    await ordered
    await row(second, 'Watchlist', /INFY/).waitFor()
    await first.reload()
    await row(first, 'Watchlist', /INFY/).waitFor()
    const names = first.getByRole('grid', { name: 'Watchlist' }).getByRole('rowheader')
    await expect.poll(() => names.allInnerTexts()).toEqual(['RELIANCE', 'TCS', 'INFY'])
  })

  // MT-04.
  test('of which one is taken over by another user: the others make no call with the session of that user', async () => {
    const { page: first } = await enter()
    const second = await open(first)
    const added = await product().addUser('intruder')
    await goTo(first, 'p')
    const tokens: (string | undefined)[] = []
    first.on('request', (request) => tokens.push(request.headers().authorization))
    const placed = orderCalls(first, 'place_order_direct')
    const theirs = await takeOver(second, added)
    await first.bringToFront()
    await typeLine(first, 'buy 1 itc @mkt mis')
    await first.keyboard.press('Enter')
    await userOf(first).waitFor()
    expect(tokens.filter((token) => token?.includes(theirs))).toEqual([])
    expect(placed()).toEqual(0)
    await expect.poll(() => first.getByText(/signed in/i).count()).toBeGreaterThan(0)
  })
})
