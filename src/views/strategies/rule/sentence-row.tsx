import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { countOf, formatNumber } from '../../../domain/format.ts'
import { printCondition, printOperand, shortCondition } from '../../../domain/strategies/condition/print.ts'
import {
  type Comparator,
  type Condition,
  comparators,
  type Operand,
} from '../../../domain/strategies/condition/tree.ts'
import type { RowReading } from '../../../domain/strategies/rule-reading.ts'
import menu from '../../kit/control/menu.module.css'
import { Icon } from '../../kit/layout/icon.tsx'
import { GroupField } from './group-field.tsx'
import { OperandField } from './operand-field.tsx'
import { OperandWords } from './operand-words.tsx'
import styles from './rule-editor.module.css'

export type Slot = 'left' | 'right' | 'group'

export interface RowActs {
  readonly open: (slot: Slot) => void
  readonly attempt: (row: Condition) => void
  readonly done: (row: Condition, slot: Slot) => void
  readonly cancel: () => void
  readonly compare: (comparator: Comparator) => void
  readonly remove: () => void
}

export interface SentenceRowProps {
  readonly index: number
  readonly joiner: 'all' | 'any'
  readonly row: Condition
  readonly open: Slot | null
  readonly reading: RowReading | null
  /** In place of the reading. */
  readonly beside?: ReactNode
  readonly acts: RowActs
  readonly onFocus: () => void
}

const titleOf = (slot: Slot, index: number): string =>
  slot === 'left' ? `Row ${index + 1}, left` : `Row ${index + 1}, right`

export function SentenceRow({ index, joiner, row, open, reading, beside, acts, onFocus }: SentenceRowProps) {
  return (
    <li className={styles.row} data-open={open === null ? undefined : ''} onFocus={onFocus} data-row={index}>
      <span className={styles.joiner}>{index === 0 ? '' : joiner === 'all' ? 'and' : 'or'}</span>
      <span className={styles.slots}>
        {row.kind === 'compare' && row.as === undefined ? (
          <>
            <OperandSlot slot="left" index={index} row={row} isOpen={open === 'left'} acts={acts} />
            <ComparatorSlot index={index} chosen={row.comparator} onChoose={acts.compare} />
            <OperandSlot slot="right" index={index} row={row} isOpen={open === 'right'} acts={acts} />
          </>
        ) : (
          <GroupSlot index={index} row={row} isOpen={open === 'group'} acts={acts} />
        )}
      </span>
      {beside === undefined ? (
        <Now row={row} reading={reading} />
      ) : (
        <span className={styles.now}>{beside}</span>
      )}
      <AriaButton
        className={styles.remove ?? ''}
        aria-label={`Remove row ${index + 1}`}
        data-slot="remove"
        onPress={acts.remove}
      >
        <Icon name="close" size={12} />
      </AriaButton>
    </li>
  )
}

type Comparison = Extract<Condition, { kind: 'compare' }>

interface OperandSlotProps {
  readonly slot: 'left' | 'right'
  readonly index: number
  readonly row: Comparison
  readonly isOpen: boolean
  readonly acts: RowActs
}

function OperandSlot({ slot, index, row, isOpen, acts }: OperandSlotProps) {
  const operand = row[slot]
  const withOperand = (next: Operand): Condition => ({ ...row, [slot]: next })
  if (isOpen)
    return (
      <OperandField
        label={titleOf(slot, index)}
        initial={printOperand(operand)}
        onTry={(next) => acts.attempt(withOperand(next))}
        onDone={(next) => acts.done(withOperand(next), slot)}
        onCancel={acts.cancel}
      />
    )
  return (
    <AriaButton className={styles.slot ?? ''} data-slot={slot} onPress={() => acts.open(slot)}>
      <span className="visually-hidden">{titleOf(slot, index)}: </span>
      <OperandWords operand={operand} />
    </AriaButton>
  )
}

interface ComparatorSlotProps {
  readonly index: number
  readonly chosen: Comparator
  readonly onChoose: (comparator: Comparator) => void
}

function ComparatorSlot({ index, chosen, onChoose }: ComparatorSlotProps) {
  return (
    <MenuTrigger>
      <AriaButton
        className={styles.comparator ?? ''}
        aria-label={`Row ${index + 1}, comparison: ${chosen}`}
        data-slot="comparator"
      >
        {chosen}
      </AriaButton>
      <Popover className={menu.popover ?? ''} placement="bottom start">
        <Menu
          className={menu.menu ?? ''}
          aria-label="Comparison"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[chosen]}
          onSelectionChange={(keys) => {
            const [key] = keys
            const comparator = comparators.find((one) => one === key)
            if (comparator !== undefined) onChoose(comparator)
          }}
        >
          {comparators.map((comparator) => (
            <MenuItem key={comparator} id={comparator} className={menu.item ?? ''}>
              {comparator}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

interface GroupSlotProps {
  readonly index: number
  readonly row: Condition
  readonly isOpen: boolean
  readonly acts: RowActs
}

function GroupSlot({ index, row, isOpen, acts }: GroupSlotProps) {
  const written = shortCondition(row)
  if (isOpen)
    return (
      <GroupField
        label={`Row ${index + 1}`}
        initial={printCondition(row)}
        onDone={(next) => acts.done(next, 'group')}
        onCancel={acts.cancel}
      />
    )
  return (
    <AriaButton
      className={styles.slot ?? ''}
      aria-label={`Row ${index + 1}: ${written}`}
      data-slot="group"
      onPress={() => acts.open('group')}
    >
      <code className={styles.calculation}>{row.as ?? `( ${written} )`}</code>
    </AriaButton>
  )
}

function Now({ row, reading }: { readonly row: Condition; readonly reading: RowReading | null }) {
  if (reading === null) return <span className={styles.now} />
  const { left, right, isTrue, candlesAgo } = reading
  const isCross = row.kind === 'compare' && row.comparator.startsWith('crosses')
  const ago = isCross && candlesAgo !== null && candlesAgo > 0 ? `${countOf(candlesAgo, 'candle')} ago` : ''
  const isConstant = row.kind === 'compare' && row.right.kind === 'number'
  const values = [left, isConstant ? null : right].flatMap((value) =>
    value === null ? [] : [formatNumber(value)],
  )
  return (
    <span className={styles.now}>
      <span className={styles.ago}>{ago}</span>
      <span className={styles.values}>{values.join(' / ')}</span>
      <span className={styles.truth} data-true={isTrue ? '' : undefined}>
        {isTrue ? 'true' : 'false'}
      </span>
    </span>
  )
}
