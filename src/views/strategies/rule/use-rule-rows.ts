import { useState } from 'react'
import { parseCondition } from '../../../domain/strategies/condition/parse.ts'
import { printCondition } from '../../../domain/strategies/condition/print.ts'
import {
  type RuleRows,
  rowsOfRule,
  ruleOfRows,
  withoutRow,
  withRow,
  withRowMoved,
} from '../../../domain/strategies/condition/rule-rows.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import type { Slot } from './sentence-row.tsx'

export interface OpenSlot {
  readonly row: number
  readonly slot: Slot
  /** Just added: given up, it is removed again, and done, the next slot opens. */
  readonly isFresh: boolean
}

/** All of a new row is undone together. */
const groupOf = (open: OpenSlot | null): string | undefined => {
  if (open === null) return undefined
  return open.isFresh ? `row ${open.row}` : `row ${open.row} ${open.slot}`
}

/** A new row is a whole condition, so that the rule can be read while its slots are filled. */
const freshRow = ((): Condition => {
  const parsed = parseCondition('close > ema(close,20)')
  if (!parsed.ok) throw new Error('the row to begin with cannot be read')
  return parsed.tree
})()

const nothing: RuleRows = { joiner: 'all', rows: [] }

/** Null if the text cannot be read. */
const readRows = (logic: string): RuleRows | null => {
  if (logic.trim() === '') return nothing
  const parsed = parseCondition(logic)
  return parsed.ok ? rowsOfRule(parsed.tree) : null
}

/** The rows of a printed rule. `write` is given the rule with a change; one `group` is undone together. */
export function useRuleRows(logic: string, write: (logic: string, group?: string | undefined) => void) {
  const [open, setOpen] = useState<OpenSlot | null>(null)
  // A rule of one row does not say how the next is joined.
  const [joiner, setJoiner] = useState<RuleRows['joiner']>('all')
  const read = readRows(logic)
  const rows: RuleRows | null = read === null || read.rows.length > 1 ? read : { ...read, joiner }
  const put = (next: RuleRows, group?: string | undefined) => {
    const rule = ruleOfRows(next)
    write(rule === null ? '' : printCondition(rule), group)
  }
  const edit = (change: (now: RuleRows) => RuleRows, group?: string | undefined) => {
    if (rows !== null) put(change(rows), group)
  }
  return {
    rows,
    open,
    openSlot: (row: number, slot: Slot) => setOpen({ row, slot, isFresh: false }),
    add: () => {
      if (rows === null) return
      const row = rows.rows.length
      put(withRow(rows, row, freshRow), `row ${row}`)
      setOpen({ row, slot: 'left', isFresh: true })
    },
    attempt: (index: number, row: Condition) => edit((now) => withRow(now, index, row), groupOf(open)),
    /** Returns the slot that opens next, if one does. */
    done: (index: number, row: Condition, slot: Slot): Slot | null => {
      edit((now) => withRow(now, index, row), groupOf(open))
      const next = open?.isFresh === true && slot === 'left' ? 'right' : null
      setOpen(next === null ? null : { row: index, slot: next, isFresh: true })
      return next
    },
    replace: (index: number, row: Condition) => edit((now) => withRow(now, index, row)),
    cancel: (before: Condition | null) => {
      if (open !== null && rows !== null) {
        if (open.isFresh && open.slot === 'left') put(withoutRow(rows, open.row), groupOf(open))
        else if (before !== null) put(withRow(rows, open.row, before), groupOf(open))
      }
      setOpen(null)
    },
    remove: (index: number) => edit((now) => withoutRow(now, index)),
    move: (index: number, by: number) => edit((now) => withRowMoved(now, index, by)),
    join: (next: RuleRows['joiner']) => {
      setJoiner(next)
      edit((now) => ({ ...now, joiner: next }))
    },
  }
}

export type RuleEditing = ReturnType<typeof useRuleRows>
