import { startProduct } from '../../tests/support/browser/product.ts'
import { isBrief } from '../brief.ts'
import type { Report } from '../report.ts'
import { signIn } from './sign-in.ts'

/** A brief run shows with few alerts and a fast clock that each is judged. */
const RUN = isBrief
  ? ({ alerts: 3, universe: 'SENSEX', speed: 20, candles: 3 } as const)
  : ({ alerts: 300, universe: 'NIFTY500', speed: 2, candles: 4 } as const)
const MINUTE_MS = 60_000
const SHORTEST = 3

interface Hit {
  readonly bar: number
  readonly raised_at: number
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN

/** From the close of a one-minute candle to the hit that is stored and told of, in wall time. */
export const bench = async (report: Report): Promise<void> => {
  const { alerts, universe, speed, candles } = RUN
  const product = await startProduct({
    WARM_UP: 'off',
    MARKET_START: '2026-11-25 11:00',
    MARKET_CLOCK: `x${speed}`,
  })
  try {
    const headers = { ...(await signIn(product)), origin: product.address }
    const call = async <Data>(path: string, body?: object): Promise<Data> => {
      const answer = await fetch(`${product.address}/api/scan/${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { ...headers, 'content-type': 'application/json' },
      })
      // More in a second than the server takes of a user.
      if (answer.status === 429) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        return call(path, body)
      }
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as { data: Data }).data
    }
    const scan = { logic: 'close > sma(close,300)', universe, interval: 'min' }
    let loading = 1
    while (loading > 0) ({ loading } = await call<{ loading: number }>('scan', scan))
    const ids: string[] = []
    for (let index = 0; index < alerts; index++) {
      const logic = `close > sma(close,${SHORTEST + index})`
      ids.push((await call<{ alert_uuid: string }>('api/set_alert', { scan: { ...scan, logic } })).alert_uuid)
    }
    await new Promise((resolve) => setTimeout(resolve, (candles * MINUTE_MS) / speed))
    const late: number[] = []
    for (const id of ids) {
      const { data } = await call<{ data: readonly Hit[] }>(
        `api/get_alert_history?alert_uuid=${id}&limit=200`,
      )
      late.push(...data.map(({ bar, raised_at: at }) => (at - bar - MINUTE_MS) / speed))
    }
    report.value({ name: `${alerts} alerts on ${universe}: hits`, unit: '', value: late.length, goal: null })
    report.value({
      name: `${alerts} alerts on ${universe}, one-minute candles: closed to raised, p99`,
      unit: 'ms',
      value: p99(late),
      goal: 500,
    })
  } finally {
    await product.dispose()
  }
}
