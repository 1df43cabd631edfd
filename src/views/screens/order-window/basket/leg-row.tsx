import { memo, useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { formatNumber, formatRupees } from '../../../../domain/format.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { hasPrice, type OrderType } from '../../../../domain/orders/order.ts'
import type { OrderDraft } from '../../../../domain/orders/order-draft.ts'
import { orderTypeRefusal } from '../../../../domain/orders/order-types.ts'
import type { BasketLeg } from '../../../../machines/orders/basket-legs.ts'
import type { LegState } from '../../../../machines/orders/leg-state.ts'
import type { OrderOutlookEntry } from '../../../../machines/orders/order-placement.ts'
import { placementLabels } from '../../../../machines/orders/order-placement.ts'
import { useConsole } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Select } from '../../../kit/control/field.tsx'
import { StepField } from '../../../kit/control/step-field.tsx'
import { useBest } from '../../../kit/hooks/use-sides.ts'
import { CutName } from '../../../kit/instrument/cut-name.tsx'
import { Badge, type BadgeTone } from '../../../kit/layout/badge.tsx'
import { Icon } from '../../../kit/layout/icon.tsx'
import { LastPrice } from '../../../kit/price/last-price.tsx'
import { LimitsButton } from '../../../kit/price/limits-button.tsx'
import { changeType, productsOf } from '../ticket/draft-changes.ts'
import { problemsOf } from '../ticket/draft-problems.ts'
import { SideLetter } from '../ticket/side-switch.tsx'
import { useStillTerms } from '../ticket/use-terms.ts'
import styles from './legs.module.css'

interface LegRowProps {
  readonly leg: BasketLeg
  /** Null until the server has answered. */
  readonly outlook: OrderOutlookEntry | null
  readonly isLocked: boolean
}

const legStates: Readonly<Record<Exclude<LegState, 'waiting'>, { label: string; tone: BadgeTone }>> = {
  loading: { label: 'Placing', tone: 'neutral' },
  sent: { label: placementLabels.sent, tone: 'good' },
  failed: { label: placementLabels.failed, tone: 'bad' },
  unknown: { label: 'Checking status', tone: 'amber' },
}

const typeChoices = [
  { value: 'MARKET', label: 'market' },
  { value: 'LIMIT', label: 'limit' },
] as const

function FirstPrice({
  draft,
  onKnown,
}: {
  readonly draft: OrderDraft
  readonly onKnown: (price: number) => void
}) {
  const best = useBest(draft.instrument, draft.side === 'buy' ? 'ask' : 'bid')
  useEffect(() => {
    if (best !== null) onKnown(best)
  })
  return null
}

