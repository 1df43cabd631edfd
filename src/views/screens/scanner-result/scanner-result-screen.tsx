import { useMemo } from 'react'
import { useSearch } from 'wouter'
import type { Scan } from '../../../domain/scanners/scan.ts'
import { readScan, scanInWords, whyIn } from '../../../domain/scanners/scan-address.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import { RuleText } from '../../kit/rule-text.tsx'
import table from '../../kit/table/table-screen.module.css'
import { RulePanel } from '../../scanners/rule-panel.tsx'
import styles from '../../scanners/scan.module.css'
import { ScanBody } from '../../scanners/scan-body.tsx'
import text from '../../theme/text.module.css'

export function ScannerResultScreen() {
  const search = useSearch()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const scan = useMemo(() => readScan(query), [query])
  return (
    <div className={table.screen}>
      <Title scan={scan} />
      {scan === null ? (
        <NoScan />
      ) : (
        <ScanBody
          key={scan.logic}
          scan={scan}
          asked={whyIn(query)}
          rule={(result) => <RulePanel scan={scan} result={result} />}
        />
      )}
    </div>
  )
}

const moments = [
  { value: 'close', label: 'Last close' },
  { value: 'live', label: 'Live' },
] as const

function Title({ scan }: { readonly scan: Scan | null }) {
  const { run } = useConsole()
  const isPhone = useMedia(PHONE)
  const keys = (command: 'scan.edit' | 'scan.again') => {
    const bound = isPhone ? null : keysFor({ command, args: {} })
    return bound === null ? {} : { keys: bound }
  }
  const actions = scan !== null && (
    <>
      <Segmented
        label="Which candle"
        value={scan.moment}
        choices={moments}
        onChange={(moment) => run({ command: 'scan.moment', args: { moment } })}
      />
      {!isPhone && (
        <>
          <Button onPress={() => run({ command: 'scan.backtest', args: {} })}>Backtest</Button>
          <Button {...keys('scan.edit')} onPress={() => run({ command: 'scan.edit', args: {} })}>
            Change
          </Button>
        </>
      )}
      <Button kind="primary" {...keys('scan.again')} onPress={() => run({ command: 'scan.again', args: {} })}>
        Scan again
      </Button>
    </>
  )
  return (
    <ScreenTitle title="Scan" actions={actions || undefined}>
      {scan !== null && <span className={text.muted}>{scanInWords(scan)}</span>}
    </ScreenTitle>
  )
}

const examples = [
  'scan rsi(14) < 30 and close > sma(close,200) on nifty500 day',
  'scan close crosses above ema(close,20) on nifty 50 15min',
  'scan close > highest(high,20,1) and volume > 2 * sma(volume,20) on f&o day closed',
]

function NoScan() {
  const { run } = useConsole()
  return (
    <EmptyNotice icon="scanners" title="Scan the market with one line">
      <ul className={styles.examples}>
        {examples.map((line) => (
          <li key={line}>
            <button type="button" className={styles.example} onClick={() => run(openLine(line))}>
              <RuleText rule={line} />
            </button>
          </li>
        ))}
      </ul>
    </EmptyNotice>
  )
}
