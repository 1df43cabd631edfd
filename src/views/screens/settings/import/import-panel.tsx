import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { countOf, formatNumber } from '../../../../domain/format.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { IMPORT_FILES_MAX, type ImportStatus } from '../../../../machines/instruments/candle-import.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import text from '../../../theme/text.module.css'
import { BadRows } from './bad-rows.tsx'
import { toOffers } from './import-offers.ts'
import styles from './import-panel.module.css'
import { ImportProposal } from './import-proposal.tsx'
import { PriceBreaks } from './price-breaks.tsx'

/** Written all or nothing. */
export function ImportPanel() {
  const stage = useSnapshot('candleImport', ({ value }) =>
    typeof value === 'string' ? value : 'proposed' in value ? 'proposed' : 'importing',
  )
  const files = useSnapshot('candleImport', ({ context }) => context.files)
  const note = files.length === 0 ? 'CSV or text, plain, gzip or zip' : filesInWords(files)
  return (
    <Panel title="Import candles" note={note} className={styles.panel}>
      {stage === 'idle' && <Choose />}
      {(stage === 'sending' || stage === 'proposing' || stage === 'cancelling') && <Sending stage={stage} />}
      {stage === 'proposed' && <ImportProposal />}
      {stage === 'importing' && <Importing />}
      {stage === 'done' && <Done />}
      {stage === 'failed' && <Failed />}
    </Panel>
  )
}

function Choose() {
  const { dispatch } = useConsole()
  const choose = (files: readonly File[]) =>
    dispatch({ to: 'candleImport', event: { type: 'import.choose', files } })
  return (
    <DropZone
      className={styles.drop ?? ''}
      aria-label="Drop candle files here"
      onDrop={async ({ items }) => {
        const dropped = await Promise.all(
          items.map((item) => (item.kind === 'file' ? item.getFile() : Promise.resolve(null))),
        )
        choose(dropped.filter((file) => file !== null))
      }}
    >
      <p>Drop candle files here, or</p>
      <FileTrigger allowsMultiple onSelect={(list) => choose(Array.from(list ?? []))}>
        <Button icon="upload" kind="primary">
          Choose files
        </Button>
      </FileTrigger>
      <p className={text.muted}>
        Files of one instrument, one file each of many, or daily files of the exchange; {IMPORT_FILES_MAX} at
        most. You check how they are read before anything is saved.
      </p>
    </DropZone>
  )
}

function Bar({ label, done, all }: { readonly label: string; readonly done: number; readonly all: number }) {
  const percent = all === 0 ? 0 : Math.min(100, Math.round((done / all) * 100))
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={styles.bar} style={{ width: `${percent}%` }} />
    </div>
  )
}

function CancelButton({ children = 'Cancel' }: { readonly children?: string }) {
  const run = useCommand()
  return <Button onPress={() => run({ command: 'import.cancel', args: {} })}>{children}</Button>
}

function Sending({ stage }: { readonly stage: 'sending' | 'proposing' | 'cancelling' }) {
  const sent = useSnapshot('candleImport', ({ context }) => context.sentBytes)
  const all = useSnapshot('candleImport', ({ context }) => context.totalBytes)
  const words = {
    sending: 'Sending the files',
    proposing: 'Reading the first rows',
    cancelling: 'Cancelling',
  }
  return (
    <div className={styles.stage} role="status">
      <p>
        {words[stage]}
        {stage === 'sending' && `, ${megabytes(sent)} of ${megabytes(all)}`}
      </p>
      <Bar label="Sent" done={stage === 'sending' ? sent : all} all={all} />
      {stage !== 'cancelling' && <CancelButton />}
    </div>
  )
}

function Importing() {
  const status = useSnapshot('candleImport', ({ context }) => context.status)
  return (
    <div className={styles.stage} role="status">
      <p>
        Writing candles
        {status !== null && `, ${countOf(status.rows, 'row')} over ${countOf(status.days, 'day')}`}
      </p>
      <Bar label="Read" done={status?.bytesRead ?? 0} all={status?.bytesTotal ?? 0} />
      <CancelButton />
    </div>
  )
}

