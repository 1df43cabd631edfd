import { useEffect } from 'react'
import { formatCompact, formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { Depth } from '../../../machines/quotes/depth.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import styles from './depth-ladder.module.css'

const LEVELS = 5

/** A click on a price sets it as the limit of the next order. */
export function DepthLadder({ of }: { readonly of: InstrumentId }) {
  const { dispatch } = useConsole()
  useEffect(() => {
    dispatch({ to: 'depth', event: { type: 'depth.watch', instrument: of } })
    return () => dispatch({ to: 'depth', event: { type: 'depth.unwatch' } })
  }, [dispatch, of])
  const depth = useSnapshot('depth', ({ context }) => (context.instrument === of ? context.depth : null))
  const message = useSnapshot('depth', ({ context }) => context.message)
  return (
    <div className={styles.ladder} data-stale={message === null ? undefined : ''}>
      <table className={styles.levels}>
        <caption className="visually-hidden">Market depth, best prices first</caption>
        <thead>
          <tr>
            <th scope="col">Qty</th>
            <th scope="col">Bid</th>
            <th scope="col">Ask</th>
            <th scope="col">Qty</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: LEVELS }, (_, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            <Level key={level} depth={depth} level={level} />
          ))}
        </tbody>
      </table>
      <Totals depth={depth} message={message} />
    </div>
  )
}

function Level({ depth, level }: { readonly depth: Depth | null; readonly level: number }) {
  const bid = depth?.bids[level] ?? null
  const ask = depth?.asks[level] ?? null
  const most = Math.max(
    1,
    ...[...(depth?.bids ?? []), ...(depth?.asks ?? [])].map(({ quantity }) => quantity),
  )
  return (
    <tr>
      <td className={styles.bidBar}>
        <i style={{ width: `${(100 * (bid?.quantity ?? 0)) / most}%` }} />
        <span>{bid === null ? '' : formatCompact(bid.quantity)}</span>
      </td>
      <td>{bid !== null && <PriceButton price={bid.price} name="bid" />}</td>
      <td>{ask !== null && <PriceButton price={ask.price} name="ask" />}</td>
      <td className={styles.askBar}>
        <i style={{ width: `${(100 * (ask?.quantity ?? 0)) / most}%` }} />
        <span>{ask === null ? '' : formatCompact(ask.quantity)}</span>
      </td>
    </tr>
  )
}

function PriceButton({ price, name }: { readonly price: number; readonly name: 'bid' | 'ask' }) {
  const { run } = useConsole()
  return (
    <button
      type="button"
      className={`${styles.price} ${name === 'bid' ? styles.bid : styles.ask}`}
      aria-label={`Limit ${formatNumber(price)}, ${name}`}
      onClick={() => run({ command: 'scalper.price', args: { price: { kind: 'rupees', price } } })}
    >
      {formatNumber(price)}
    </button>
  )
}

function Totals({ depth, message }: { readonly depth: Depth | null; readonly message: string | null }) {
  if (message !== null) {
    return (
      <p className={styles.problem} role="status">
        <bdi>{message}</bdi>
      </p>
    )
  }
  const buy = depth?.buyQuantity ?? 0
  const sell = depth?.sellQuantity ?? 0
  const share = buy + sell === 0 ? 50 : (100 * buy) / (buy + sell)
  return (
    <div className={styles.totals}>
      <span>{depth === null ? '' : `${formatCompact(buy)} bid`}</span>
      <span className={styles.balance} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <span>{depth === null ? '' : `${formatCompact(sell)} offered`}</span>
    </div>
  )
}
