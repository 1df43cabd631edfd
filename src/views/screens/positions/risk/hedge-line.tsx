import { useState } from 'react'
import { formatLots, formatSigned, formatSignedRupees } from '../../../../domain/format.ts'
import type { Hedge } from '../../../../domain/positions/hedge.ts'
import { asItIs, groupGreeksIf, hedgesFor } from '../../../../domain/positions/risk.ts'
import type { UnderlyingRisk } from '../../../../machines/positions/risk.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { nameOfInstrument } from '../../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import text from '../../../theme/text.module.css'
import styles from './risk.module.css'

interface HedgeLineProps {
  readonly group: UnderlyingRisk
  readonly rate: number
}

export function HedgeLine({ group, rate }: HedgeLineProps) {
  const { run } = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const [areAllShown, setAllShown] = useState(false)
  const delta = groupGreeksIf(group, asItIs, rate)?.delta ?? null
  const hedges = delta === null ? [] : hedgesFor(group, delta, rate)
  const [best] = hedges
  if (best === undefined || delta === null) return null
  const nameOf = ({ sym }: Hedge) => nameOfInstrument(index, sym, sym)
  const preview = ({ sym }: Hedge) =>
    run({ command: 'position.hedge', args: { underlying: group.underlying, contract: sym } })
  const shown = areAllShown ? hedges : [best]
  return (
    <ul className={styles.hedges} aria-label="Hedges">
      {shown.map((hedge) => (
        <li key={hedge.sym}>
          <Badge tone="blue">{`Hedge ${nameOfInstrument(index, group.underlying, group.underlying)}`}</Badge>
          <span className={styles.words}>
            <b>{`${hedge.side === 'buy' ? 'Buy' : 'Sell'} ${formatLots(hedge.lots)} ${nameOf(hedge)}`}</b>{' '}
            brings delta from <b>{formatSigned(delta, 0)}</b> to <b>{formatSigned(hedge.deltaAfter, 0)}</b>
            {hedge.kind === 'option' && (
              <span className={text.muted}>
                {` premium ${formatSignedRupees(hedge.premium, 0)}, theta ${formatSignedRupees(hedge.theta, 0)} a day`}
              </span>
            )}
          </span>
          <Button
            {...(hedge === best
              ? { keys: 'h', 'data-answers': 'h' }
              : { 'aria-label': `Preview ${nameOf(hedge)}` })}
            onPress={() => preview(hedge)}
          >
            Preview
          </Button>
          {hedge === best && hedges.length > 1 && (
            <Button
              kind="quiet"
              keys="Shift H"
              data-answers="H"
              aria-expanded={areAllShown}
              onPress={() => setAllShown(!areAllShown)}
            >
              {areAllShown ? 'Less' : 'More'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
