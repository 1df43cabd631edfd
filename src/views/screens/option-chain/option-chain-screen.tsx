import { useCallback, useEffect, useMemo, useState } from 'react'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { capOf } from '../../kit/control/keys-for.ts'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { useMedia } from '../../kit/hooks/use-media.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { HiddenTitle } from '../../kit/layout/hidden-title.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { actsOfOption } from '../../kit/option-chain/acts-of-option.ts'
import { ChainGrid } from '../../kit/option-chain/chain-grid.tsx'
import { ChainViews, ColumnsMenu } from '../../kit/option-chain/column-choice.tsx'
import { strikeInWords } from '../../kit/option-chain/columns.tsx'
import { optionAt } from '../../kit/option-chain/grid-cursor.ts'
import type { ChainCell } from '../../kit/option-chain/row.tsx'
import { type ShownChain, useChain } from '../../kit/option-chain/use-chain.ts'
import { type ShownDay, useOptionDay } from '../../kit/option-chain/use-option-day.ts'
import { type MenuPoint, RowMenu } from '../../kit/table/row-menu.tsx'
import { ChainHead } from './chain-head.tsx'
import { ContractBar } from './contract-bar.tsx'
import { DayPanel } from './day-panel.tsx'
import { ExpiryTabs, expiriesOf } from './expiry-tabs.tsx'
import { InterestPanel } from './interest-panel.tsx'
import styles from './option-chain-screen.module.css'
import { useHeldLots } from './use-held-lots.ts'
import { type ShownTermStructure, useTermStructure } from './use-term-structure.ts'
import { VolatilityPanel } from './volatility-panel.tsx'

/** Below it there is room for the chain or its charts, not both. */
const BOTH = '(min-width: 81.25rem)'

/** Underlying, expiry and contract are those of the Scalper: what is selected on one is selected on the other. */
export function OptionChainScreen() {
  const { dispatch } = useConsole()
  const underlying = useSnapshot('scalper', ({ context }) => context.underlying)
  const expiry = useSnapshot('scalper', ({ context }) => context.expiry)
  const isListed = useSnapshot('scalper', ({ context }) => context.instrument !== null)
  const shown = useChain(underlying, expiry)
  const chainKey = expiry === null ? null : `${underlying}:${expiry}`
  const ofDay = useOptionDay(chainKey)
  const symbol = tradingSymbolOf(underlying)
  useEffect(() => dispatch({ to: 'scalper', event: { type: 'scalper.trades', what: 'option' } }), [dispatch])
  return (
    <div className={styles.screen}>
      <HiddenTitle title={`${symbol} option chain`} />
      <ChainHead underlying={underlying} chain={shown.chain} day={ofDay.day} />
      {expiry === null && isListed ? (
        <EmptyNotice icon="options" title={`No options on ${symbol}`}>
          <OpenLine /> and type <code>chain nifty</code> for another chain.
        </EmptyNotice>
      ) : (
        <Body {...shown} {...{ underlying, expiry, chainKey, ofDay }} />
      )}
    </div>
  )
}

interface BodyProps extends ShownChain {
  readonly underlying: InstrumentId
  readonly expiry: IstDate | null
  readonly chainKey: string | null
  readonly ofDay: ShownDay
}

function Body({ chain, message, retry, underlying, expiry, chainKey, ofDay }: BodyProps) {
  const hasRoom = useMedia(BOTH)
  const [showsCharts, setShowsCharts] = useState(false)
  const ofStructure = useTermStructure(underlying)
  const { structure } = ofStructure
  if (chain === null && message !== null) return <ErrorNotice message={message} onRetry={retry} />
  if (chain === null || expiry === null || chainKey === null)
    return (
      <div className={styles.chain} role="status" aria-label="Option chain: loading">
        <Skeleton rows={16} />
      </div>
    )
  const areChartsShown = hasRoom || showsCharts
  return (
    <div className={styles.columns} data-both={hasRoom ? '' : undefined}>
      {(hasRoom || !showsCharts) && (
        <section className={styles.chain} aria-label="Option chain">
          <div className={styles.tools}>
            <ExpiryTabs chosen={expiry} expiries={expiriesOf(chain)} structure={structure} />
            <Tools message={message} retry={retry} />
            {!hasRoom && <ChartsSwitch isShown={false} onChange={setShowsCharts} />}
          </div>
          <Strikes chain={chain} />
        </section>
      )}
      {areChartsShown && (
        <Charts {...{ chain, chainKey, ofStructure, ofDay }}>
          {!hasRoom && <ChartsSwitch isShown onChange={setShowsCharts} />}
        </Charts>
      )}
    </div>
  )
}

