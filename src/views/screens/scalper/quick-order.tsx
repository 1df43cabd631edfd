import { useEffect } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { formatCompactRupees, formatNumber, formatRupees } from '../../../domain/format.ts'
import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import { instrumentTitle } from '../../../domain/instruments/instrument-names.ts'
import { LOTS_MAX, productsOf } from '../../../domain/options/scalper-trade.ts'
import type { Product, Side } from '../../../domain/orders/order.ts'
import { acceptsMarketOrders } from '../../../domain/orders/order-types.ts'
import { isOwnLimitCode } from '../../../domain/orders/own-limits.ts'
import { ArmingBar } from '../../kit/arming/arming-bar.tsx'
import { useIsArmed } from '../../kit/arming/use-is-armed.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Select } from '../../kit/control/field.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { OpenLine, PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { StepField } from '../../kit/control/step-field.tsx'
import { useBest } from '../../kit/hooks/use-sides.ts'
import { BookBadge } from '../../kit/instrument/book-badge.tsx'
import { CutName } from '../../kit/instrument/cut-name.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import { LimitsButton } from '../../kit/price/limits-button.tsx'
import { DepthLadder } from './depth-ladder.tsx'
import styles from './quick-order.module.css'

export function QuickOrder() {
  const { run, dispatch } = useConsole()
  const instrument = useTraded()
  const isLoading = useSnapshot('scalper', (scalper) => !scalper.matches({ cursor: 'found' }))
  const isArmed = useIsArmed()
  const toggle = { command: 'arming.toggle', args: {} } as const
  useEffect(() => {
    dispatch({ to: 'scalper', event: { type: 'scalper.shown' } })
    return () => dispatch({ to: 'scalper', event: { type: 'scalper.hidden' } })
  }, [dispatch])
  return (
    <Panel
      title="Quick order"
      className={isArmed ? styles.armed : undefined}
      note={<BookBadge />}
      aside={
        <Button
          kind="quiet"
          aria-pressed={isArmed}
          isDisabled={instrument === null}
          keys={keysFor(toggle) ?? 'a'}
          onPress={() => run(toggle)}
        >
          {isArmed ? 'disarm' : 'arm'}
        </Button>
      }
    >
      <ArmingBar said="Armed: b buys, s sells and f flattens at once">
        <PressOrTap
          press={
            <>
              <KeyCap keys="b" /> buys <KeyCap keys="s" /> sells <KeyCap keys="f" /> flattens, at once
            </>
          }
          tap="Buy and Sell place at once"
        />
      </ArmingBar>
      {instrument !== null ? (
        <OrderForm instrument={instrument} />
      ) : isLoading ? (
        <div role="status" aria-label="Quick order: loading">
          <Skeleton rows={4} />
        </div>
      ) : (
        <EmptyNotice icon="scalper" title="Not tradable">
          <OpenLine /> and type <code>scalp nifty</code> to trade NIFTY.
        </EmptyNotice>
      )}
    </Panel>
  )
}

function useTraded(): Instrument | null {
  const id = useSnapshot('scalper', ({ context }) => context.instrument)
  return useSnapshot(
    'instruments',
    ({ context }) => (id === null ? null : (context.index?.find(id) ?? null)),
    sameId,
  )
}

const sameId = (one: Instrument | null, other: Instrument | null): boolean => one?.id === other?.id

function OrderForm({ instrument }: { readonly instrument: Instrument }) {
  const { id, lotSize } = instrument
  return (
    <div className={styles.form}>
      <div className={styles.subject}>
        <span className={styles.name} title={instrumentTitle(instrument)}>
          <CutName name={instrumentTitle(instrument)} />
        </span>
        {lotSize > 1 && <span className={styles.lot}>lot {formatNumber(lotSize, 0)}</span>}
        <span className={styles.price}>
          <LastPrice of={id} hasPercent />
        </span>
      </div>
      <Terms instrument={instrument} />
      {!acceptsMarketOrders(instrument) && (
        <p className={styles.note}>
          Market orders are blocked for stock options. Ask / bid places a limit order at the ask to buy, at
          the bid to sell.
        </p>
      )}
      <div className={styles.sides}>
        <SideButton side="buy" lotSize={lotSize} />
        <SideButton side="sell" lotSize={lotSize} />
      </div>
      <Needs />
      <div className={styles.depth}>
        <DepthLadder of={id} />
      </div>
    </div>
  )
}

const kinds = [
  { value: 'market', label: 'Market' },
  { value: 'ask', label: 'Ask' },
  { value: 'bid', label: 'Bid' },
  { value: 'limit', label: 'Limit' },
] as const

/** Without market orders, an immediate order is a limit at the touch. */
const limitKinds = kinds.map((kind) => (kind.value === 'market' ? { ...kind, label: 'Ask / bid' } : kind))

function Terms({ instrument }: { readonly instrument: Instrument }) {
  const { dispatch, run, quotes } = useConsole()
  const lots = useSnapshot('scalper', ({ context }) => context.lots)
  const price = useSnapshot('scalper', ({ context }) => context.price)
  const product = useSnapshot('scalper', ({ context }) => context.product)
  const kind = typeof price === 'number' ? 'limit' : price
  const chooseKind = (value: (typeof kinds)[number]['value']) => {
    if (value === 'market') run({ command: 'scalper.price', args: { price: { kind: 'market' } } })
    else if (value !== 'limit')
      run({
        command: 'scalper.price',
        args: { price: { kind: 'relative', to: value, offset: 0, unit: 'rupees' } },
      })
    else {
      const last = quotes.lastPrice(instrument.id)
      if (last !== null) run({ command: 'scalper.price', args: { price: { kind: 'rupees', price: last } } })
    }
  }
  return (
    <div className={styles.terms}>
      <div className={styles.lots}>
        <StepField
          label={instrument.lotSize > 1 ? 'Lots' : 'Quantity'}
          value={lots}
          step={1}
          min={1}
          onChange={(value) => {
            if (value !== null && value >= 1 && value <= LOTS_MAX)
              dispatch({ to: 'scalper', event: { type: 'scalper.setLots', lots: value } })
          }}
          suffix={
            <>
              <Stepper by={-1} />
              <Stepper by={1} />
            </>
          }
        />
      </div>
      <div className={styles.priced}>
        <Select
          label="Price"
          value={kind}
          choices={acceptsMarketOrders(instrument) ? kinds : limitKinds}
          onChange={chooseKind}
        />
        {typeof price === 'number' ? (
          <StepField
            label="Limit price"
            isLabelHidden
            value={price}
            step={instrument.tickSize}
            min={instrument.tickSize}
            decimals={2}
            onChange={(value) => {
              if (value !== null && value > 0)
                dispatch({ to: 'scalper', event: { type: 'scalper.price', price: value } })
            }}
          />
        ) : (
          <Meant of={instrument.id} price={price} />
        )}
      </div>
      <Select<Product>
        label="Product"
        value={product}
        choices={productsOf(instrument).map((value) => ({ value, label: value }))}
        onChange={(value) => run({ command: 'scalper.product', args: { product: value } })}
      />
    </div>
  )
}

function Stepper({ by }: { readonly by: 1 | -1 }) {
  const { run } = useConsole()
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={by > 0 ? 'Add one lot' : 'Remove one lot'}
      onClick={() => run({ command: 'scalper.lots', args: { by } })}
    >
      {by > 0 ? '+' : '−'}
    </button>
  )
}

