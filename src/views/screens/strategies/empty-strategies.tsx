import { useEffect, useRef } from 'react'
import { isNarrowed } from '../../../machines/strategies/strategy-query.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { openLine } from '../../kit/open-path.ts'
import { filterInWords } from './list-filters.tsx'
import type { StrategyList } from './my-and-discover.ts'
import styles from './strategies.module.css'
import type { StrategyAddress } from './use-strategy-address.ts'

const SAMPLES_OFFERED = 5

interface EmptyProps {
  readonly list: StrategyList
  readonly address: StrategyAddress
}

export function EmptyStrategies({ list, address }: EmptyProps) {
  if (isNarrowed(address.query)) return <NoMatch address={address} />
  return list === 'strategies' ? <NoneSaved /> : <EmptyNotice icon="strategies" title="No samples here" />
}

/** The row that had the focus is gone, and Esc must reach this screen. */
function NoMatch({ address }: Pick<EmptyProps, 'address'>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [])
  return (
    <EmptyNotice icon="search" title={`Nothing matches ${filterInWords(address.query)}`}>
      <div ref={box}>
        <Button keys="Esc" onPress={address.clear}>
          Clear filters
        </Button>
      </div>
    </EmptyNotice>
  )
}

function NoneSaved() {
  const run = useCommand()
  const samples = useSnapshot('sampleStrategies', ({ context }) => context.known)
  return (
    <EmptyNotice icon="strategies" title="No strategies yet">
      <p>
        Backtest a line, then type <code>save strategy "NAME"</code>
        {samples.length > 0 && ', or copy a sample'}.
      </p>
      <Button onPress={() => run(openLine('bt '))}>Backtest a line</Button>
      {samples.length > 0 && (
        <ul className={styles.samples} aria-label="Samples">
          {samples.slice(0, SAMPLES_OFFERED).map(({ slug, algoName, trend, subCategory }) => (
            <li key={slug}>
              <bdi>{algoName}</bdi>
              <span>{`${trend} · ${subCategory}`}</span>
              <Button
                aria-label={`Copy ${algoName}`}
                onPress={() => run({ command: 'strategy.copy', args: { strategy: slug } })}
              >
                Copy
              </Button>
            </li>
          ))}
        </ul>
      )}
    </EmptyNotice>
  )
}
