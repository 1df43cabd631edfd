import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, launchBrowser } from '../support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../support/browser/journey.ts'
import { type Product, startProduct } from '../support/browser/product.ts'
import {
  confirm,
  enterUntilSaid,
  goTo,
  orderCalls,
  palette,
  place,
  pressChord,
  row,
  sendOrder,
  ticker,
  untilLive,
  userOf,
} from '../support/browser/trading-page.ts'
import { withoutSharedWorkers } from '../support/server/quote-proxy.ts'

/** The server is asked every two seconds, and has three for its answer; shown within one more. */
const LATE_MS = 6_000
const GAVE_UP = 'Failed to connect to notifications, Please refresh the page'
const STREAM = '**/get-notifications**'

const openMarket = { MARKET_CLOCK: 'always', MARKET_START: '2026-11-25 10:00' } as const

const status = (page: Page, text: string | RegExp) => page.getByRole('contentinfo').getByText(text)
const quantityOf = (page: Page) => page.getByRole('spinbutton', { name: 'Quantity' })

/** Symbols each socket of a page subscribes, in order: one list for each socket, the newest last. */
const subscriptionsOf = (page: Page): readonly string[][] => {
  const sockets: string[][] = []
  page.on('websocket', (socket) => {
    const symbols: string[] = []
    sockets.push(symbols)
    socket.on('framesent', ({ payload }) => {
      const said: unknown = JSON.parse(String(payload))
      for (const { action, segment, symbol } of (Array.isArray(said) ? said : [said]) as Record<
        string,
        string
      >[])
        symbols.push(`${action} ${segment}_${symbol}`)
    })
  })
  return sockets
}

/** Kills what is started again too, until the returned function is called. */
const keepDown = (find: () => number): (() => void) => {
  const kill = () => {
    try {
      process.kill(find(), 'SIGKILL')
    } catch {
      // None has been started yet.
    }
  }
  kill()
  const again = setInterval(kill, 20)
  return () => clearInterval(again)
}

