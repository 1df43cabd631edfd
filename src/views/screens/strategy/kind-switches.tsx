import type { EntryType, ExitType, Strategy } from '../../../domain/strategies/strategy.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import type { Change } from './use-draft.ts'

const entryKinds = [
  { value: 'condition', label: 'Rule' },
  { value: 'time', label: 'At a time' },
  { value: 'direct', label: 'At once' },
] as const
const exitKinds = [
  { value: 'none', label: 'No rule' },
  { value: 'condition', label: 'Rule' },
  { value: 'time', label: 'At a time' },
] as const

interface KindProps {
  readonly draft: Strategy
  readonly change: Change<Partial<Omit<Strategy, 'category'>>>
}

/** Fields of the other kinds are dropped by the switch, and restored by undo. */
export function EntryKind({ draft, change }: KindProps) {
  const choose = (entryType: EntryType) => {
    const entryTime = entryType === 'time' ? draft.tradingStartTime : null
    const logic =
      entryType === 'condition'
        ? {}
        : draft.category === 'equity'
          ? { entryLogic: '' }
          : { entryUnderlyings: draft.entryUnderlyings.map((one) => ({ ...one, logic: '' })) }
    change({ entryType, entryTime, ...logic })
  }
  return <Segmented label="Entry by" value={draft.entryType} choices={entryKinds} onChange={choose} />
}

export function ExitKind({ draft, change }: KindProps) {
  const choose = (exitType: ExitType) => {
    const exitTime = exitType === 'time' ? draft.tradingStopTime : null
    const isRule = exitType === 'condition'
    const logic =
      draft.category === 'equity'
        ? isRule
          ? {}
          : { exitLogic: '' }
        : {
            exitUnderlyings: isRule
              ? draft.entryUnderlyings.map(({ segSym }) => ({ segSym, logic: '' }))
              : [],
          }
    change({ exitType, exitTime, ...logic })
  }
  return <Segmented label="Exit by" value={draft.exitType} choices={exitKinds} onChange={choose} />
}
