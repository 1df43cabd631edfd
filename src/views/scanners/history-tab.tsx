import { scaleLinear } from '@visx/scale'
import { countOf, formatNumber, formatSignedPercent } from '../../domain/format.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import { keyOfScan } from '../../domain/scanners/scan-address.ts'
import { OUTCOME_CANDLES } from '../../domain/scanners/scan-history.ts'
import { parseUniverse, universeInWords } from '../../domain/scanners/universe.ts'
import type { ScanHistoryReply } from '../../machines/scanners/scan.ts'
import { fullInstant } from '../kit/instants.ts'
import { ErrorNotice } from '../kit/layout/notice.tsx'
import { Skeleton } from '../kit/layout/skeleton.tsx'
import { Signed } from '../kit/price/signed.tsx'
import text from '../theme/text.module.css'
import styles from './scan.module.css'
import { useScanAnswer } from './use-scan.ts'

export function HistoryTab({ scan }: { readonly scan: Scan }) {
  const {
    output: history,
    message,
    again,
  } = useScanAnswer('scanHistory', keyOfScan({ ...scan, moment: 'close' }))
  if (history === null && message !== null) return <ErrorNotice message={message} onRetry={again} />
  if (history === null)
    return (
      <div role="status" aria-label="History: loading">
        <Skeleton rows={8} />
      </div>
    )
  return <History history={history} scan={scan} />
}

const WIDTH = 1000
const HEIGHT = 100

function History({ history, scan }: { readonly history: ScanHistoryReply; readonly scan: Scan }) {
  const { days } = history
  const all = days.reduce((sum, { found: count }) => sum + count, 0)
  const most = Math.max(1, ...days.map(({ found: count }) => count))
  const y = scaleLinear({ domain: [0, most], range: [0, HEIGHT] })
  const step = WIDTH / Math.max(1, days.length)
  const known = parseUniverse(scan.universe)
  const name = known === null ? scan.universe : universeInWords(known)
  const candles = scan.interval === 'day' ? 'day' : 'candle'
  return (
    <div className={styles.history}>
      <p>
        <b>{formatNumber(days.length === 0 ? 0 : all / days.length, 1)}</b>
        {` found at a close on average, ${formatNumber(most, 0)} at most, over the last ${countOf(days.length, 'candle')}.`}
      </p>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Found at each of the last ${countOf(days.length, 'close')}`}
      >
        {days.map(({ at, found: count }, index) => (
          <rect key={at} x={index * step} width={step * 0.8} y={HEIGHT - y(count)} height={y(count)}>
            <title>{`${fullInstant(at)}: ${count}`}</title>
          </rect>
        ))}
      </svg>
      <Outcomes history={history} name={name} candles={candles} />
      <p className={text.muted}>
        {`Survivorship bias: today’s members of ${name} are used for all days. One symbol that is found on several days in a row counts once for each.`}
      </p>
    </div>
  )
}

interface OutcomesProps {
  readonly history: ScanHistoryReply
  readonly name: string
  readonly candles: string
}

function Outcomes({ history: { found, universe }, name, candles }: OutcomesProps) {
  return (
    <table className={styles.outcomes}>
      <caption>What followed, from the close at which a symbol was found</caption>
      <thead>
        <tr>
          <th scope="col">After</th>
          <th scope="col">Cases</th>
          <th scope="col">Lower quartile</th>
          <th scope="col">Median</th>
          <th scope="col">Upper quartile</th>
          <th scope="col">Higher</th>
          <th scope="col">{`${name}: median`}</th>
          <th scope="col">{`${name}: higher`}</th>
        </tr>
      </thead>
      <tbody>
        {OUTCOME_CANDLES.map((count) => {
          const one = found.find(({ days: after }) => after === count)
          const own = universe.find(({ days: after }) => after === count)
          return (
            <tr key={count}>
              <th scope="row">{`${count} ${candles}${count === 1 ? '' : 's'}`}</th>
              <td>{formatNumber(one?.cases ?? 0, 0)}</td>
              <td>
                <Signed value={one?.lowerQuartile ?? null} format={formatSignedPercent} />
              </td>
              <td>
                <b>
                  <Signed value={one?.median ?? null} format={formatSignedPercent} />
                </b>
              </td>
              <td>
                <Signed value={one?.upperQuartile ?? null} format={formatSignedPercent} />
              </td>
              <td>{one === undefined ? '–' : `${formatNumber(one.higher, 0)}%`}</td>
              <td>
                <Signed value={own?.median ?? null} format={formatSignedPercent} />
              </td>
              <td>{own === undefined ? '–' : `${formatNumber(own.higher, 0)}%`}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
