import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../../support/browser/browser.ts'
import { inBrowser } from '../../support/browser/in-browser.ts'
import { openPage, signIn, typeLine } from '../../support/browser/journey.ts'
import { confirm } from '../../support/browser/trading-page.ts'

const line = (page: Page, name: RegExp) => page.getByRole('slider', { name })
const priceOf = async (page: Page, name: RegExp): Promise<number> =>
  Number(await line(page, name).getAttribute('aria-valuenow'))

/** A price of the chart on the tick of Reliance. */
const rupees = (price: number): string => (Math.round(price * 10) / 10).toFixed(1)

const enter = async (page: Page, text: string): Promise<void> => {
  await typeLine(page, text)
  await confirm(page)
}

describe.skipIf(browserPath === null)('trading on the chart', () => {
  const { product, browser } = inBrowser({
    environment: { MARKET_CLOCK: 'x2', MARKET_START: '2026-11-25 11:00' },
  })

  const openChart = async () => {
    const { page, complaints } = await openPage(browser())
    await signIn(page, product())
    const modifications: string[] = []
    page.on('request', (request) => {
      if (/modify/.test(request.url())) modifications.push(request.url())
    })
    await typeLine(page, 'chart reliance 5min')
    await page.keyboard.press('Enter')
    await page.waitForURL(/trading-view\?symbol=NSE_RELIANCE/)
    return { page, complaints, modifications }
  }

  const lastPrice = async (page: Page): Promise<number> => {
    const summary = page.getByText(/^RELIANCE, 5 Minutes: \d+ candles/)
    await summary.waitFor({ state: 'attached' })
    const [, text = ''] = / to ([\d,.]+) \(/.exec((await summary.textContent()) ?? '') ?? []
    return Number(text.replaceAll(',', ''))
  }

  test('an order is dragged, waits, goes back with Esc, and is sent as one modification', async () => {
    const { page, complaints, modifications } = await openChart()
    const price = await lastPrice(page)
    await enter(page, `buy 10q reliance @${rupees(price * 0.998)} mis`)
    const name = /^Buy 10 LIMIT/
    await line(page, name).waitFor()
    const before = await priceOf(page, name)

    const drag = async (down: number) => {
      // Waits until the line has come to rest.
      await line(page, name).hover()
      const box = await line(page, name).boundingBox()
      if (box === null) throw new Error('the line is not on the chart')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.down()
      await page.mouse.move(x, y + down, { steps: 5 })
      await page.mouse.up()
    }
    await drag(40)
    const card = page.getByRole('group', { name: /^Buy 10 LIMIT: change/ })
    await card.getByText(/margin ₹[\d,]+, charges ₹/).waitFor()
    expect(await priceOf(page, name)).toBeLessThan(before)
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    expect([await priceOf(page, name), modifications.length]).toEqual([before, 0])

    await drag(30)
    const wanted = await priceOf(page, name)
    await card.getByRole('button', { name: /^Send/ }).click()
    await card.waitFor({ state: 'detached' })
    await page.waitForFunction(
      (to) =>
        document.querySelector('[role=slider][aria-label^="Buy 10"]')?.getAttribute('aria-valuenow') === to,
      String(wanted),
    )
    expect(modifications).toHaveLength(1)

    await line(page, name).focus()
    await page.keyboard.press('Backspace')
    await page.getByText('Cancel this order?').waitFor()
    await page.keyboard.press('Enter')
    await line(page, name).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('stop and target of a position are moved by keys and keep each other', async () => {
    const { page, complaints } = await openChart()
    const price = await lastPrice(page)
    await enter(page, 'buy 20q reliance mis')
    await page.getByText(/^Long 20 MIS/).waitFor()
    await enter(page, `protect reliance sl ${rupees(price * 0.996)} tp ${rupees(price * 1.004)}`)
    const stop = /^Stop 20/
    await line(page, stop).waitFor()
    const before = await priceOf(page, stop)
    await line(page, stop).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: /^Stop 20: change/ }).waitFor({ state: 'detached' })
    await page.waitForFunction(
      (from) =>
        Number(
          document.querySelector('[role=slider][aria-label^="Stop 20"]')?.getAttribute('aria-valuenow'),
        ) < from,
      before,
    )
    await line(page, /^Target 20/).waitFor()
    await enter(page, `alert reliance > ${rupees(price * 1.002)}`)
    await page.getByText(/^Alert above 1,/).waitFor()
    expect(complaints).toEqual([])
  })

  test('armed, a click trades at its price and a drag does not; an index is not traded', async () => {
    const { page, complaints } = await openChart()
    await page.getByText(/^RELIANCE, 5 Minutes: \d+ candles/).waitFor({ state: 'attached' })
    const placed: string[] = []
    page.on('request', (request) => {
      if (/place_order/.test(request.url())) placed.push(request.postData() ?? '')
    })
    const chart = page.locator('[data-chart]')
    const bar = page.getByRole('region', { name: 'Trade by clicks' })
    const at = async (share: number) => {
      const box = await chart.boundingBox()
      if (box === null) throw new Error('no chart')
      return [box.x + box.width / 3, box.y + box.height * share] as const
    }
    await page.mouse.click(...(await at(0.5)))
    await page.keyboard.press('Shift+T')
    await bar.waitFor()
    await bar.getByRole('spinbutton', { name: 'Quantity' }).fill('3')

    await page.mouse.move(...(await at(0.6)))
    await page.getByText(/^Buy 3 @ [\d,]+\.\d0$/).waitFor()
    await page.mouse.down()
    await page.mouse.move(...(await at(0.8)), { steps: 4 })
    await page.mouse.up()
    expect(placed).toEqual([])
    await page.mouse.click(...(await at(0.6)))
    await line(page, /^Buy 3 LIMIT/).waitFor()
    expect(placed.map((body) => JSON.parse(body))).toMatchObject([
      { sym: 'NSE_RELIANCE', transaction_type: 'BUY', order_type: 'LIMIT', quantity: 3 },
    ])
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.mouse.click(...(await at(0.55)))
    await page.keyboard.press('Shift+T')
    await bar.waitFor()
    await enter(page, 'chart nifty 50')
    await bar.waitFor({ state: 'detached' })
    await page.waitForURL(/INDICES_NIFTY/)
    await page.keyboard.press('Shift+T')
    await page.getByText('An index is not traded: show a share, a future or an option').waitFor()
    expect([placed.length, complaints]).toEqual([1, []])
  })

  test('is compared with other instruments by key, in percent, and no longer by the same line', async () => {
    const { page, complaints } = await openChart()
    await page.getByRole('application', { name: 'RELIANCE, 5 Minutes' }).waitFor()
    await enter(page, 'vs infy')
    const chips = page.getByRole('list', { name: 'Indicators on the chart' }).getByRole('listitem')
    const labels = () => chips.getByRole('button', { name: /^Change/ }).allInnerTexts()
    await expect.poll(labels).toEqual(['INFY'])
    await page.keyboard.press('Shift+C')
    await page.getByText('Still needed: one or more instruments').waitFor()
    await page.keyboard.type('nifty 50')
    await page.keyboard.press('Enter')
    await expect.poll(labels).toEqual(['INFY', 'NIFTY 50'])
    await enter(page, 'ind rsi 14 of india vix')
    await expect.poll(labels).toEqual(['INFY', 'NIFTY 50', 'RSI 14 of INDIA VIX'])
    await page.reload()
    await expect.poll(labels).toEqual(['INFY', 'NIFTY 50', 'RSI 14 of INDIA VIX'])
    await page.keyboard.press('v')
    const menu = page.getByRole('dialog', { name: 'Chart type, scale and lines' })
    expect(await menu.getByRole('radio', { name: 'Percent' }).isChecked()).toEqual(true)
    await menu.getByRole('button', { name: /^With another instrument/ }).click()
    await page.getByRole('combobox', { name: 'Command line' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('infy')
    await page.keyboard.press('Enter')
    await expect.poll(labels).toEqual(['NIFTY 50', 'RSI 14 of INDIA VIX'])
    expect(complaints).toEqual([])
  })

  test('is replayed candle by candle by keys, played, and back at the market with Esc', async () => {
    const { page, complaints } = await openChart()
    await page.getByRole('application', { name: 'RELIANCE, 5 Minutes' }).waitFor()
    await enter(page, 'replay')
    const bar = page.getByRole('toolbar', { name: 'Replay' })
    const time = () => bar.getByRole('time').innerText()
    await bar.waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+R')
    await bar.waitFor()
    const first = await time()
    await page.keyboard.press('.')
    await expect.poll(time).not.toEqual(first)
    await page.keyboard.press(',')
    await expect.poll(time).toEqual(first)
    await page.keyboard.press('p')
    await bar.getByRole('button', { name: /^Pause/ }).waitFor()
    await expect.poll(time).not.toEqual(first)
    await bar.getByRole('button', { name: /^Pause/ }).click()
    await bar.getByRole('button', { name: /^Play/ }).waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.getByText(/^closes in/).waitFor()
    expect(complaints).toEqual([])
  })

  test('its panes are chosen, resized and ordered by keys, resized by mouse, and stay so after a reload', async () => {
    const { page, complaints } = await openChart()
    const chart = page.getByRole('application', { name: 'RELIANCE, 5 Minutes' })
    await chart.waitFor()
    await enter(page, 'ind rsi 14')
    await enter(page, 'ind adx 14')
    const panes = () =>
      chart.locator('[data-pane]').evaluateAll((names) =>
        names
          .map((name) => ({
            name: (name as HTMLElement).dataset.pane?.split(' ')[0],
            top: Math.round(name.getBoundingClientRect().top),
            isChosen: (name as HTMLElement).dataset.chosen === '',
          }))
          .sort((one, other) => one.top - other.top),
      )
    const order = async () => (await panes()).map(({ name }) => name)
    await expect.poll(order).toEqual(['rsi', 'adx'])
    const [first] = await panes()
    await chart.focus()
    await page.keyboard.press('}')
    await page.keyboard.press('Alt+PageUp')
    await page.keyboard.press('Alt+PageUp')
    await expect.poll(async () => (await panes())[0]?.isChosen).toEqual(true)
    await expect.poll(async () => (await panes())[0]?.top ?? 0).toBeLessThan((first?.top ?? 0) - 30)
    await page.keyboard.press('Alt+Shift+PageDown')
    await expect.poll(order).toEqual(['adx', 'rsi'])
    const before = await panes()
    const border = before[0]?.top ?? 0
    const box = await chart.boundingBox()
    const x = (box?.x ?? 0) + 200
    await page.mouse.move(x, border)
    await expect.poll(() => chart.evaluate((frame) => getComputedStyle(frame).cursor)).toEqual('row-resize')
    await page.mouse.down()
    await page.mouse.move(x, border - 20)
    await page.mouse.move(x, border - 40)
    await page.mouse.up()
    await expect.poll(async () => (await panes())[0]?.top).toBeLessThan(border - 20)
    const after = await panes()
    await page.reload()
    await chart.waitFor()
    await expect
      .poll(async () => (await panes()).map(({ name, top }) => [name, top]))
      .toEqual(after.map(({ name, top }) => [name, top]))
    expect(complaints).toEqual([])
  })

  test('a picture of it, with its name and its lines, is copied by key and by its menu', async () => {
    const { page, complaints } = await openChart()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const chart = page.getByRole('application', { name: 'RELIANCE, 5 Minutes' })
    await chart.waitFor()
    await enter(page, 'chart line range')
    await page.getByText(/^Day high/).waitFor()
    const pictured = () =>
      page.evaluate(async () => {
        const [item] = await navigator.clipboard.read()
        const bitmap = await createImageBitmap((await item?.getType('image/png')) as Blob)
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        const pen = canvas.getContext('2d')
        pen?.drawImage(bitmap, 0, 0)
        const colours = (from: number, to: number) => {
          const { data = [] } = pen?.getImageData(0, from, bitmap.width, to - from) ?? {}
          return new Set(
            Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join()),
          ).size
        }
        return {
          width: bitmap.width,
          height: bitmap.height,
          headColours: colours(0, 38),
          chartColours: colours(38, bitmap.height),
        }
      })
    await page.keyboard.press('Alt+s')
    await page.getByText('Picture of the chart copied').first().waitFor()
    const box = await chart.boundingBox()
    const { width, height, headColours, chartColours } = await pictured()
    expect([width, height]).toEqual([Math.round(box?.width ?? 0), Math.round((box?.height ?? 0) + 38)])
    // A blank sheet has one colour; text has many shades.
    expect([headColours > 10, chartColours > 50]).toEqual([true, true])
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.keyboard.press('v')
    await page.getByRole('button', { name: /^Copy as a picture/ }).click()
    await expect.poll(async () => (await pictured().catch(() => null))?.width).toEqual(width)
    expect(complaints).toEqual([])
  })

  test('its type, scale and lines of the day are chosen by key and line, and stay after a reload', async () => {
    const { page, complaints } = await openChart()
    await page.getByRole('application', { name: 'RELIANCE, 5 Minutes' }).waitFor()
    await page.keyboard.press('v')
    const menu = page.getByRole('dialog', { name: 'Chart type, scale and lines' })
    await menu.getByRole('radio', { name: 'Heikin-Ashi' }).check({ force: true })
    await menu.getByRole('checkbox', { name: 'Day high and low' }).check()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.getByText(/^Day high/).waitFor()
    await typeLine(page, 'chart scale log')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Command line' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText(/^Day low/).waitFor()
    await page.getByText(/^closes in \d+:\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Chart type, scale and lines' }).click()
    expect(await menu.getByRole('radio', { name: 'Heikin-Ashi' }).isChecked()).toEqual(true)
    expect(await menu.getByRole('radio', { name: 'Logarithmic' }).isChecked()).toEqual(true)
    expect(complaints).toEqual([])
  })
})