function Done() {
  const status = useSnapshot('candleImport', ({ context }) => context.status)
  const isAdjusted = useSnapshot('candleImport', ({ context }) => context.options?.onBreaks === 'adjust')
  const breaks = status?.priceBreaks ?? []
  const missing = (status?.missingKeys ?? []).map(tradingSymbolOf)
  const asides = [
    [status?.skippedRows, 'row outside the session skipped', 'rows outside the session skipped'],
    [status?.otherRows, 'row of other symbols skipped', 'rows of other symbols skipped'],
    [status?.sortedRows, 'unsorted row sorted', 'unsorted rows sorted'],
  ] as const
  return (
    <div className={styles.stage} role="status">
      <p className={styles.headline}>
        {countOf(status?.rows ?? 0, 'candle')} over {countOf(status?.days ?? 0, 'day')}
        {(status?.instrumentCount ?? 1) > 1 &&
          `, ${formatNumber(status?.instrumentCount ?? 0, 0)} instruments,`}{' '}
        {status?.rows === 1 ? 'is' : 'are'} stored.
      </p>
      <p className={text.muted}>
        {status?.firstDay} to {status?.lastDay}
        {asides.map(([count = 0, one, many]) => count > 0 && `, ${countOf(count, one, many)}`)}
      </p>
      {missing.length > 0 && <p className={text.muted}>No rows for {missing.join(', ')}.</p>}
      <FaultyRows status={status} words="skipped" />
      {breaks.length > 0 && (
        <PriceBreaks
          breaks={breaks}
          count={status?.priceBreakCount ?? 0}
          words={
            isAdjusted
              ? ['. Earlier prices were adjusted.', '. Not adjusted.']
              : ['. Not adjusted.', '. Not adjusted.']
          }
        />
      )}
      <CancelButton>Import more</CancelButton>
    </div>
  )
}

function FaultyRows({ status, words }: { readonly status: ImportStatus | null; readonly words: string }) {
  const mended = status?.mendedRows ?? []
  return (
    <>
      {status !== null && status.badRows.length > 0 && (
        <BadRows rows={status.badRows} count={status.badRowCount} words={words} />
      )}
      {mended.length > 0 && (
        <BadRows rows={mended} count={status?.mendedRowCount ?? 0} words="with high or low corrected" />
      )}
    </>
  )
}

function Failed() {
  const run = useCommand()
  const message = useSnapshot('candleImport', ({ context }) => context.message)
  const status = useSnapshot('candleImport', ({ context }) => context.status)
  const breaks = (status?.remedies?.includes('breaks') && status.priceBreaks) || []
  const offers = status === null ? [] : toOffers(status)
  return (
    <div className={styles.stage}>
      <p className={text.down} role="alert">
        <bdi>{message ?? 'Error importing candles'}</bdi>
      </p>
      {!message?.includes('othing was imported') && <p className={text.muted}>Nothing was saved.</p>}
      <FaultyRows status={status} words="that cannot be used" />
      {breaks.length > 0 && <PriceBreaks breaks={breaks} count={status?.priceBreakCount ?? 0} />}
      <div className={styles.acts}>
        {offers.map(({ label, changes }, index) => (
          <Button
            key={label}
            kind={index === 0 ? 'primary' : 'plain'}
            onPress={() => run({ command: 'import.again', args: { changes } })}
          >
            {label}
          </Button>
        ))}
        <Button
          kind={offers.length === 0 ? 'primary' : 'plain'}
          onPress={() => run({ command: 'import.again', args: {} })}
        >
          {offers.length === 0 ? 'Start again' : 'Change import settings'}
        </Button>
        <CancelButton>Choose other files</CancelButton>
      </div>
    </div>
  )
}

const megabytes = (bytes: number): string => `${formatNumber(bytes / 1e6, 1)} MB`

const filesInWords = (files: readonly File[]): string =>
  files.length === 1 ? (files[0]?.name ?? '') : `${files[0]?.name ?? ''} and ${files.length - 1} more`
