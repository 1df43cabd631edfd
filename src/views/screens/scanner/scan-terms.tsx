import { intervalInWords } from '../../../domain/charts/interval.ts'
import { type Scan, scanIntervals } from '../../../domain/scanners/scan.ts'
import { universeWords } from '../../../domain/scanners/scanner.ts'
import { printUniverse, type ScanUniverse } from '../../../domain/scanners/universe.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Select } from '../../kit/control/field.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import styles from './scanner.module.css'

interface ScanTermsProps {
  readonly draft: Scan
  readonly onChange: (part: Partial<Scan>) => void
}

const named: readonly ScanUniverse[] = [
  ...(['NIFTY50', 'NIFTY100', 'NIFTY200', 'NIFTY500', 'BANKNIFTY', 'SENSEX'] as const).map(
    (index) => ({ kind: 'index', index }) as const,
  ),
  { kind: 'fno' },
  { kind: 'nse' },
]

const moments = [
  { value: 'close', label: 'Last close' },
  { value: 'live', label: 'Live' },
] as const

const candles = scanIntervals.map((value) => ({ value, label: intervalInWords(value) }))

/** Instruments are named by a line; what it named stays among the choices. */
export function ScanTerms({ draft, onChange }: ScanTermsProps) {
  const { run } = useConsole()
  const lists = useSnapshot('watchlists', ({ context }) => context.lists)
  const known = [
    ...named.map(printUniverse),
    ...lists.map(({ name }) => printUniverse({ kind: 'watchlist', name })),
  ]
  const universes = known.includes(draft.universe) ? known : [draft.universe, ...known]
  return (
    <div className={styles.terms}>
      <Select
        label="In"
        value={draft.universe}
        choices={universes.map((value) => ({ value, label: universeWords(value) }))}
        onChange={(universe) => onChange({ universe })}
      />
      <Select
        label="Candles"
        value={draft.interval}
        choices={candles}
        onChange={(interval) => onChange({ interval })}
      />
      <Segmented
        label="Which candle"
        value={draft.moment}
        choices={moments}
        onChange={(moment) => run({ command: 'scan.moment', args: { moment } })}
      />
    </div>
  )
}