interface ChartsSwitchProps {
  readonly isShown: boolean
  readonly onChange: (isShown: boolean) => void
}

function ChartsSwitch({ isShown, onChange }: ChartsSwitchProps) {
  return (
    <Button
      icon={isShown ? 'table' : 'chart'}
      keys="Shift O"
      data-answers="O"
      data-answers-title="Chain or its charts"
      onPress={() => onChange(!isShown)}
    >
      {isShown ? 'Chain' : 'Charts'}
    </Button>
  )
}

interface ToolsProps {
  readonly message: string | null
  readonly retry: () => void
}

function Tools({ message, retry }: ToolsProps) {
  const { run } = useConsole()
  const isFeedOpen = useSnapshot('quoteSocket', (quotes) => quotes.matches({ connected: 'open' }))
  const atm = { command: 'scalper.atm', args: {} } as const
  return (
    <div className={styles.views}>
      {!isFeedOpen && <Badge tone="amber">stale</Badge>}
      {message !== null && (
        <span className={styles.problem} role="alert">
          <bdi title={message}>{message}</bdi>
          <Button onPress={retry}>Retry</Button>
        </span>
      )}
      <Button kind="quiet" onPress={() => run(atm)} {...capOf(atm)}>
        ATM
      </Button>
      <ChainViews />
      <ColumnsMenu />
    </div>
  )
}

function Strikes({ chain }: { readonly chain: OptionChain }) {
  const console = useConsole()
  const { dispatch, setFocus } = console
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null)
  const view = useSnapshot('preferences', ({ context }) => context.chainView)
  const own = useSnapshot('preferences', ({ context }) => context.chainColumns)
  const strike = useSnapshot('scalper', ({ context }) => context.strike)
  const side = useSnapshot('scalper', ({ context }) => context.side)
  const held = useHeldLots(chain)
  const pick = useCallback(
    (cell: ChainCell) => dispatch({ to: 'scalper', event: { type: 'scalper.pick', ...cell } }),
    [dispatch],
  )
  const picked = useMemo(() => (strike === null ? null : { strike, side }), [strike, side])
  const option = picked === null ? null : optionAt(chain.strikes, picked)
  const sym = option?.sym ?? null
  useEffect(() => {
    if (sym !== null) setFocus({ kind: 'strike', key: sym, instrument: sym as InstrumentId })
  }, [setFocus, sym])
  if (chain.strikes.length === 0)
    return (
      <EmptyNotice icon="options" title="No strikes listed for this expiry">
        Try another expiry.
      </EmptyNotice>
    )
  return (
    <>
      <ChainGrid {...{ chain, picked, view, own, held }} isWhole onPick={pick} onMenu={setMenuAt} />
      {option !== null && <ContractBar option={option} lotSize={chain.lotSize} onMenu={setMenuAt} />}
      {menuAt !== null && picked !== null && option !== null && (
        <RowMenu
          label={`Commands for ${strikeInWords(picked.strike)} ${picked.side}`}
          acts={actsOfOption(console, option.sym as InstrumentId)}
          at={menuAt}
          onClose={() => setMenuAt(null)}
        />
      )}
    </>
  )
}

interface ChartsProps {
  readonly chain: OptionChain
  readonly chainKey: string
  readonly ofStructure: ShownTermStructure
  readonly ofDay: ShownDay
  readonly children?: React.ReactNode
}

function Charts({ chain, chainKey, ofStructure, ofDay, children }: ChartsProps) {
  const { dispatch } = useConsole()
  const [isTable, setTable] = useState(false)
  const strike = useSnapshot('scalper', ({ context }) => context.strike)
  const side = useSnapshot('scalper', ({ context }) => context.side)
  const pick = (at: number) => dispatch({ to: 'scalper', event: { type: 'scalper.pick', strike: at, side } })
  return (
    <div className={styles.charts}>
      {children}
      <InterestPanel {...{ chain, strike, isTable }} onTable={setTable} onPick={pick} />
      <VolatilityPanel {...{ chain, ofStructure, strike, isTable }} onPick={pick} />
      <DayPanel {...{ chain, chainKey, strike, isTable, ...ofDay }} />
    </div>
  )
}
