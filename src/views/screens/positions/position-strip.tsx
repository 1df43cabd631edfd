import type { CommandCall } from '../../../commands/registry.ts'
import { formatNumber } from '../../../domain/format.ts'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { CutName } from '../../kit/cut-name.tsx'
import { nameOfInstrument } from '../../kit/instrument-name.tsx'
import { PriceCell } from '../../kit/live-cells.tsx'
import type { RowAct } from '../../kit/row-menu.tsx'
import { EmptyStrip, Strip } from '../../kit/strip.tsx'
import text from '../../theme/text.module.css'
import { protectionInWords } from './bracket-of.ts'
import { isInStrip } from './position-acts.ts'
import { Pnl, Quantity } from './position-columns.tsx'
import { type PositionRow, unitsOfShare } from './position-row.ts'
import styles from './position-strip.module.css'

const shares = [25, 50, 75, 100] as const

interface PositionStripProps {
  readonly row: PositionRow | null
  readonly acts: readonly RowAct[]
}

/** The position the keys are about, and parts of it to leave. */
export function PositionStrip({ row, acts }: PositionStripProps) {
  const name = useSnapshot('instruments', ({ context }) =>
    row === null ? '' : nameOfInstrument(context.index, row.instrument, row.position.tradingsymbol),
  )
  if (row === null) return <EmptyStrip of="position" />
  const { position, bracket } = row
  const figures = [
    { label: 'LTP', value: <PriceCell of={row.instrument} otherwise={position.lastPrice} /> },
    { label: 'P&L', value: <Pnl row={row} /> },
    { label: 'Bought', value: sideInWords(position.buyQuantity, position.buyPrice) },
    { label: 'Sold', value: sideInWords(position.sellQuantity, position.sellPrice) },
    {
      label: 'Stop / target',
      value: `${protectionInWords(bracket?.stopPrice ?? null, bracket?.stop ?? null)} / ${protectionInWords(
        bracket?.targetPrice ?? null,
        bracket?.target ?? null,
      )}`,
    },
  ]
  return (
    <Strip
      label="Selected position"
      kicker="Selected"
      title={
        <>
          <CutName name={name} /> <Quantity of={position.quantity} />{' '}
          <span className={text.muted}>{position.product}</span>
        </>
      }
      acts={acts.filter(isInStrip)}
      figures={figures}
    >
      {row.isOpen && <PartialExit row={row} />}
    </Strip>
  )
}

function PartialExit({ row }: { readonly row: PositionRow }) {
  const { run } = useConsole()
  return (
    <fieldset className={styles.parts}>
      <legend className="visually-hidden">Leave a part</legend>
      {shares.map((share) => {
        const units = unitsOfShare(row.position, share)
        return (
          <Button
            key={share}
            aria-label={`Exit ${share} percent, ${formatNumber(units, 0)} units`}
            onPress={() => run(exitOf(row, share))}
          >
            {`${share}%`}
            <small className={text.muted}>{formatNumber(units, 0)}</small>
          </Button>
        )
      })}
    </fieldset>
  )
}

/** All of it is said without a number, so that a fill in between is left as well. */
const exitOf = (row: PositionRow, share: number): CommandCall => {
  const positions = [row.key]
  if (share === 100) return { command: 'position.exit', args: { positions } }
  const quantity = { kind: 'units', units: unitsOfShare(row.position, share) } as const
  return { command: 'position.exit', args: { positions, quantity } }
}

const sideInWords = (quantity: number, price: number): string =>
  quantity === 0 ? formatNumber(null) : `${formatNumber(quantity, 0)} @ ${formatNumber(price)}`