describe.skipIf(browserPath === null)('when something fails', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  /** A signed-in page of a browser profile of its own. */
  const enter = async (product: Product, prepare: (page: Page) => Promise<unknown> = async () => {}) => {
    const opened = await openPage(browser)
    await prepare(opened.page)
    await signIn(opened.page, product)
    await untilLive(opened.page)
    return opened
  }

  describe('in one page', () => {
    let product: Product
    let page: Page
    let sockets: readonly string[][]
    beforeAll(async () => {
      product = await startProduct(openMarket)
      const opened = await enter(product, async (fresh) => {
        await withoutSharedWorkers(fresh)
        sockets = subscriptionsOf(fresh)
      })
      page = opened.page
    })
    afterAll(async () => {
      await page?.context().close()
      await product?.dispose()
    })

    test('a screen that cannot be loaded says so, others open, and so does it once it can', async () => {
      const files = '**/assets/funds-screen-*.js'
      const { page: fresh } = await enter(product, (opened) => opened.route(files, (route) => route.abort()))
      await pressChord(fresh, 'g', 'f')
      const said = fresh.getByText('This screen could not be loaded. Other screens still work.')
      await said.waitFor()
      await goTo(fresh, 'b')
      await said.waitFor({ state: 'detached' })
      await pressChord(fresh, 'g', 'f')
      await said.waitFor()
      await fresh.unroute(files)
      await fresh.getByRole('button', { name: 'Try again' }).click()
      await fresh.getByRole('heading', { level: 1, name: 'Funds' }).waitFor()
      await fresh.context().close()
    })

    // WS-01, UI-08: the connection stays open and nothing passes.
    test('quotes that fall silent are marked, and take neither focus nor text of who is typing', async () => {
      await typeLine(page, 'ticket buy reliance')
      await confirm(page)
      const quantity = quantityOf(page)
      await quantity.fill('12')
      await quantity.press('End')
      const { quotes } = product.processes()
      process.kill(quotes, 'SIGSTOP')
      try {
        await ticker(page)
          .getByText(/\d+ s old/)
          .waitFor()
        await status(page, 'quotes stale, reconnecting').waitFor()
        await page.keyboard.type('3')
      } finally {
        process.kill(quotes, 'SIGCONT')
      }
      await untilLive(page)
      await page.keyboard.type('4')
      const isFocused = await quantity.evaluate((one) => one === document.activeElement)
      expect([await quantity.inputValue(), isFocused]).toEqual(['1234', true])
    })

    test('a server that takes no orders says so while prices go on, and no order is sent then or afterwards', async () => {
      const [calls, direct] = [orderCalls(page, 'place_order'), orderCalls(page, 'place_order_direct')]
      const { server } = product.processes()
      await status(page, /^server \d+ ms$/).waitFor()
      const stoppedAt = performance.now()
      process.kill(server, 'SIGSTOP')
      try {
        await status(page, 'server not responding: orders are not sent').waitFor()
        expect(performance.now() - stoppedAt).toBeLessThan(LATE_MS)
        await status(page, 'simulated quotes live').waitFor()
        await typeLine(page, 'buy 1 itc mis')
        await enterUntilSaid(page, /Orders are not sent: no response from the server for \d+ s/)
        expect(await palette(page).getByRole('combobox').inputValue()).toEqual('buy 1 itc mis')
        await page.keyboard.press('Escape')
      } finally {
        process.kill(server, 'SIGCONT')
      }
      await status(page, /^server \d+ ms$/).waitFor()
      expect([calls(), direct()]).toEqual([0, 0])
      await place(page, 'buy 1 itc mis')
      // By a line: the keys of a chord would be written into the field that has the focus again.
      await typeLine(page, 'go order book')
      await confirm(page)
      await row(page, 'Order book', /ITC/).first().waitFor()
      expect(calls() + direct()).toEqual(1)
    })

    // WS-02, WS-03, WS-04, WS-11: the process is gone, lists change meanwhile, a new ticket opens one socket.
    test('a killed quote server is connected to once, with every symbol once and in order', async () => {
      const say = async (...lines: readonly string[]) => {
        for (const line of lines) {
          await typeLine(page, line)
          await confirm(page)
        }
      }
      await say('watch infy', 'watch tcs', 'watch sbin')
      await say('go watchlist')
      await row(page, 'Watchlist', /SBIN/).waitFor()
      const before = sockets.length
      const back = keepDown(() => product.processes().quotes)
      try {
        await status(page, 'quotes stale, reconnecting').waitFor()
        await say('unwatch tcs', 'watch wipro', 'unwatch wipro', 'watch wipro')
      } finally {
        back()
      }
      await untilLive(page)
      await row(page, 'Watchlist', /WIPRO.*\d+\.\d\d/).waitFor()
      const said = sockets.at(-1) ?? []
      // One that the server was not yet there for has said nothing.
      const connected = sockets.slice(before).filter((one) => one.length > 0)
      expect([connected.length, said.filter((one) => one.startsWith('unsubscribe'))]).toEqual([1, []])
      expect(new Set(said).size).toEqual(said.length)
      expect(said).toEqual(expect.arrayContaining(['subscribe NSE_INFY', 'subscribe NSE_SBIN']))
      expect(said.includes('subscribe NSE_TCS')).toEqual(false)
      // What was asked for while it was away comes last.
      expect(said.indexOf('subscribe NSE_WIPRO')).toBeGreaterThan(said.indexOf('subscribe NSE_SBIN'))
    })

    // SS-01, SS-02: what came while there was no stream, once each.
    test('notifications missed while the stream was gone are shown once', async () => {
      await typeLine(page, 'go notifications')
      await confirm(page)
      await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
      await status(page, /^notifications$/).waitFor()
      const told = page.getByRole('main').getByRole('row').filter({ hasText: 'SBIN' })
      await page.route(STREAM, (route) => route.abort())
      await product.stop('SIGKILL')
      await product.start()
      await status(page, 'notifications connecting').waitFor()
      const run = Date.now()
      // Refused as long as open orders are put back.
      for (const key of ['one', 'two', 'three'])
        await expect.poll(() => sendOrder(page, `missed-${key}-${run}`)).toEqual(200)
      await page.unroute(STREAM)
      await status(page, /^notifications$/).waitFor()
      await expect.poll(() => told.count()).toEqual(3)
      expect(await sendOrder(page, `after-${Date.now()}`)).toEqual(200)
      await expect.poll(() => told.count()).toEqual(4)
      await untilLive(page)
    })

    // UI-11, OR-03: the answer is lost with the page.
    test('an order whose page is loaded anew before its answer came is found, and not sent again', async () => {
      const placed = orderCalls(page, 'place_order_direct')
      let isTaken = () => {}
      const taken = new Promise<void>((done) => {
        isTaken = done
      })
      await page.route('**/place_order_direct', async (route) => {
        await route.fetch()
        // The server has it, and its answer never comes.
        isTaken()
      })
      await place(page, 'buy 2 wipro @-1% mis')
      await taken
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.reload()
      await untilLive(page)
      await goTo(page, 'b')
      await row(page, 'Order book', /WIPRO.*0 \/ 2.*OPEN/).waitFor()
      expect([placed(), await row(page, 'Order book', /WIPRO/).count()]).toEqual([1, 1])
    })
  })

  describe('in two tabs', () => {
    let product: Product
    let first: Page
    let second: Page
    beforeAll(async () => {
      product = await startProduct(openMarket)
      first = (await enter(product)).page
      second = await first.context().newPage()
      await second.goto(product.address)
      await untilLive(second)
    })
    afterAll(async () => {
      await first?.context().close()
      await product?.dispose()
    })

    // MT-07: the same ticket in two tabs.
    test('a ticket sent in one can no longer be sent in the other', async () => {
      await first.bringToFront()
      await typeLine(first, 'ticket buy hdfcbank')
      await confirm(first)
      await first.waitForURL(/order-window/)
      await second.goto(first.url())
      await quantityOf(second).waitFor()
      await first.bringToFront()
      const placed = orderCalls(first, 'place_order_direct')
      await quantityOf(first).fill('7')
      await expect.poll(() => quantityOf(second).inputValue()).toEqual('7')
      await quantityOf(first).press('Enter')
      await first
        .getByRole('button', { name: /^Buy 7/ })
        .and(first.locator(':focus'))
        .waitFor()
      await first.keyboard.press('Enter')
      await expect.poll(placed).toEqual(1)
      await quantityOf(second).waitFor({ state: 'detached' })
    })

    // MT-01: both leave the same row.
    test('a position left in both at once is left once', async () => {
      await place(first, 'buy 3 itc @mkt mis')
      for (const page of [first, second]) {
        await page.bringToFront()
        await goTo(page, 'p')
        await row(page, 'Positions', /ITC.*\+3/).focus()
      }
      await Promise.all([first.keyboard.press('x'), second.keyboard.press('x')])
      for (const page of [first, second]) await row(page, 'Positions', /ITC/).waitFor({ state: 'detached' })
      await goTo(second, 'b')
      await row(second, 'Order book', /ITC.*COMPLETE/)
        .first()
        .waitFor()
      // One bought it and one left it.
      expect(await row(second, 'Order book', /ITC/).count()).toEqual(2)
    })

    // MT-02.
    test('who is signed out in one is signed out in the other', async () => {
      await first.bringToFront()
      await typeLine(first, 'sign out')
      await confirm(first)
      await userOf(second).waitFor()
      await second.getByText('You signed out in another tab').first().waitFor()
    })
  })

  describe('as time goes by', () => {
    let product: Product
    beforeAll(async () => {
      product = await startProduct(openMarket)
    })
    afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
    afterAll(() => product?.dispose())

    // SS-04, SS-06: refused eleven times, in the words of the specification, and back by hand.
    test('a stream that is refused ten times more gives up in words, and is taken up by hand', async () => {
      const asked: string[] = []
      let inFlight = 0
      const { page } = await enter(product, async (fresh) => {
        await fresh.clock.install()
        // The end of a shared worker's script is never told, so calls alone are counted.
        const isCall = (request: Request) => request.url().includes('/api/')
        fresh.on('request', (request) => isCall(request) && inFlight++)
        fresh.on('requestfinished', (request) => isCall(request) && inFlight--)
        fresh.on('requestfailed', (request) => isCall(request) && inFlight--)
        await fresh.addInitScript((words) => {
          const look = () => {
            if (document.body?.textContent?.includes(words)) Object.assign(window, { hasSaidSo: true })
          }
          new MutationObserver(look).observe(document, { subtree: true, childList: true })
        }, GAVE_UP)
        await fresh.route(STREAM, (route) => {
          asked.push(route.request().url())
          return route.fulfill({ status: 500, body: 'no' })
        })
      })
      const retry = page.getByRole('button', { name: 'no notifications: retry' })
      const hasGivenUp = async () => {
        // What is asked for would be given up if the clock went on before its answer.
        if (inFlight === 0) await page.clock.fastForward(31_000)
        return retry.count()
      }
      await expect.poll(hasGivenUp).toBeGreaterThan(0)
      // The message goes by itself, with the clock.
      expect(await page.evaluate(() => 'hasSaidSo' in window)).toEqual(true)
      expect(asked.length).toEqual(11)
      await page.unroute(STREAM)
      await retry.click()
      await status(page, /^notifications$/).waitFor()
    })

    // AU-01: the day ends while somebody is writing an order.
    test('at midnight the session ends, and the order that was being written is there again', async () => {
      const { page } = await enter(product, (fresh) => fresh.clock.install())
      await typeLine(page, 'ticket buy maruti')
      await confirm(page)
      await page.waitForURL(/order-window/)
      await quantityOf(page).fill('9')
      const left = await page.evaluate(() => 86_400_000 - ((Date.now() + 19_800_000) % 86_400_000))
      // The page knows the server's time to the second.
      await page.clock.fastForward(left + 2_000)
      await userOf(page).and(page.locator(':focus')).waitFor()
      await page.getByText('Your session ended at midnight IST').first().waitFor()
      await page.keyboard.type(product.userName)
      await page.keyboard.press('Tab')
      await page.keyboard.type(product.password)
      await page.keyboard.press('Enter')
      await page.getByRole('navigation').first().waitFor()
      await typeLine(page, 'go order window')
      await confirm(page)
      await quantityOf(page).waitFor()
      expect(await quantityOf(page).inputValue()).toEqual('9')
    })
  })

  describe('while the market is closed', () => {
    let product: Product
    beforeAll(async () => {
      product = await startProduct({ MARKET_CLOCK: 'real', MARKET_START: '2026-11-25 18:00' })
    })
    afterAll(() => product?.dispose())

    // OR-16, WS-15.
    test('an order becomes one for the next session by itself, and calm prices are not called stale', async () => {
      const { page, complaints } = await enter(product)
      const placed = orderCalls(page, 'place_order_direct')
      await typeLine(page, 'buy 5 reliance @-1% cash')
      await palette(page).getByText(/AMO/).first().waitFor()
      await confirm(page)
      await expect.poll(placed).toEqual(2)
      await goTo(page, 'b')
      await row(page, 'Order book', /RELIANCE.*0 \/ 5.*AMO REQ RECEIVED/).waitFor()
      expect(await row(page, 'Order book', /RELIANCE/).count()).toEqual(1)
      await status(page, /closed/i)
        .first()
        .waitFor()
      expect(await page.getByText(/\d+ (s|min|h) old/).count()).toEqual(0)
      // The first answer is a refusal, which the browser notes.
      expect(complaints.filter((text) => !text.includes('status of 4'))).toEqual([])
      await page.context().close()
    })
  })
})
