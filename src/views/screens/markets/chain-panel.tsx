import { useCallback } from 'react'
import type { CommandCall } from '../../../commands/registry.ts'
import { dayOf, monthNames, monthOf } from '../../../domain/dates-in-words.ts'
import { formatNumber, formatPercent } from '../../../domain/format.ts'
import { expiryParts } from '../../../domain/instrument-names.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { OptionChain } from '../../../machines/option-chain.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { keysFor } from '../../kit/keys-for.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { OpenLine } from '../../kit/press-or-tap.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { ChainGrid } from './chain-grid.tsx'
import styles from './chain-panel.module.css'
import { symbolOf } from './scalper-names.ts'
import { type ShownChain, useChain } from './use-chain.ts'

const sides = [
  { value: 'CE', label: 'Calls' },
  { value: 'PE', label: 'Puts' },
] as const

const kinds = [
  { value: 'option', label: 'Options' },
  { value: 'underlying', label: 'Itself' },
] as const

/** The chain of the underlying, and where in it the keys of the screen stand. */
export function ChainPanel() {
  const underlying = useSnapshot('scalper', ({ context }) => context.underlying)
  const expiry = useSnapshot('scalper', ({ context }) => context.expiry)
  const isListed = useSnapshot('scalper', ({ context }) => context.instrument !== null)
  const shown = useChain(underlying, expiry)
  const isFeedOpen = useSnapshot('quoteSocket', (quotes) => quotes.matches({ connected: 'open' }))
  const { chain } = shown
  return (
    <Panel
      title="Option chain"
      note={expiry !== null && <ExpiryStepper expiry={expiry} expiries={chain?.expiries ?? []} />}
      aside={
        <>
          {!isFeedOpen && chain !== null && <Badge tone="amber">stale</Badge>}
          {chain !== null && <HeadFigures chain={chain} />}
        </>
      }
    >
      {expiry === null && isListed ? (
        <EmptyNotice icon="options" title={`${symbolOf(underlying)} has no options`}>
          The share itself is traded here. <OpenLine /> and type <code>chain nifty</code> for a chain.
        </EmptyNotice>
      ) : (
        <ChainBody {...shown} />
      )}
    </Panel>
  )
}

function ChainBody({ chain, message, retry }: ShownChain) {
  const { dispatch } = useConsole()
  const strike = useSnapshot('scalper', ({ context }) => context.strike)
  const side = useSnapshot('scalper', ({ context }) => context.side)
  const pick = useCallback(
    (place: { readonly strike: number; readonly side: 'CE' | 'PE' }) =>
      dispatch({ to: 'scalper', event: { type: 'scalper.pick', ...place } }),
    [dispatch],
  )
  if (chain === null && message !== null) return <ErrorNotice message={message} onRetry={retry} />
  if (chain === null) {
    return (
      <div role="status" aria-label="Option chain: loading">
        <Skeleton rows={14} />
      </div>
    )
  }
  return (
    <>
      <CursorStrip chain={chain} />
      {message !== null && (
        <div className={styles.problem} role="alert">
          <bdi>{message}</bdi>
          <Button onPress={retry}>Retry</Button>
        </div>
      )}
      {chain.strikes.length === 0 ? (
        <EmptyNotice icon="options" title="No strikes are listed for this expiry">
          Another expiry has some.
        </EmptyNotice>
      ) : (
        <ChainGrid chain={chain} picked={strike === null ? null : { strike, side }} onPick={pick} />
      )}
    </>
  )
}

function ExpiryStepper({
  expiry,
  expiries,
}: {
  readonly expiry: IstDate
  readonly expiries: readonly string[]
}) {
  const { run } = useConsole()
  const step = (by: 1 | -1) => run({ command: 'scalper.expiry', args: { by } })
  const isLast = expiries.length > 0 && expiries.at(-1) === expiry
  return (
    <span className={styles.stepper}>
      <Button
        kind="quiet"
        aria-label="Previous expiry"
        isDisabled={expiries[0] === expiry}
        onPress={() => step(-1)}
      >
        ‹
      </Button>
      <Badge>{expiryInWords(expiry, expiries as readonly IstDate[])}</Badge>
      <Button kind="quiet" aria-label="Next expiry" isDisabled={isLast} onPress={() => step(1)}>
        ›
      </Button>
    </span>
  )
}

/** `25 NOV · weekly`. */
const expiryInWords = (expiry: IstDate, expiries: readonly IstDate[]): string => {
  const day = `${dayOf(expiry)} ${(monthNames[monthOf(expiry) - 1] ?? '').slice(0, 3).toUpperCase()}`
  if (expiries.length === 0) return day
  const kind = expiryParts(expiry, expiries).expiryName.split(' ').at(-1)?.toLowerCase()
  return `${day} · ${kind}`
}

function HeadFigures({ chain }: { readonly chain: OptionChain }) {
  return (
    <span className={styles.figures}>
      <Figure label="PCR" value={formatNumber(chain.pcr)} />
      <Figure label="straddle IV" value={formatNumber(chain.straddleIv, 1)} />
    </span>
  )
}

function CursorStrip({ chain }: { readonly chain: OptionChain }) {
  const { run } = useConsole()
  const side = useSnapshot('scalper', ({ context }) => context.side)
  const trades = useSnapshot('scalper', ({ context }) => context.trades)
  const atm = { command: 'scalper.atm', args: {} } as const
  return (
    <div className={styles.strip}>
      <Segmented
        label="What the keys trade"
        value={trades}
        choices={kinds}
        onChange={(what) => run({ command: 'scalper.trades', args: { what } })}
      />
      {trades === 'option' && (
        <Segmented
          label="Side of the chain"
          value={side}
          choices={sides}
          onChange={(value) => run({ command: 'scalper.side', args: { side: value } })}
        />
      )}
      <Button kind="quiet" onPress={() => run(atm)} {...keysOf(atm)}>
        ATM
      </Button>
      <span className={styles.figures}>
        <Figure label="Straddle" value={formatNumber(chain.straddle)} />
        <Figure label="Max pain" value={formatNumber(chain.maxPain, 0)} />
        <Figure label="ATM IV" value={formatPercent(chain.atmIv, 1)} />
        <Figure label="Days" value={formatNumber(chain.daysToExpiry, 1)} />
      </span>
    </div>
  )
}

const keysOf = (call: CommandCall): { readonly keys?: string } => {
  const keys = keysFor(call)
  return keys === null ? {} : { keys }
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <span>
      {label} <b>{value}</b>
    </span>
  )
}
