import { memo } from 'react'
import { formatLots, formatSigned } from '../../../domain/format.ts'
import type { OptionType } from '../../../domain/instruments/instrument-index.ts'
import type { ChainStrike } from '../../../machines/options/option-chain.ts'
import styles from './chain-grid.module.css'
import { type ChainColumn, sideInWords, strikeInWords } from './columns.tsx'

export interface ChainCell {
  readonly strike: number
  readonly side: OptionType
}

export const keyOf = ({ strike, side }: ChainCell): string => `${strike}${side}`
export const idOf = (cell: ChainCell): string => `chain-${keyOf(cell)}`

export function Heading({ columns }: { readonly columns: readonly ChainColumn[] }) {
  const heads = [
    ...columns.toReversed().map(({ id, title, name }) => ({ id: `CE ${id}`, title, name, of: 'Call' })),
    { id: 'strike', title: 'Strike', name: 'Strike', of: '' },
    ...columns.map(({ id, title, name }) => ({ id: `PE ${id}`, title, name, of: 'Put' })),
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid cannot be a table
    <div role="rowgroup" className={styles.head}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the cell */}
      <div role="row" aria-rowindex={1} className={styles.heading}>
        {heads.map(({ id, title, name, of }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span
            key={id}
            role="columnheader"
            aria-colindex={index + 1}
            className={id === 'strike' ? styles.middle : of === 'Put' && id.endsWith('oi') ? styles.left : ''}
          >
            {of !== '' && (title === 'OI' ? `${of} ` : <span className="visually-hidden">{of} </span>)}
            {name === title ? (
              title
            ) : (
              <>
                <span className="visually-hidden">{name}</span>
                <span aria-hidden="true" title={name}>
                  {title}
                </span>
              </>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  readonly row: ChainStrike
  readonly index: number
  readonly top: number
  readonly columns: readonly ChainColumn[]
  readonly mostInterest: number
  readonly isAtm: boolean
  readonly isBelowSpot: boolean
  readonly cursor: OptionType | null
  readonly picked: OptionType | null
  /** Buy and sell are offered under the pointer. */
  readonly hasHover: boolean
  /** Lots, below 0 sold. */
  readonly heldCalls: number
  readonly heldPuts: number
}

export const Row = memo(function Row({
  row,
  index,
  top,
  columns,
  mostInterest,
  isAtm,
  isBelowSpot,
  cursor,
  picked,
  hasHover,
  heldCalls,
  heldPuts,
}: RowProps) {
  const { strike, ce, pe } = row
  const halves = [
    { type: 'CE', side: ce, columns: columns.toReversed(), isInTheMoney: isBelowSpot, from: 1 },
    { type: 'PE', side: pe, columns, isInTheMoney: !isBelowSpot && !isAtm, from: columns.length + 2 },
  ] as const
  const [calls, puts] = halves.map(({ type, side, columns: own, isInTheMoney, from }) =>
    own.map(({ id, cell }, at) => (
      // biome-ignore lint/a11y/useSemanticElements: a virtualised grid cannot be a table
      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the cell
      <span
        key={`${type} ${id}`}
        role="gridcell"
        aria-colindex={from + at}
        data-side={type}
        data-column={id}
        data-in-the-money={isInTheMoney ? '' : undefined}
        data-cursor={cursor === type ? '' : undefined}
        data-picked={picked === type ? '' : undefined}
        className={styles.cell}
        {...(id === 'ltp' ? { id: idOf({ strike, side: type }), 'aria-selected': picked === type } : {})}
      >
        {id === 'ltp' && cursor === type && (
          <span className="visually-hidden">{sideInWords(side, strike, type)} </span>
        )}
        {side === null ? '' : cell(side, mostInterest)}
        {id === 'ltp' && hasHover && side !== null && <BuyOrSell />}
      </span>
    )),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      role="row"
      aria-rowindex={index + 2}
      data-strike={strike}
      data-picked={picked === null ? undefined : ''}
      data-atm={isAtm ? '' : undefined}
      className={styles.row}
      style={{ top }}
    >
      {calls}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <span role="rowheader" aria-colindex={columns.length + 1} className={styles.strike}>
        <Held lots={heldCalls} of="call" />
        {strikeInWords(strike)}
        <Held lots={heldPuts} of="put" />
        {isAtm && <span className="visually-hidden"> at the money</span>}
      </span>
      {puts}
    </div>
  )
})

function Held({ lots, of }: { readonly lots: number; readonly of: 'call' | 'put' }) {
  if (lots === 0) return null
  const words = `${lots > 0 ? 'bought' : 'sold'} ${formatLots(Math.abs(lots))} of the ${of}`
  return (
    <span className={styles.held} data-of={of} data-sold={lots < 0 ? '' : undefined} title={words}>
      <span className="visually-hidden">{words}, </span>
      <span aria-hidden="true">{formatSigned(lots, 0)}</span>
    </span>
  )
}

/** For the mouse only: keys and the menu do the same. */
function BuyOrSell() {
  return (
    <span className={styles.hover} aria-hidden="true">
      <i data-act="buy" title="Buy">
        B
      </i>
      <i data-act="sell" title="Sell">
        S
      </i>
    </span>
  )
}