function Meant({ of, price }: { readonly of: InstrumentId; readonly price: 'market' | 'ask' | 'bid' }) {
  const bid = useBest(of, 'bid')
  const ask = useBest(of, 'ask')
  const words =
    price === 'market'
      ? `${formatNumber(bid)} / ${formatNumber(ask)}`
      : `@ ${formatNumber(price === 'ask' ? ask : bid)}`
  return <span className={styles.meant}>{words}</span>
}

function SideButton({ side, lotSize }: { readonly side: Side; readonly lotSize: number }) {
  const { run } = useConsole()
  const lots = useSnapshot('scalper', ({ context }) => context.lots)
  const call = { command: side === 'buy' ? 'scalper.buy' : 'scalper.sell', args: {} } as const
  return (
    <AriaButton className={`${styles.side} ${styles[side]}`} data-accent="" onPress={() => run(call)}>
      {side === 'buy' ? 'Buy' : 'Sell'} {formatNumber(lots * lotSize, 0)}
      <KeyCap keys={side === 'buy' ? 'b' : 's'} />
    </AriaButton>
  )
}

function Needs() {
  const outlook = useSnapshot('scalper', ({ context }) => context.outlook)
  const message = useSnapshot('scalper', ({ context }) => context.outlookMessage)
  const free = useSnapshot('funds', ({ context }) => context.output?.available ?? null)
  const refused = (['buy', 'sell'] as const).flatMap((side) => {
    const refusal = outlook?.[side].orders[0]?.refusal ?? null
    return refusal === null
      ? []
      : [{ code: refusal.code, text: `${side === 'buy' ? 'Buy' : 'Sell'}: ${refusal.message}` }]
  })
  const limited = refused.find(({ code }) => isOwnLimitCode(code))
  const margins = (['buy', 'sell'] as const).map((side) => outlook?.[side].orders[0]?.margin ?? null)
  const charges = (['buy', 'sell'] as const).map((side) => outlook?.[side].charges ?? null)
  return (
    <div className={styles.needs}>
      <dl className={styles.figures}>
        <Need label="Margin" values={margins} format={formatCompactRupees} />
        <Need label="Charges" values={charges} format={formatRupees} />
        <div>
          <dt>Free</dt>
          <dd>{formatCompactRupees(outlook?.buy.margin.available ?? free)}</dd>
        </div>
      </dl>
      {[...refused, ...(message === null ? [] : [{ code: '', text: message }])].map(({ text }) => (
        <p key={text} className={styles.problem}>
          <bdi>{text}</bdi>
        </p>
      ))}
      {/* Shown once, even if the limit rejects both sides. */}
      {limited !== undefined && <LimitsButton code={limited.code} />}
    </div>
  )
}

interface NeedProps {
  readonly label: string
  /** Buy, then sell. */
  readonly values: readonly (number | null)[]
  readonly format: (value: number | null) => string
}

function Need({ label, values: [buy = null, sell = null], format }: NeedProps) {
  const isOne = format(buy) === format(sell)
  return (
    <div>
      <dt>{label}</dt>
      {isOne ? (
        <dd>{format(buy)}</dd>
      ) : (
        <dd>
          <abbr title="Buying">B</abbr> {format(buy)} <abbr title="Selling">S</abbr> {format(sell)}
        </dd>
      )}
    </div>
  )
}
