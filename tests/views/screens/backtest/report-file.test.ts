import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BacktestResult, BacktestTrade } from '../../../../src/domain/backtests/backtest.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { parseCondition } from '../../../../src/domain/strategies/condition/parse.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import type { BacktestRow } from '../../../../src/machines/backtests/backtest-rows.ts'
import {
  checkScript,
  checkScriptHash,
} from '../../../../src/views/screens/backtest/report-file/check-script.ts'
import { reportHtml } from '../../../../src/views/screens/backtest/report-file/report-html.ts'
import { ruleInWords } from '../../../../src/views/screens/backtest/report-file/rule-in-words.ts'
import { reportStyle, reportStyleHash } from '../../../../src/views/screens/backtest/report-file/style.ts'
import { backtestParams, backtestResult } from '../../../support/backtests.ts'
import { browserPath, launchBrowser } from '../../../support/browser/browser.ts'
import { at } from '../../../support/engine/notation.ts'

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

test('the policy of the file allows exactly its own script and style', () => {
  expect([checkScriptHash, reportStyleHash]).toEqual([hashOf(checkScript), hashOf(reportStyle)])
})

test.each([
  ['rsi(14) < 30 and close > 100', 'rsi(14) is below 30 and close is above 100'],
  [
    'close > 100 and (rsi(14) < 30 or close crosses below 90)',
    'close is above 100 and (rsi(14) is below 30 or close crosses below 90)',
  ],
])('%s in words', (rule, words) => {
  const parsed = parseCondition(rule)
  expect(parsed.ok && ruleInWords(parsed.tree)).toEqual(words)
})

const trade = (day: string, netPnl: number, quantity = 10): BacktestTrade => {
  const charges = 12.5
  const grossPnl = netPnl + charges
  return {
    side: 'buy',
    quantity,
    entryAt: epochMs(at(day, '09:20')),
    entryPrice: 100,
    exitAt: epochMs(at(day, '11:05')),
    exitPrice: 100 + grossPnl / quantity,
    reason: 'signal',
    isAmbiguous: false,
    grossPnl,
    charges,
    slippage: 0.4,
    netPnl,
    candles: 21,
    adverseExcursion: -1,
    favourableExcursion: 2,
  }
}

const resultOf = (tradeLog: readonly BacktestTrade[]): BacktestResult => {
  const net = tradeLog.map(({ netPnl }) => netPnl)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const wins = net.filter((value) => value > 0)
  let cumulative = 0
  return {
    ...backtestResult('simulated'),
    tradeLog,
    pnl: tradeLog.map(({ exitAt, exitPrice, netPnl }) => {
      cumulative += netPnl
      return [exitAt, exitPrice, 0, cumulative, 0, cumulative] as const
    }),
    finalPnl: sum(net),
    chargesPaid: sum(tradeLog.map(({ charges }) => charges)),
    winCount: wins.length,
    lossCount: net.length - wins.length,
    winRate: (wins.length / net.length) * 100,
    profitFactor: sum(wins) / -sum(net.filter((value) => value < 0)),
    remarks: ['A remark with <b>markup</b> & more.'],
  }
}

const rowOf = (instrument: string, nets: readonly (readonly [string, number])[]): BacktestRow => ({
  instrument: instrument as InstrumentId,
  state: 'saved',
  result: resultOf(nets.map(([day, net]) => trade(day, net))),
  error: null,
  backtestUuid: null,
})

const hostileName = `</title><script>document.title='owned'</script><img src=x onerror="document.title='owned'">"'&`
const rows = [
  rowOf('NSE_</script>M&M', [
    ['2024-04-02', 1234.56],
    ['2024-04-04', -2345.67],
    ['2024-04-05', 300],
  ]),
  rowOf('NSE_TCS', [
    ['2024-04-03', -111.11],
    ['2024-04-08', 222.22],
  ]),
]
const html = reportHtml({
  params: backtestParams({ name: hostileName }),
  rows,
  madeAt: at('2024-07-01', '18:00'),
})

