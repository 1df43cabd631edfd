import type { LogLine } from '../../deployments/deployment.ts'
import { fromRupees, type Paise, toRupees } from '../../money.ts'

export interface DeploymentFigures {
  /** Legs of options count one by one. */
  readonly entries: number
  readonly exits: number
  /** Rupees after charges, of the trades that ended; so are `charges`. */
  readonly pnl: number
  readonly charges: number
  readonly late: number
  readonly refusedByLimit: number
  readonly refusedByBroker: number
}

export const countedKinds = ['entered', 'exited', 'dropped', 'skipped', 'refused'] as const

type CountedLine = Pick<LogLine, 'kind' | 'cause' | 'pnl' | 'charges'>

export const figuresOfLines = (lines: readonly CountedLine[]): DeploymentFigures => {
  const count = (is: (line: CountedLine) => boolean): number => lines.filter(is).length
  const exited = lines.filter(({ kind }) => kind === 'exited')
  const sum = (of: (line: CountedLine) => number | null): number =>
    toRupees(exited.reduce((total, line) => total + fromRupees(of(line) ?? 0), 0) as Paise)
  return {
    entries: count(({ kind }) => kind === 'entered'),
    exits: exited.length,
    pnl: sum(({ pnl }) => pnl),
    charges: sum(({ charges }) => charges),
    late: count(({ cause, kind }) => kind !== 'exited' && cause === 'late'),
    refusedByLimit: count(({ cause, kind }) => kind === 'skipped' && cause === 'limit'),
    refusedByBroker: count(({ cause, kind }) => kind === 'refused' && cause === 'refused'),
  }
}
