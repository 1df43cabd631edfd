import type { CommandCall } from '../../../commands/registry.ts'
import { formatLots, formatNumber } from '../../../domain/format.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { CutName } from '../../kit/instrument/cut-name.tsx'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { EmptyStrip, Strip } from '../../kit/layout/strip.tsx'
import { PriceCell } from '../../kit/price/live-cells.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import { protectionInWords, stopInWords } from '../../positions/bracket-of.ts'
import { isInStrip } from '../../positions/position-acts.ts'
import { Quantity } from '../../positions/position-columns.tsx'
import { type ExitShare, exitSharesOf, type PositionRow } from '../../positions/position-row.ts'
import text from '../../theme/text.module.css'
import styles from './position-strip.module.css'

interface PositionStripProps {
  readonly row: PositionRow | null
  readonly acts: readonly RowAct[]
}

export function PositionStrip({ row, acts }: PositionStripProps) {
  const name = useSnapshot('instruments', ({ context }) =>
    row === null ? '' : nameOfInstrument(context.index, row.instrument, row.position.tradingsymbol),
  )
  if (row === null) return <EmptyStrip of="position" />
  const { position, bracket } = row
  const figures = [
    { label: 'LTP', value: <PriceCell of={row.instrument} otherwise={position.lastPrice} /> },
    { label: 'Bought', value: sideInWords(position.buyQuantity, position.buyPrice) },
    { label: 'Sold', value: sideInWords(position.sellQuantity, position.sellPrice) },
    {
      label: 'Stop / target',
      value: `${stopInWords(bracket?.stopPrice ?? null, bracket?.stop ?? null)} / ${protectionInWords(
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
      <legend className="visually-hidden">Partial exit</legend>
      {exitSharesOf(row.position).map((share) => (
        <Button
          key={share.percent}
          aria-label={`Exit ${share.percent} percent, ${unitsInWords(row, share, 'units')}`}
          onPress={() => run(exitOf(row, share))}
        >
          {share.percent === 100 ? 'All' : `${share.percent}%`}
          <small className={text.muted}>{unitsInWords(row, share)}</small>
        </Button>
      ))}
    </fieldset>
  )
}

/** `2 lots`; the number of units if it is not a whole number of lots. */
const unitsInWords = ({ position: { lotSize } }: PositionRow, { units }: ExitShare, of = ''): string => {
  if (lotSize > 1 && units % lotSize === 0) return formatLots(units / lotSize)
  return `${formatNumber(units, 0)} ${of}`.trim()
}

/** A full exit sends no quantity, so that it includes fills that happen in between. */
const exitOf = (row: PositionRow, { percent, units }: ExitShare): CommandCall => {
  const positions = [row.key]
  if (percent === 100) return { command: 'position.exit', args: { positions } }
  return { command: 'position.exit', args: { positions, quantity: { kind: 'units', units } } }
}

const sideInWords = (quantity: number, price: number): string =>
  quantity === 0 ? formatNumber(null) : `${formatNumber(quantity, 0)} @ ${formatNumber(price)}`