describe.skipIf(browserPath === null)('the file in a browser without a network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (text: string, settings: { readonly bypassCSP?: boolean } = {}) => {
    const path = join(folder, 'report.html')
    writeFileSync(path, text)
    const context = await browser.newContext({ offline: true, ...settings })
    const page = await context.newPage()
    const complaints: string[] = []
    const asked: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => asked.push(request.url()))
    const address = pathToFileURL(path).href
    await page.goto(address)
    const check = (await page.locator('#check').textContent()) ?? ''
    return { page, context, check, complaints, others: asked.filter((url) => url !== address) }
  }

  const checkOf = async (text: string): Promise<string> => {
    const { context, check } = await open(text)
    await context.close()
    return check
  }

  const changed = (from: string, to: string): string => {
    expect(html.split(from).length).toEqual(2)
    return html.replace(from, to)
  }

  test('says that all figures agree, and asks for nothing else', async () => {
    const { page, context, check, complaints, others } = await open(html)
    expect(check).toEqual('Computed again from the 5 trades in this file: all figures agree.')
    expect([complaints, others]).toEqual([[], []])
    expect(await page.title()).toEqual(`${hostileName}, backtest report`)
    expect(await page.locator('h1').textContent()).toEqual(hostileName)
    expect(await page.locator('tbody tr').first().locator('th').textContent()).toEqual('</script>M&M')
    expect(await page.locator('li').first().textContent()).toEqual('A remark with <b>markup</b> & more.')
    expect(await page.locator('img, b, iframe, object, link').count()).toEqual(0)
    await context.close()
  })

  test.each([
    ['net P&L', '>−₹700.00<', '>+₹700.00<', 'net P&L (printed +₹700.00, computed -700.00)'],
    ['charges', '>₹62.50<', '>₹62.51<', 'charges (printed ₹62.51, computed 62.50)'],
    ['trades', 'data-figure="trades">5<', 'data-figure="trades">6<', 'trades (printed 6, computed 5.00)'],
    ['win rate', '>60.00%<', '>61.00%<', 'win rate (printed 61.00%, computed 60.00)'],
    [
      'profit factor',
      'data-figure="profitFactor">0.72<',
      'data-figure="profitFactor">0.73<',
      'profit factor (printed 0.73, computed 0.72)',
    ],
    [
      'max drawdown',
      'data-figure="maxDrawdown">₹2,456.78<',
      'data-figure="maxDrawdown">₹2,456.00<',
      'max drawdown by trade (printed ₹2,456.00, computed 2456.78)',
    ],
    [
      'a row of the table',
      '>+1,234.56<',
      '>+1,334.56<',
      'net P&L of trade 1 (printed +1,334.56, computed 1234.56)',
    ],
  ])('names %s when it was changed', async (_, from, to, named) => {
    expect(await checkOf(changed(from, to))).toEqual(
      `Computed again from the 5 trades in this file, and these do not agree: ${named}.`,
    )
  })

  test('names what no longer follows when the trades inside were changed', async () => {
    const check = await checkOf(changed('"netPnl":300,', '"netPnl":900,'))
    expect(check).toContain('net P&L (printed −₹700.00, computed -100.00)')
    expect(check).toContain('net P&L of trade 4 is not its gross P&L less its charges')
    expect(check).not.toContain('charges (')
    expect(await checkOf(changed('"grossPnl":312.5,', '"grossPnl":313.5,'))).toContain(
      'gross P&L of trade 4 does not follow from its prices',
    )
  })

  test('has no barriers in either colour scheme, on a narrow screen and on paper', async () => {
    const { page, context } = await open(html, { bypassCSP: true })
    await page.evaluate(axe)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(
        colorScheme === 'dark' ? { width: 390, height: 800 } : { width: 1200, height: 900 },
      )
      expect(
        await page.evaluate(
          'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id }) => id))',
        ),
      ).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toEqual(true)
    }
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toEqual(
      'rgb(255, 255, 255)',
    )
    await context.close()
  })
})

test('a run without trades says that there are none', () => {
  const empty = reportHtml({
    params: backtestParams(),
    rows: [{ ...rowOf('NSE_TCS', []), result: backtestResult() }],
    madeAt: 0,
  })
  expect(empty).toContain('No equity curve: no trades.')
  expect(empty).toContain('<dd data-figure="profitFactor">–</dd>')
})
