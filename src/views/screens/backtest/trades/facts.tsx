import {
  countOf,
  formatNumber,
  formatPercent,
  formatRupees,
  formatSigned,
  formatSignedRupees,
} from '../../../../domain/format.ts'
import { fullInstant } from '../../../kit/instants.ts'
import { Badge } from '../../../kit/layout/badge.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { heldFor } from '../statistics.ts'
import styles from './facts.module.css'
import type { TradeRow } from './trade-row.ts'

const reasons = {
  signal: 'exit condition true',
  stop: 'stop hit',
  trailing: 'trailing stop hit',
  target: 'target hit',
  lock: 'locked profit kept',
  'square-off': 'intraday square-off',
  expiry: 'expired and settled',
  end: 'end of the backtest',
} as const

export function TradeFacts({ trade }: Pick<TradeRow, 'trade'>) {
  const held = heldFor((trade.exitAt - trade.entryAt) / 60_000)
  const facts: readonly (readonly [string, string])[] = [
    ['Entry', `${formatNumber(trade.entryPrice)} on ${fullInstant(trade.entryAt)}`],
    ['Exit', `${formatNumber(trade.exitPrice)} on ${fullInstant(trade.exitAt)}`],
    ['Exit reason', reasons[trade.reason]],
    ['Held', `${held}, ${countOf(trade.candles, 'candle')}`],
    ['Gross P&L', formatSignedRupees(trade.grossPnl)],
    ['Charges', formatRupees(trade.charges)],
    ['Slippage included', formatRupees(trade.slippage)],
  ]
  return (
    <div className={styles.details}>
      <p className={styles.headline}>
        <Badge tone={trade.side === 'buy' ? 'blue' : 'sell'}>{trade.side === 'buy' ? 'Buy' : 'Sell'}</Badge>
        <span>{countOf(trade.quantity, 'unit')}</span>
        <Signed value={trade.netPnl} format={formatSignedRupees} className={styles.net ?? ''} />
      </p>
      <Reach trade={trade} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {trade.isAmbiguous && (
        <p className={styles.doubt}>
          {trade.legs === undefined
            ? 'One candle hit both stop and target; which came first is unknown, so the stop was assumed.'
            : 'The combined stop may not have been hit, or the target may have been hit first: within a candle, leg prices need not coincide. The stop was assumed.'}
        </p>
      )}
    </div>
  )
}

function Reach({ trade }: { readonly trade: TradeRow['trade'] }) {
  const sign = trade.side === 'buy' ? 1 : -1
  const worst = trade.entryPrice - sign * Math.abs(trade.adverseExcursion)
  const best = trade.entryPrice + sign * Math.abs(trade.favourableExcursion)
  const low = Math.min(worst, best, trade.entryPrice, trade.exitPrice)
  const range = Math.max(worst, best, trade.entryPrice, trade.exitPrice) - low || 1
  const leftOf = (price: number) => `${((price - low) / range) * 100}%`
  const share = (points: number) => formatPercent((Math.abs(points) / trade.entryPrice) * 100)
  return (
    <div className={styles.reach}>
      <div className={styles.rail} aria-hidden="true">
        <span className={styles.against} style={span(leftOf(worst), leftOf(trade.entryPrice))} />
        <span className={styles.favour} style={span(leftOf(best), leftOf(trade.entryPrice))} />
        <i className={styles.entry} style={{ left: leftOf(trade.entryPrice) }} />
        <i className={styles.exit} style={{ left: leftOf(trade.exitPrice) }} />
      </div>
      <p className={styles.words}>
        <span>
          adverse {formatSigned(-Math.abs(trade.adverseExcursion))} points ({share(trade.adverseExcursion)})
        </span>
        <span>
          favourable {formatSigned(Math.abs(trade.favourableExcursion))} points (
          {share(trade.favourableExcursion)})
        </span>
      </p>
    </div>
  )
}

const span = (one: string, other: string) => {
  const [from, to] = [Number.parseFloat(one), Number.parseFloat(other)]
  return { left: `${Math.min(from, to)}%`, width: `${Math.abs(to - from)}%` }
}
