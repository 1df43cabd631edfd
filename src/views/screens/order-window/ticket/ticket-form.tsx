import { type KeyboardEvent, type RefObject, type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  hasPrice,
  hasTrigger,
  type OrderType,
  orderTypes,
  validities,
} from '../../../../domain/orders/order.ts'
import type { OrderDraft } from '../../../../domain/orders/order-draft.ts'
import { orderTypeRefusal } from '../../../../domain/orders/order-types.ts'
import { Button } from '../../../kit/control/button.tsx'
import { Select, Switch } from '../../../kit/control/field.tsx'
import { Segmented } from '../../../kit/control/segmented.tsx'
import { StepField } from '../../../kit/control/step-field.tsx'
import { InstrumentField } from '../../../kit/instrument/instrument-field.tsx'
import { InstrumentLogo } from '../../../kit/instrument/logo.tsx'
import { changeType, changeValidity, productLabels, productsOf } from './draft-changes.ts'
import { type DraftField, problemsOf } from './draft-problems.ts'
import { quantityInWords } from './draft-words.ts'
import { PriceStrip } from './price-strip.tsx'
import { choiceOf, type ProtectionChoice, ProtectionField } from './protection-field.tsx'
import { SideSwitch } from './side-switch.tsx'
import styles from './ticket.module.css'
import type { TermsOf } from './use-terms.ts'

/** Includes the order's own type, even if the instrument does not accept it. */
const typesOf = ({ instrument }: TermsOf, { orderType }: OrderDraft) =>
  orderTypes
    .filter(
      (type) => type === orderType || instrument === null || orderTypeRefusal(instrument, type) === null,
    )
    .map((type) => ({ value: type, label: type }))
const validityLabels = { DAY: 'Day', IOC: 'IOC · immediate', TTL: 'Minutes' } as const
const validityChoices = validities.map((validity) => ({ value: validity, label: validityLabels[validity] }))

export interface TicketFormProps {
  readonly draft: OrderDraft
  readonly terms: TermsOf
  readonly onChange: (change: Partial<OrderDraft>) => void
  readonly onInstrument: (instrument: OrderDraft['instrument']) => void
  readonly instrumentProblem: string | undefined
  readonly onReview: () => void
  readonly onBasket: () => void
  readonly onClose: () => void
  readonly heading: RefObject<HTMLElement | null>
}

interface InstrumentProps extends Pick<TicketFormProps, 'draft' | 'terms' | 'onInstrument'> {
  readonly problem: string | undefined
}

function Instrument({ draft, terms, onInstrument, problem }: InstrumentProps) {
  return (
    <div className={styles.named}>
      {terms.instrument !== null && <InstrumentLogo instrument={terms.instrument} />}
      <InstrumentField
        label="Instrument"
        isSingle
        chosen={[draft.instrument]}
        problem={problem}
        onChange={([chosen]) => chosen !== undefined && onInstrument(chosen)}
      />
    </div>
  )
}

