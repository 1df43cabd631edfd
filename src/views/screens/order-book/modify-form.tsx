import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { modifyOrder } from '../../../commands/catalogue/orders/placed-orders.ts'
import type { Environment } from '../../../commands/environment.ts'
import type { CommandCall, GivenArgs } from '../../../commands/registry.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { findOffTick } from '../../../domain/instruments/tick.ts'
import { hasPrice, hasTrigger, type OrderType, orderTypes } from '../../../domain/orders/order.ts'
import { orderTypeRefusal } from '../../../domain/orders/order-types.ts'
import type { OrderEntry } from '../../../machines/positions/books.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Field, Select } from '../../kit/control/field.tsx'
import { LimitsButton } from '../../kit/price/limits-button.tsx'
import styles from './modify-form.module.css'

interface ModifyFormProps {
  readonly order: OrderEntry
  /** Rupees. */
  readonly tickSize: number
  readonly lotSize: number
  readonly onClose: () => void
}

interface Wording {
  readonly orderType: OrderType
  readonly quantity: string
  readonly price: string
  readonly trigger: string
}

const STEPS_OF_SHIFT = 10

export function ModifyForm({ order, tickSize, lotSize, onClose }: ModifyFormProps) {
  const { run, environment } = useConsole()
  const [words, setWords] = useState<Wording>(() => wordingOf(order))
  const [problem, setProblem] = useState<string | null>(null)
  const [isSent, setSent] = useState(false)
  const { isSending, isDone, failure, code } = useModifyAct(order.orderId, isSent)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.select(), [])
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])

  const send = (event: FormEvent) => {
    event.preventDefault()
    const call = callOf(order, words, tickSize, environment())
    if (typeof call === 'string') return setProblem(call)
    if (call === null) return onClose()
    setProblem(null)
    setSent(true)
    run(call)
  }
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const number = (name: 'quantity' | 'price' | 'trigger', step: number) => ({
    value: words[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 14,
    onChange: (text: string) => setWords({ ...words, [name]: text }),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const next = stepped(words[name], event, step)
      if (next === null) return
      event.preventDefault()
      setWords({ ...words, [name]: next })
    },
  })
  const contract =
    useSnapshot('instruments', ({ context }) => context.index)?.find(order.sym as InstrumentId) ?? null
  const types = orderTypes.filter(
    (type) => type === words.orderType || contract === null || orderTypeRefusal(contract, type) === null,
  )
  return (
    <form
      className={styles.form}
      aria-label={`Modify ${order.tradingsymbol}`}
      onSubmit={send}
      onKeyDown={close}
      data-own-escape=""
    >
      <div className={styles.fields}>
        <Field label="Quantity" isMono inputRef={first} {...number('quantity', lotSize)} />
        {hasPrice(words.orderType) && <Field label="Price" isMono {...number('price', tickSize)} />}
        {hasTrigger(words.orderType) && <Field label="Trigger" isMono {...number('trigger', tickSize)} />}
        <Select
          label="Type"
          value={words.orderType}
          choices={types.map((value) => ({ value, label: value }))}
          onChange={(orderType) => setWords({ ...words, orderType })}
        />
        <Button type="submit" kind="primary" keys="↵" isDisabled={isSending}>
          {isSending ? 'Sending' : 'Modify'}
        </Button>
        <Button kind="quiet" keys="Esc" onPress={onClose}>
          Close
        </Button>
      </div>
      <Said text={problem ?? failure} code={problem === null ? code : null} />
    </form>
  )
}

const useModifyAct = (orderId: string, isSent: boolean) => {
  const state = useSnapshot(
    'orderActions',
    ({ context }) =>
      context.acts.find(({ kind, target }) => kind === 'modify' && target === orderId)?.state ?? null,
  )
  const failure = useSnapshot('orderActions', ({ context }) => context.modifyOrderError)
  const code = useSnapshot('orderActions', ({ context }) => context.modifyOrderCode)
  return {
    isSending: isSent && state === 'sending',
    isDone: isSent && state === 'done',
    failure: isSent && state === 'failed' ? failure : null,
    code: isSent && state === 'failed' ? code : null,
  }
}

const wordingOf = ({ orderType, quantity, price, triggerPrice }: OrderEntry): Wording => ({
  orderType: orderTypes.find((type) => type === orderType) ?? 'LIMIT',
  quantity: String(quantity),
  price: price === 0 ? '' : price.toFixed(2),
  trigger: triggerPrice === 0 ? '' : triggerPrice.toFixed(2),
})

const PLAIN = /^\d{1,9}(\.\d{1,2})?$/

/** A problem in words, or null if nothing is changed. */
const callOf = (
  order: OrderEntry,
  words: Wording,
  tickSize: number,
  environment: Environment,
): CommandCall | string | null => {
  const change = changeOf(order, words, tickSize)
  if (typeof change === 'string') return change
  if (Object.keys(change).length === 0) return null
  const args = { order: order.orderId, ...change }
  const refusal = modifyOrder.check?.(args, environment) ?? null
  if (refusal !== null) return refusal.message ?? refusal.expected
  return { command: 'order.modify', args }
}

type Change = Omit<GivenArgs<'order.modify'>, 'order'>

const changeOf = (order: OrderEntry, words: Wording, tickSize: number): Change | string => {
  const { orderType } = words
  const [quantity, price, trigger] = [words.quantity, words.price, words.trigger].map((text) =>
    PLAIN.test(text.trim()) ? Number(text) : null,
  )
  if (!quantity || !Number.isInteger(quantity)) return 'Quantity: a whole number of units, above 0'
  if (hasPrice(orderType) && !price) return 'Price: rupees with at most two decimals, such as 2450.50'
  if (hasTrigger(orderType) && !trigger) return 'Trigger: rupees with at most two decimals, such as 2440'
  const offTick =
    (hasPrice(orderType) && price ? findOffTick(price, tickSize) : null) ??
    (hasTrigger(orderType) && trigger ? findOffTick(trigger, tickSize) : null)
  if (offTick !== null) return offTick
  return {
    ...(orderType === order.orderType ? {} : { type: orderType }),
    ...(quantity === order.quantity ? {} : { quantity: { kind: 'units', units: quantity } }),
    ...(hasPrice(orderType) && price && price !== order.price ? { price: { kind: 'rupees', price } } : {}),
    ...(hasTrigger(orderType) && trigger && trigger !== order.triggerPrice ? { trigger } : {}),
  }
}

/** Null for other keys and for text that is not a number. */
const stepped = (text: string, { key, shiftKey }: KeyboardEvent, step: number): string | null => {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null
  if (!PLAIN.test(text.trim())) return null
  const steps = (key === 'ArrowUp' ? 1 : -1) * (shiftKey ? STEPS_OF_SHIFT : 1)
  // Counted in steps, because adding 0.05 repeatedly drifts.
  const next = (Math.round(Number(text) / step) + steps) * step
  if (next <= 0) return text
  return Number.isInteger(step) ? String(next) : next.toFixed(2)
}

function Said({ text, code }: { readonly text: string | null; readonly code: string | null }) {
  return (
    <p className={styles.problem} role="alert">
      {text !== null && <bdi>{text}</bdi>}
      {code !== null && <LimitsButton code={code} />}
    </p>
  )
}
