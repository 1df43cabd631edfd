import { openPnlAt } from '../../../../domain/deployments/live-pnl.ts'
import { formatNumber, formatSignedRupees } from '../../../../domain/format.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { toIstClock } from '../../../../domain/time.ts'
import type { DeploymentRun } from '../../../../machines/deployments/deployments.ts'
import { isCurrent, useQuote } from '../../../kit/hooks/use-quote.ts'
import { InstrumentName } from '../../../kit/instrument/instrument-name.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import text from '../../../theme/text.module.css'
import { heldInWords, isHeld, stateOfRun } from '../deployment-row.ts'
import styles from './deployment-panel.module.css'

export function PositionOfRun({ run }: { readonly run: DeploymentRun }) {
  return (
    <section className={styles.position} aria-label="Position">
      {isHeld(run) ? <Held run={run} /> : <Flat run={run} />}
    </section>
  )
}

function Flat({ run }: { readonly run: DeploymentRun }) {
  const { word, note } = stateOfRun(run)
  return (
    <p className={styles.line}>
      <span className={styles.words}>
        <b>{word}</b> <InstrumentName of={run.contract} symbol={tradingSymbolOf(run.contract)} />
        {run.leg !== null && <span className={text.muted}>{run.leg}</span>}
        {note !== '' && <span className={text.muted}>{note}</span>}
      </span>
    </p>
  )
}

function Held({ run }: { readonly run: DeploymentRun }) {
  const quote = useQuote(run.contract)
  const price = quote?.lastPrice ?? null
  const { averagePrice, contract, enteredAt } = run
  return (
    <>
      <p className={styles.line}>
        <span className={styles.words}>
          <b className={text[run.quantity < 0 ? 'sell' : 'buy']}>{heldInWords(run)}</b>{' '}
          <InstrumentName of={contract} symbol={tradingSymbolOf(contract)} />
          <span className={text.muted}>
            {`at ${formatNumber(averagePrice)}${enteredAt === null ? '' : `, ${toIstClock(enteredAt)}`}`}
          </span>
        </span>
        <span className={styles.live} data-stale={isCurrent(quote) ? undefined : ''}>
          <Signed
            value={price === null ? null : openPnlAt(run, price)}
            format={formatSignedRupees}
            className={styles.open ?? ''}
          />
        </span>
      </p>
      <Ruler run={run} price={price} />
    </>
  )
}

interface RulerProps {
  readonly run: DeploymentRun
  readonly price: number | null
}

function Ruler({ run: { stopPrice, targetPrice, averagePrice }, price }: RulerProps) {
  const scale = scaleOf({ stopPrice, targetPrice, averagePrice })
  if (scale === null) return <p className={text.muted}>No stop and no target</p>
  const at = price === null ? null : scale.shareOf(price)
  const entry = averagePrice === null ? null : scale.shareOf(averagePrice)
  const [from, to] = at === null || entry === null ? [0, 0] : [Math.min(at, entry), Math.max(at, entry)]
  return (
    <>
      <div className={styles.ruler} aria-hidden="true">
        <span
          className={styles.gone}
          data-tone={at !== null && entry !== null && at < entry ? 'down' : 'up'}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
        {entry !== null && <span className={styles.entry} style={{ left: `${entry * 100}%` }} />}
        {at !== null && (
          <span className={styles.now} style={{ left: `${at * 100}%` }}>
            <b>{formatNumber(price)}</b>
          </span>
        )}
      </div>
      <p className={styles.line}>
        <End name="stop" end={stopPrice} price={price} />
        <End name="target" end={targetPrice} price={price} />
      </p>
    </>
  )
}

interface EndProps {
  readonly name: 'stop' | 'target'
  readonly end: number | null
  readonly price: number | null
}

function End({ name, end, price }: EndProps) {
  if (end === null) return <span className={text.muted}>{`no ${name}`}</span>
  return (
    <span>
      <b className={name === 'stop' ? text.down : text.up}>{`${name} ${formatNumber(end)}`}</b>
      {price !== null && (
        <span className={text.muted}>{` · ${formatNumber(Math.abs(price - end))} away`}</span>
      )}
    </span>
  )
}

interface Scale {
  /** 0 at the stop, 1 at the target, and no further than these. */
  readonly shareOf: (price: number) => number
}

/** One end that is not set is as far from the entry as the other. Null without both. */
export const scaleOf = ({
  stopPrice,
  targetPrice,
  averagePrice,
}: Pick<DeploymentRun, 'stopPrice' | 'targetPrice' | 'averagePrice'>): Scale | null => {
  const mirrored = (end: number | null): number | null =>
    end === null || averagePrice === null ? null : 2 * averagePrice - end
  const stop = stopPrice ?? mirrored(targetPrice)
  const target = targetPrice ?? mirrored(stopPrice)
  if (stop === null || target === null || stop === target) return null
  return { shareOf: (price) => Math.min(1, Math.max(0, (price - stop) / (target - stop))) }
}
