import { useEffect, useState } from 'react'
import { intervalInWords } from '../../../domain/charts/interval.ts'
import { countOf, formatNumber } from '../../../domain/format.ts'
import { keyOfScan } from '../../../domain/scanners/scan-address.ts'
import { universeWords } from '../../../domain/scanners/scanner.ts'
import { DAY_MS } from '../../../domain/time.ts'
import type { ScanHistoryReply } from '../../../machines/scanners/scan.ts'
import type { ScannerEntry } from '../../../machines/scanners/scanner-lists.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { shortInstant } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { SideBody, SidePanel, SideRule } from '../../kit/layout/side-panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { RuleText } from '../../kit/rule-text.tsx'
import { useScanAnswer } from '../../scanners/use-scan.ts'
import text from '../../theme/text.module.css'
import { actsOfScanner } from './acts-of-scanner.ts'
import styles from './scanners.module.css'

export function ScannerPanel({ entry }: { readonly entry: ScannerEntry | null }) {
  return (
    <SidePanel
      label="Scanner"
      title={entry?.scannerName ?? 'Scanner'}
      badges={
        <>
          {entry?.isLive && <Badge tone="good">Alert on</Badge>}
          {entry !== null && <Badge>{entry.isSample ? 'Sample' : `v${entry.version}`}</Badge>}
        </>
      }
    >
      {entry === null ? (
        <EmptyNotice title="No scanner selected" />
      ) : (
        <Reading key={entry.slug} entry={entry} />
      )}
    </SidePanel>
  )
}

/** The cursor moves faster than the market can be scanned. */
const PAUSE_MS = 300

function Reading({ entry }: { readonly entry: ScannerEntry }) {
  const app = useConsole()
  const { scannerName, logic, universe, interval, subCategory, note, isSample } = entry
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(true), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <SideBody label={`Rule and history of ${scannerName}`}>
        <SideRule>
          <RuleText rule={logic} />
          <p className={text.muted}>
            {[universeWords(universe), intervalInWords(interval), subCategory].join(' · ')}
          </p>
        </SideRule>
        <h3 className={text.section}>Last month</h3>
        {isPaused ? <LastMonth entry={entry} /> : <Skeleton rows={2} />}
        {note !== '' && <p className={styles.note}>{note}</p>}
        {!isSample && isPaused && <Versions slug={entry.slug} />}
      </SideBody>
      <div className={styles.acts}>
        {actsOfScanner(entry, app).map(({ id, title, keys, run }, index) => (
          <Button key={id} kind={index === 0 ? 'primary' : 'plain'} onPress={run} {...(keys ? { keys } : {})}>
            {title}
          </Button>
        ))}
      </div>
    </>
  )
}

const MONTH_DAYS = 31
const WIDTH = 200
const HEIGHT = 32

function LastMonth({ entry: { logic, universe, interval } }: { readonly entry: ScannerEntry }) {
  const { output, message, again } = useScanAnswer(
    'scanHistory',
    keyOfScan({ logic, universe, interval, moment: 'close' }),
  )
  if (output !== null) return <Month history={output} />
  if (message !== null) return <ErrorNotice message={message} onRetry={again} />
  return (
    <div role="status" aria-label="Last month: loading">
      <Skeleton rows={2} />
    </div>
  )
}

const stillRead = (symbols: number): string =>
  `; ${countOf(symbols, 'symbol is', 'symbols are')} still being read`

/** Candles shorter than a day: as many as are looked at, which may be less than a month. */
function Month({ history: { days, found, loading } }: { readonly history: ScanHistoryReply }) {
  const last = days.at(-1)?.at ?? 0
  const month = days.filter(({ at }) => at > last - MONTH_DAYS * DAY_MS)
  const all = month.reduce((sum, { found: count }) => sum + count, 0)
  const most = Math.max(1, ...month.map(({ found: count }) => count))
  const step = WIDTH / Math.max(1, month.length)
  const next = found.find(({ days: candles }) => candles === 5)
  return (
    <div className={styles.month}>
      <p>
        <b>{formatNumber(all, 0)}</b>
        {` found at ${countOf(month.length, 'close')}, ${formatNumber(most, 0)} at most`}
        {loading > 0 && <span className={text.muted}>{stillRead(loading)}</span>}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {month.map(({ at, found: count }, index) => {
          const height = (HEIGHT * count) / most
          return <rect key={at} x={index * step} width={step * 0.7} y={HEIGHT - height} height={height} />
        })}
      </svg>
      {next !== undefined && next.cases > 0 && (
        <p className={text.muted}>
          {`Five closes later, over ${formatNumber(next.cases, 0)} cases of 250 closes: median ${formatNumber(next.median, 1)}%, ${formatNumber(next.higher, 0)}% higher.`}
        </p>
      )}
    </div>
  )
}

function Versions({ slug }: { readonly slug: string }) {
  const { output: versions, message, again } = useScanAnswer('scannerVersions', slug)
  if (versions === null && message !== null) return <ErrorNotice message={message} onRetry={again} />
  if (versions === null || versions.length < 2) return null
  return (
    <>
      <h3 className={text.section}>Versions</h3>
      <ol className={styles.versions}>
        {versions.map(({ version, savedAt, changes }) => (
          <li key={version}>
            <b>{`v${version}`}</b> <span className={text.muted}>{shortInstant(savedAt, Date.now())}</span>
            {changes.map((change) => (
              <p key={change}>{change}</p>
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}
