import { useCallback, useState } from 'react'
import { expiryDayInWords } from '../../../commands/grammar/instruments/expiry-words.ts'
import { formatNumber } from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { expiryParts } from '../../../domain/instruments/instrument-names.ts'
import type { IstDate } from '../../../domain/time.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { capOf } from '../../kit/control/keys-for.ts'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { actsOfOption } from '../../kit/option-chain/acts-of-option.ts'
import { ChainGrid } from '../../kit/option-chain/chain-grid.tsx'
import { ChainViews } from '../../kit/option-chain/column-choice.tsx'
import {
  BuildUp,
  type ChainSide,
  formatGamma,
  OiChange,
  strikeInWords,
} from '../../kit/option-chain/columns.tsx'
import { optionAt } from '../../kit/option-chain/grid-cursor.ts'
import type { ChainCell } from '../../kit/option-chain/row.tsx'
import { type ShownChain, useChain } from '../../kit/option-chain/use-chain.ts'
import { type MenuPoint, RowMenu } from '../../kit/table/row-menu.tsx'
import { below } from '../../kit/table/table-keys.ts'
import { ChainFigures } from './chain-figures.tsx'
import styles from './chain-panel.module.css'

const sides = [
  { value: 'CE', label: 'Calls' },
  { value: 'PE', label: 'Puts' },
] as const

const kinds = [
  { value: 'option', label: 'Options' },
  { value: 'underlying', label: 'Underlying' },
] as const

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
          {chain !== null && <Figure label="Days" value={formatNumber(chain.daysToExpiry, 1)} />}
        </>
      }
    >
      {expiry === null && isListed ? (
        <EmptyNotice icon="options" title={`No options on ${tradingSymbolOf(underlying)}`}>
          Trade the stock itself here. <OpenLine /> and type <code>chain nifty</code> for a chain.
        </EmptyNotice>
      ) : (
        <ChainBody {...shown} dayKey={`${underlying}:${expiry}`} />
      )}
    </Panel>
  )
}

function ChainBody({ chain, message, retry, dayKey }: ShownChain & { readonly dayKey: string }) {
  const console = useConsole()
  const { dispatch } = console
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null)
  const view = useSnapshot('preferences', ({ context }) => context.chainView)
  const own = useSnapshot('preferences', ({ context }) => context.chainColumns)
  const strike = useSnapshot('scalper', ({ context }) => context.strike)
  const side = useSnapshot('scalper', ({ context }) => context.side)
  const pick = useCallback(
    (cell: { readonly strike: number; readonly side: 'CE' | 'PE' }) =>
      dispatch({ to: 'scalper', event: { type: 'scalper.pick', ...cell } }),
    [dispatch],
  )
  const picked = strike === null ? null : { strike, side }
  const option = chain === null || picked === null ? null : optionAt(chain.strikes, picked)
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
      <CursorStrip />
      <ChainFigures chain={chain} dayKey={dayKey} />
      {message !== null && (
        <div className={styles.problem} role="alert">
          <bdi>{message}</bdi>
          <Button onPress={retry}>Retry</Button>
        </div>
      )}
      {chain.strikes.length === 0 ? (
        <EmptyNotice icon="options" title="No strikes listed for this expiry">
          Try another expiry.
        </EmptyNotice>
      ) : (
        <>
          <ChainGrid chain={chain} picked={picked} onPick={pick} view={view} own={own} onMenu={setMenuAt} />
          {picked !== null && option !== null && (
            <PickedLine cell={picked} option={option} onMenu={setMenuAt} />
          )}
        </>
      )}
      {menuAt !== null && picked !== null && option !== null && (
        <RowMenu
          label={`Commands for ${nameOfCell(picked)}`}
          acts={actsOfOption(console, option.sym as InstrumentId)}
          at={menuAt}
          onClose={() => setMenuAt(null)}
        />
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

const expiryInWords = (expiry: IstDate, expiries: readonly IstDate[]): string => {
  const day = expiryDayInWords(expiry).toUpperCase()
  if (expiries.length === 0) return day
  const kind = expiryParts(expiry, expiries).expiryName.split(' ').at(-1)?.toLowerCase()
  return `${day} · ${kind}`
}

function CursorStrip() {
  const { run } = useConsole()
  const side = useSnapshot('scalper', ({ context }) => context.side)
  const trades = useSnapshot('scalper', ({ context }) => context.trades)
  const atm = { command: 'scalper.atm', args: {} } as const
  return (
    <div className={styles.strip}>
      <Segmented
        label="Trade"
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
      <Button kind="quiet" onPress={() => run(atm)} {...capOf(atm)}>
        ATM
      </Button>
      <span className={styles.views}>
        <ChainViews />
      </span>
    </div>
  )
}

const nameOfCell = ({ strike, side }: ChainCell): string => `${strikeInWords(strike)} ${side}`

interface PickedLineProps {
  readonly cell: ChainCell
  readonly option: ChainSide
  readonly onMenu: (at: MenuPoint) => void
}

function PickedLine({ cell, option, onMenu }: PickedLineProps) {
  const { delta, gamma, theta, vega, buildUp } = option
  return (
    <div className={styles.picked}>
      <span className={styles.words}>
        <b>{nameOfCell(cell)}</b>
        <span>
          OI <OiChange of={option} /> {buildUp !== null && <BuildUp of={buildUp} />}
        </span>
        <span>
          Δ {formatNumber(delta, 2)} Γ {formatGamma(gamma)} Θ {formatNumber(theta, 1)} vega{' '}
          {formatNumber(vega, 1)}
        </span>
      </span>
      <Button
        kind="quiet"
        icon="more"
        aria-label={`Commands for ${nameOfCell(cell)}`}
        onPress={({ target }) => onMenu(below(target))}
      />
    </div>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <span>
      {label} <b>{value}</b>
    </span>
  )
}
