import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../../tests/support/browser/product.ts'
import { isBrief, turns } from '../brief.ts'
import type { Report } from '../report.ts'
import { signIn } from './sign-in.ts'

const ASKED = turns(60)
const COLD_MS_MAX = 900_000
/** The server takes so many calls a minute and no more. */
const PAUSE_MS = 150

interface Answer {
  readonly loading: number
  readonly total: number
}

const residentMb = (pid: number): number => {
  const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1024
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN

const LOGIC = 'rsi(14) < 40 and close > sma(close,200)'

/** A brief run scans the fewest symbols, to show that each call answers. */
const SCANS = isBrief
  ? ([['30 shares, days, live', 'SENSEX', 'day', 'live', 150]] as const)
  : ([
      ['NIFTY 500, days, live', 'NIFTY500', 'day', 'live', 150],
      ['NIFTY 500, days, closed', 'NIFTY500', 'day', 'close', 150],
      ['NIFTY 500, five minutes, closed', 'NIFTY500', '5min', 'close', 400],
      ['all NSE shares, days, closed', 'nse', 'day', 'close', 600],
    ] as const)

export const bench = async (report: Report): Promise<void> => {
  const product = await startProduct({ WARM_UP: 'off', MARKET_START: '2026-11-25 11:00' })
  try {
    const headers = await signIn(product)
    const ask = async (path: string, body: object): Promise<Answer> => {
      const answer = await fetch(`${product.address}/api/scan/${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', origin: product.address },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as { data: Answer }).data
    }
    const { server } = product.processes()
    await ask('scan', { logic: LOGIC, universe: 'NSE_TCS', interval: 'day' })
    const before = residentMb(server)
    for (const [name, universe, interval, moment, goal] of SCANS) {
      const body = { logic: LOGIC, universe, interval, moment }
      const began = performance.now()
      let answer = await ask('scan', body)
      while (answer.loading > 0 && performance.now() - began < COLD_MS_MAX) answer = await ask('scan', body)
      report.value({
        name: `${name}: first scan, ${answer.total} symbols without candles`,
        unit: 's',
        value: (performance.now() - began) / 1_000,
        goal: null,
      })
      const times: number[] = []
      for (let turn = 0; turn < ASKED; turn++) {
        await pause(PAUSE_MS)
        const asked = performance.now()
        await ask('scan', body)
        times.push(performance.now() - asked)
      }
      report.value({ name: `${name}: scan at the caller, p99`, unit: 'ms', value: p99(times), goal })
    }
    report.value({
      name: 'growth of the server with these columns',
      unit: 'MB',
      value: residentMb(server) - before,
      goal: 120,
    })
    const [, universe, interval, moment] = SCANS[0]
    const times: number[] = []
    for (let turn = 0; turn < ASKED; turn++) {
      await pause(PAUSE_MS)
      const asked = performance.now()
      await ask('why', { logic: LOGIC, universe, interval, moment, seg_sym: 'NSE_TCS' })
      times.push(performance.now() - asked)
    }
    report.value({ name: 'why not of one symbol, p99', unit: 'ms', value: p99(times), goal: 20 })
    for (const [path, goal] of [
      ['misses', null],
      ['history', null],
    ] as const) {
      const asked = performance.now()
      await ask(path, { logic: LOGIC, universe, interval, moment })
      report.value({ name: `${path} of ${SCANS[0][0]}`, unit: 'ms', value: performance.now() - asked, goal })
    }
  } finally {
    await product.dispose()
  }
}
