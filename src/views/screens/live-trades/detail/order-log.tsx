import { useMemo } from 'react'
import { formatSignedRupees } from '../../../../domain/format.ts'
import { toIstClock } from '../../../../domain/time.ts'
import type { OrderLogLine } from '../../../../machines/deployments/deployment-log.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { ErrorNotice } from '../../../kit/layout/notice.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import text from '../../../theme/text.module.css'
import { showChecks } from '../deployment-calls.ts'
import styles from './deployment-panel.module.css'
import { checksInWords, entriesOfLog, type LogEntry, seqOf } from './log-entries.ts'

const noLines: readonly OrderLogLine[] = []

/** Empty while the log loads. */
export const useLogLines = (key: string): readonly OrderLogLine[] =>
  useSnapshot('deploymentLog', ({ context }) => (context.key === key ? context.lines : noLines))

export function OrderLog({ of }: { readonly of: string }) {
  const { run } = useConsole()
  const lines = useLogLines(of)
  const showsChecks = useSnapshot('deploymentLog', ({ context }) => context.showsChecks)
  const entries = useMemo(() => entriesOfLog(lines, { showsChecks }), [lines, showsChecks])
  return (
    <section className={styles.log} aria-label="Order log">
      <div className={styles.logHead}>
        <h3>Order log</h3>
        <Button
          kind="quiet"
          keys={keysFor(showChecks) ?? ''}
          aria-pressed={showsChecks}
          onPress={() => run(showChecks)}
        >
          All checks
        </Button>
      </div>
      <Entries of={of} entries={entries} />
    </section>
  )
}

function Entries({ of, entries }: { readonly of: string; readonly entries: readonly LogEntry[] }) {
  const { dispatch } = useConsole()
  const isLoaded = useSnapshot('deploymentLog', ({ context }) => context.key === of && context.isLoaded)
  const hasMore = useSnapshot('deploymentLog', ({ context }) => context.hasMore)
  const isLoadingOlder = useSnapshot('deploymentLog', (log) => log.matches('loadingOlder'))
  const message = useSnapshot('deploymentLog', (log) => (log.matches('failed') ? log.context.message : null))
  const retry = () => dispatch({ to: 'deploymentLog', event: { type: 'log.retry' } })
  if (message !== null && entries.length === 0) return <ErrorNotice message={message} onRetry={retry} />
  if (!isLoaded) {
    return (
      <div role="status" aria-label="Order log: loading">
        <Skeleton rows={4} />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.lines} tabIndex={0} aria-label="Lines of the order log">
      {message !== null && <ErrorNotice message={message} onRetry={retry} />}
      {entries.length === 0 && <p className={styles.none}>Nothing has happened yet.</p>}
      <ol>
        {entries.map((entry) => (
          <Entry key={seqOf(entry)} entry={entry} />
        ))}
      </ol>
      {hasMore && (
        <Button
          kind="quiet"
          isDisabled={isLoadingOlder}
          onPress={() => dispatch({ to: 'deploymentLog', event: { type: 'log.more' } })}
        >
          {isLoadingOlder ? 'Loading older lines' : 'Older lines'}
        </Button>
      )}
    </section>
  )
}

function Entry({ entry }: { readonly entry: LogEntry }) {
  if (entry.kind === 'checks') {
    return (
      <li className={styles.entryLine}>
        <time className={text.muted}>{toIstClock(entry.newest.at)}</time>
        <span className={text.muted}>{checksInWords(entry)}</span>
      </li>
    )
  }
  return <Line line={entry.line} />
}

/** The newest line that says more than that a check led to nothing. */
export function LastLine({ lines }: { readonly lines: readonly OrderLogLine[] }) {
  const line = lines.find(({ kind }) => kind !== 'evaluated') ?? lines[0]
  return (
    line !== undefined && (
      <ol>
        <Line line={line} />
      </ol>
    )
  )
}

function Line({ line: { at, kind, sentence, pnl, side } }: { readonly line: OrderLogLine }) {
  const isQuiet = kind === 'evaluated' || kind === 'signalled' || kind === 'exiting'
  const isBad = kind === 'failed' || kind === 'refused' || kind === 'incomplete'
  const isTrade = (kind === 'entered' || kind === 'exited') && side !== null
  return (
    <li className={styles.entryLine}>
      <time className={text.muted}>{toIstClock(at)}</time>
      <span className={isQuiet ? text.muted : isBad ? text.down : undefined}>
        {isTrade ? <Trade sentence={sentence} side={side} pnl={pnl} /> : sentence}
      </span>
    </li>
  )
}

interface TradeProps {
  readonly sentence: string
  readonly side: 'buy' | 'sell'
  readonly pnl: number | null
}

/** The verb in the colour of its side, the result in that of its sign; the words are the server's. */
function Trade({ sentence, side, pnl }: TradeProps) {
  const verb = /^\S+/.exec(sentence)?.[0] ?? ''
  const rest = sentence.slice(verb.length)
  const result = pnl === null ? '' : formatSignedRupees(pnl)
  const [before = '', after] = result === '' ? [rest] : rest.split(result, 2)
  return (
    <>
      <b className={text[side]}>{verb}</b>
      {before}
      {after !== undefined && (
        <>
          <Signed value={pnl} format={formatSignedRupees} className={text.strong ?? ''} />
          {after}
        </>
      )}
    </>
  )
}