export const LegRow = memo(function LegRow({ leg, outlook, isLocked }: LegRowProps) {
  const { run, dispatch, quotes } = useConsole()
  const { draft, state, message, code } = leg
  const terms = useStillTerms(draft.instrument)
  const { lotSize, tickSize, title, lastPrice, instrument } = terms
  const change = (part: Partial<OrderDraft>) =>
    dispatch({ to: 'basket', event: { type: 'basket.change', leg: leg.leg, change: part } })
  // Once per contract, so that a price cleared by hand stays empty.
  const [pricedFor, setPricedFor] = useState<InstrumentId | null>(null)
  if (draft.price !== null && pricedFor !== draft.instrument) setPricedFor(draft.instrument)
  const lacksPrice = hasPrice(draft.orderType) && draft.price === null && pricedFor !== draft.instrument
  const noMarket = instrument === null ? null : orderTypeRefusal(instrument, 'MARKET')
  const isFixed = isLocked || state === 'sent' || state === 'unknown'
  const problems = problemsOf(draft, terms)
  const other = draft.side === 'buy' ? 'sell' : 'buy'
  return (
    <>
      {lacksPrice && <FirstPrice draft={draft} onKnown={(price) => change({ price })} />}
      <AriaButton
        slot="drag"
        className={styles.handle ?? ''}
        isDisabled={isFixed}
        aria-label={`Move ${title}`}
      >
        <span aria-hidden="true">⠿</span>
      </AriaButton>
      <AriaButton
        className={styles.side ?? ''}
        isDisabled={isFixed}
        aria-label={`${draft.side === 'buy' ? 'Buy' : 'Sell'} ${title}: switch to ${other}`}
        onPress={() => change({ side: other })}
      >
        <SideLetter side={draft.side} />
      </AriaButton>
      <span className={styles.name} title={title}>
        <CutName name={title} />
      </span>
      <span className={styles.lots}>
        <StepField
          label={lotSize === 1 ? `Units of ${title}` : `Lots of ${title}`}
          isLabelHidden
          isDisabled={isFixed}
          value={draft.quantity === 0 ? null : draft.quantity / lotSize}
          step={1}
          min={1}
          from={1}
          suffix={lotSize === 1 ? undefined : `×${formatNumber(lotSize, 0)}`}
          problem={problems.quantity && <span className="visually-hidden">{problems.quantity.text}</span>}
          onChange={(lots) => change({ quantity: Math.round((lots ?? 0) * lotSize) })}
        />
      </span>
      <span className={styles.type} title={noMarket ?? undefined}>
        {draft.orderType === 'MARKET' || draft.orderType === 'LIMIT' ? (
          <Select<OrderType>
            label={`Type of ${title}`}
            isLabelHidden
            isDisabled={isFixed}
            value={draft.orderType}
            choices={typeChoices.filter(
              ({ value }) => noMarket === null || value === draft.orderType || value === 'LIMIT',
            )}
            onChange={(type) =>
              change(changeType(draft, type, { tickSize, lastPrice: quotes.lastPrice(draft.instrument) }))
            }
          />
        ) : (
          draft.orderType
        )}
      </span>
      <span className={styles.price}>
        <StepField
          label={`Price of ${title}`}
          isLabelHidden
          isDisabled={isFixed || !hasPrice(draft.orderType)}
          placeholder={hasPrice(draft.orderType) ? '' : '–'}
          value={draft.price}
          step={tickSize}
          from={lastPrice}
          min={tickSize}
          decimals={2}
          problem={problems.price && <span className="visually-hidden">{problems.price.text}</span>}
          onChange={(price) => change({ price })}
        />
      </span>
      <span className={styles.product}>
        <Select
          label={`Product of ${title}`}
          isLabelHidden
          isDisabled={isFixed}
          value={draft.product}
          choices={(instrument === null ? [draft.product] : productsOf(instrument)).map((product) => ({
            value: product,
            label: product,
          }))}
          onChange={(product) => change({ product })}
        />
      </span>
      <span className={styles.live}>
        <LastPrice of={draft.instrument} />
      </span>
      <span className={styles.margin} data-state={state}>
        {state === 'waiting' ? (
          formatRupees(outlook?.margin ?? null, 0)
        ) : (
          <Badge tone={legStates[state].tone}>{legStates[state].label}</Badge>
        )}
      </span>
      <span className={styles.end}>
        {!isLocked && (
          <Button
            kind="quiet"
            icon="close"
            aria-label={`Remove ${title}`}
            onPress={() => run({ command: 'basket.remove', args: { leg: leg.leg } })}
          />
        )}
      </span>
      <LegWords message={message} code={code} state={state} refusal={outlook?.refusal ?? null} />
    </>
  )
})

interface LegWordsProps {
  readonly message: string | null
  readonly code: string | null
  readonly state: LegState
  readonly refusal: OrderOutlookEntry['refusal']
}

function LegWords({ message, code, state, refusal }: LegWordsProps) {
  const predicted = state === 'waiting' ? refusal : null
  const words = message ?? (predicted === null ? null : `Would be rejected: ${predicted.message}`)
  const limit = message === null ? (predicted?.code ?? null) : code
  if (words === null) return null
  return (
    <span className={styles.words} data-bad={state === 'failed' || state === 'waiting' ? '' : undefined}>
      <Icon name="warning" size={12} />
      <bdi>{words}</bdi>
      {limit !== null && <LimitsButton code={limit} />}
    </span>
  )
}
