import { isEdited } from '../../../domain/scanners/scan-address.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import type { SavedScanner } from '../../../machines/scanners/scanner-lists.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { clockInstant } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import styles from './scanner.module.css'
import type { ScannerOnScreen } from './use-scanner.ts'

export function ScannerTitle({ scanner }: { readonly scanner: ScannerOnScreen }) {
  const { saved } = scanner
  return (
    <ScreenTitle title={saved?.scannerName ?? 'New scanner'} actions={<Acts scanner={scanner} />}>
      <span className={styles.states}>
        {saved !== null && <Badge>{saved.isSample ? 'Sample' : `v${saved.version}`}</Badge>}
        {saved !== null && <AlertState saved={saved} />}
        <State scanner={scanner} />
      </span>
    </ScreenTitle>
  )
}

/** An alert keeps the rule that it was set with. */
function AlertState({ saved }: { readonly saved: SavedScanner }) {
  const alertUuid = saved.currentAlertUuid
  useKeptCurrent('alerts', alertUuid === null ? null : '')
  const alerts = useSnapshot('alerts', ({ context }) => context.output)
  const now = useMarketTime(MINUTE_MS)
  if (alertUuid === null) return null
  const alert = alerts?.find((one) => one.alertUuid === alertUuid)
  const since = alert === undefined ? '' : ` since ${clockInstant(alert.startedAt, now)}`
  const count = alert === undefined ? '' : `, ${alert.raisedToday} today`
  const isEarlier = alert !== undefined && isEdited(saved, alert)
  return (
    <Badge tone={isEarlier ? 'amber' : 'good'}>
      {`Alert on${since}${count}${isEarlier ? ', with an earlier rule' : ''}`}
    </Badge>
  )
}

const savedElsewhere = ({ of, saved, isEdited }: ScannerOnScreen): boolean =>
  isEdited && saved !== null && !saved.isSample && of.version !== null && saved.version > of.version

function State({ scanner }: { readonly scanner: ScannerOnScreen }) {
  const { run } = useConsole()
  const { of, saved, isEdited } = scanner
  const isOutdated = savedElsewhere(scanner)
  const words = (): string => {
    if (saved === null) return 'Not saved yet'
    if (isOutdated) return `v${saved.version} was saved elsewhere since; these are changes of v${of.version}`
    if (isEdited)
      return `Unsaved changes${saved.isSample ? '; saving makes it yours' : ` of v${saved.version}`}`
    return saved.isSample ? 'Saving makes it yours' : 'Saved'
  }
  return (
    <>
      <span className={styles.state} data-unsaved={isEdited || saved === null ? '' : undefined} role="status">
        {words()}
      </span>
      {isEdited && saved !== null && (
        <Button kind="quiet" onPress={() => run({ command: 'scanner.startOver', args: {} })}>
          {isOutdated ? `Take v${saved.version}` : 'Discard'}
        </Button>
      )}
    </>
  )
}

function Acts({ scanner }: { readonly scanner: ScannerOnScreen }) {
  const { run } = useConsole()
  const { saved, isEdited, draft, scanned } = scanner
  const isPhone = useMedia(PHONE)
  const isOnline = useSnapshot('connectivity', (connectivity) => connectivity.matches('online'))
  const keys = (command: 'scan.again' | 'scanner.save' | 'alert.toggle') => {
    const bound = isPhone ? null : keysFor({ command, args: {} })
    return bound === null ? {} : { keys: bound }
  }
  const isOwn = saved !== null && !saved.isSample
  const hasRule = draft.logic.trim() !== '' && scanned !== null
  return (
    <>
      {!isPhone && (
        <Button isDisabled={!hasRule} onPress={() => run({ command: 'scan.backtest', args: {} })}>
          Backtest
        </Button>
      )}
      <Button
        isDisabled={!hasRule || !isOnline || (isOwn && isEdited)}
        {...keys('alert.toggle')}
        onPress={() => run({ command: 'alert.toggle', args: {} })}
      >
        {saved?.isLive ? 'Stop alert' : 'Set alert'}
      </Button>
      <Button
        isDisabled={!hasRule || (isOwn && !isEdited)}
        {...keys('scanner.save')}
        onPress={() => run({ command: 'scanner.save', args: {} })}
      >
        {isOwn ? `Save as v${saved.version + 1}` : 'Save'}
      </Button>
      <Button
        kind="primary"
        isDisabled={!hasRule}
        {...keys('scan.again')}
        onPress={() => run({ command: 'scan.again', args: {} })}
      >
        Scan again
      </Button>
    </>
  )
}