export function TicketForm(props: TicketFormProps) {
  const { draft, terms, onChange, onReview, onBasket, onClose } = props
  const [isAsked, setIsAsked] = useState(false)
  const [choices, setChoices] = useState<Readonly<Record<'stop' | 'target', ProtectionChoice>>>({
    stop: draft.stop === null ? 'percent' : choiceOf(draft.stop),
    target: draft.target?.kind ?? 'percent',
  })
  const problems = problemsOf(draft, terms)
  const said = (field: DraftField): string | undefined => {
    const problem = problems[field]
    return problem === undefined || (problem.isMissing && !isAsked) ? undefined : problem.text
  }
  const check = (form: HTMLElement | null, act: () => void) => {
    if (Object.keys(problems).length === 0) return act()
    // Synchronous, so that the next key is typed into the invalid field.
    flushSync(() => setIsAsked(true))
    form?.querySelector<HTMLElement>('input[aria-invalid=true], [data-invalid] input')?.focus()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    check(event.currentTarget, onReview)
  }
  const { lotSize, tickSize, lastPrice, instrument } = terms
  const limit = hasPrice(draft.orderType)
  const noMarket = instrument === null ? null : orderTypeRefusal(instrument, 'MARKET')
  return (
    <form
      className={styles.form}
      data-side={draft.side}
      data-own-escape=""
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => stepBack(event, props.heading)}
    >
      <SideSwitch side={draft.side} onChange={(side) => onChange({ side })} />
      <Instrument {...props} problem={props.instrumentProblem ?? said('instrument')} />
      <PriceStrip of={draft.instrument} onPick={limit ? (price) => onChange({ price }) : null} />
      <div className={styles.pair}>
        <StepField
          label="Quantity"
          value={draft.quantity === 0 ? null : draft.quantity}
          step={lotSize}
          from={lotSize}
          min={lotSize}
          help={quantityInWords(draft.quantity, lotSize)}
          problem={said('quantity')}
          onChange={(quantity) => onChange({ quantity: quantity ?? 0 })}
        />
        <Select
          label="Product"
          value={draft.product}
          choices={(instrument === null ? [draft.product] : productsOf(instrument)).map((product) => ({
            value: product,
            label: productLabels[product],
          }))}
          onChange={(product) => onChange({ product })}
        />
      </div>
      <div className={styles.type}>
        <Segmented<OrderType>
          label="Type"
          value={draft.orderType}
          choices={typesOf(terms, draft)}
          onChange={(type) => onChange(changeType(draft, type, { tickSize, lastPrice }))}
        />
        {noMarket !== null && <p className={styles.hint}>{noMarket}</p>}
      </div>
      <div className={styles.pair}>
        <StepField
          label="Price"
          value={draft.price}
          step={tickSize}
          from={lastPrice}
          min={tickSize}
          decimals={2}
          isDisabled={!limit}
          placeholder={limit ? '' : 'at the market'}
          problem={said('price')}
          onChange={(price) => onChange({ price })}
        />
        <StepField
          label="Trigger"
          value={draft.triggerPrice}
          step={tickSize}
          from={lastPrice}
          min={tickSize}
          decimals={2}
          isDisabled={!hasTrigger(draft.orderType)}
          placeholder={hasTrigger(draft.orderType) ? '' : 'none'}
          problem={said('triggerPrice')}
          onChange={(triggerPrice) => onChange({ triggerPrice })}
        />
      </div>
      <div className={styles.pair}>
        {(['stop', 'target'] as const).map((what) => (
          <ProtectionField
            key={what}
            label={what === 'stop' ? 'Stop' : 'Target'}
            value={draft[what]}
            tickSize={tickSize}
            lastPrice={lastPrice}
            problem={said(what)}
            choice={choices[what]}
            onChoice={(choice) => setChoices({ ...choices, [what]: choice })}
            onChange={(value) => onChange({ [what]: value })}
          />
        ))}
      </div>
      <div className={styles.triple}>
        <Select
          label="Validity"
          value={draft.validity}
          choices={validityChoices}
          onChange={(validity) => onChange(changeValidity(draft, validity))}
        />
        <StepField
          label="Minutes"
          value={draft.validityTtl}
          step={1}
          min={1}
          isDisabled={draft.validity !== 'TTL'}
          problem={said('validityTtl')}
          onChange={(validityTtl) => onChange({ validityTtl })}
        />
        <StepField
          label="Disclosed"
          value={draft.disclosedQuantity === 0 ? null : draft.disclosedQuantity}
          step={lotSize}
          placeholder="all"
          isDisabled={draft.validity !== 'DAY'}
          problem={said('disclosedQuantity')}
          onChange={(disclosedQuantity) => onChange({ disclosedQuantity: disclosedQuantity ?? 0 })}
        />
      </div>
      <Switch
        label="After-market order"
        help="Sent when the exchange opens"
        isOn={draft.variety === 'amo'}
        onChange={(isOn) => onChange({ variety: isOn ? 'amo' : 'regular' })}
      />
      <Switch
        label="Reduce only"
        help="Only reduces an open position"
        isOn={draft.isReduceOnly === true}
        onChange={(isReduceOnly) => onChange({ isReduceOnly })}
      />
      <div className={styles.acts}>
        <Button kind="quiet" onPress={onClose}>
          Clear
        </Button>
        <Button
          icon="create"
          onPress={(event) => check(event.target.closest('form') as HTMLElement | null, onBasket)}
        >
          Add to basket
        </Button>
        <span className={styles.send} data-side={draft.side}>
          <Button kind="primary" size="large" type="submit" keys="Enter">
            Review {draft.side === 'buy' ? 'Buy' : 'Sell'}
          </Button>
        </span>
      </div>
    </form>
  )
}

const stepBack = (event: KeyboardEvent, heading: RefObject<HTMLElement | null>) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  heading.current?.focus()
}
