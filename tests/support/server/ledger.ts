import { createHash } from 'node:crypto'
import { pino } from 'pino'
import {
  type Account,
  type InstrumentTerms,
  OPENING_CASH,
  type Order,
} from '../../../server/broker/account.ts'
import type { Outcome } from '../../../server/broker/broker.ts'
import type { ExchangeChanges, Report } from '../../../server/broker/exchange.ts'
import {
  type AccountFault,
  createLedger,
  type LedgerParts,
  type PaperLedger,
} from '../../../server/broker/ledger/create-ledger.ts'
import type { Command } from '../../../server/broker/ledger.ts'
import type { Intent, MarketSnapshot, Rules } from '../../../server/broker/rules.ts'
import type { Clock } from '../../../server/ports.ts'
import type { Store } from '../../../server/store/database/database.ts'
import type { UserId } from '../../../server/user.ts'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../../src/domain/money.ts'
import type { ClientOrderId, OrderId, OrderTicket, Product, Side } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs, type IstDate, startOfIstDate } from '../../../src/domain/time.ts'

export const owner = 'u-1' as UserId
export const firstDay = '2026-11-23' as IstDate

const cashTerms = (symbol: string): InstrumentTerms => ({
  id: instrumentId('NSE', symbol),
  instrumentToken: 1,
  tradingSymbol: symbol,
  name: symbol,
  segment: 'NSE',
  exchange: 'NSE',
  instrumentType: 'EQ',
  underlying: null,
  expiry: null,
  strike: 0,
  lotSize: 1,
  tickSize: 5 as Paise,
  freezeQuantity: 100_000,
  sessionGroup: 'auctioned',
})

const contractTerms = (symbol: string, instrumentType: 'FUT' | 'CE'): InstrumentTerms => ({
  ...cashTerms(symbol),
  id: instrumentId(instrumentType === 'FUT' ? 'NFO-FUT' : 'NFO-OPT', symbol),
  segment: instrumentType === 'FUT' ? 'NFO-FUT' : 'NFO-OPT',
  exchange: 'NFO',
  instrumentType,
  underlying: 'INDICES_NIFTY 50' as InstrumentId,
  expiry: '2026-11-24' as IstDate,
  lotSize: 65,
  freezeQuantity: 1800,
  sessionGroup: 'derivatives',
})

/** A share, a future with lots of 65 and freeze quantity 1,800, and such an option. */
const termsOf: Readonly<Record<string, InstrumentTerms>> = {
  INFY: cashTerms('INFY'),
  TCS: cashTerms('TCS'),
  FUT: contractTerms('FUT', 'FUT'),
  CALL: contractTerms('CALL', 'CE'),
}

export const termsNamed = (symbol: string): InstrumentTerms => {
  const terms = termsOf[symbol]
  if (terms === undefined) throw new Error(`no terms are called ${symbol}`)
  return terms
}

/** Accepts everything, blocks the order's value and charges 1 paisa per 100 rupees of turnover. */
export const openRules: Rules = {
  checkOrder: (_, { ticket }) => ({
    kind: 'accepted',
    blocked: ((ticket.price ?? 0) * ticket.quantity) as Paise,
  }),
  checkModify: (_, order, changes) => ({
    kind: 'accepted',
    blocked: ((changes.price ?? order.price ?? 0) *
      ((changes.quantity ?? order.quantity) - order.filledQuantity)) as Paise,
  }),
  checkConversion: () => null,
  availableOf: ({ cash }) => cash,
  chargesOf: ({ filledValue }) => Math.floor(filledValue / 10_000) as Paise,
  settlementChargesOf: ({ instrumentType }, quantity, price) =>
    (instrumentType === 'FUT' || quantity < 0 ? 0 : Math.floor((quantity * price) / 10_000)) as Paise,
}

const bodyHashOf = (intent: Intent): string =>
  createHash('sha256').update(JSON.stringify(intent.ticket)).digest('hex')

export const marketAt = (
  day: IstDate,
  minute: number,
  wall: EpochMs = epochMs(1_000_000),
): MarketSnapshot => ({
  at: epochMs(startOfIstDate(day) + minute * 60_000),
  wall,
  day,
  listVersion: 'today',
  termsInForce: (terms) => terms,
  phaseOf: () => 'continuous',
  quoteOf: () => null,
  forwardOf: () => null,
  volatilityOf: () => null,
  dailyVolatilityOf: () => 0.01,
})

export const placeCommand = (
  asked: {
    readonly key: string
    readonly symbol: string
    readonly side: Side
    readonly quantity: number
    /** Rupees; absent for a market order. */
    readonly price?: number
    readonly product?: Product
  } & Partial<Pick<OrderTicket, 'autoslice' | 'variety' | 'isReduceOnly'>> & { readonly trigger?: number },
): Extract<Command, { kind: 'place' }> => {
  const terms = termsNamed(asked.symbol)
  const price = asked.price === undefined ? null : ((asked.price * 100) as Paise)
  const triggerPrice = asked.trigger === undefined ? null : ((asked.trigger * 100) as Paise)
  const intent: Intent = {
    ticket: {
      clientOrderId: asked.key as ClientOrderId,
      instrument: terms.id,
      side: asked.side,
      orderType:
        triggerPrice === null ? (price === null ? 'MARKET' : 'LIMIT') : price === null ? 'SL-M' : 'SL',
      product: asked.product ?? 'NRML',
      variety: asked.variety ?? 'regular',
      quantity: asked.quantity,
      price,
      triggerPrice,
      validity: 'DAY',
      validityTtl: null,
      marketProtection: -1,
      disclosedQuantity: 0,
      autoslice: asked.autoslice ?? false,
      ...(asked.isReduceOnly === true ? { isReduceOnly: true } : {}),
      tag: '',
      algoUuid: '',
    },
    terms,
    placedBy: 'user',
  }
  return { kind: 'place', intent, bodyHash: bodyHashOf(intent) }
}

export const silentLog = pino({ level: 'silent' })

export const wallClock: Clock = { now: () => epochMs(1_000_000) }

export const startLedger = async (
  store: Store,
  parts: Partial<LedgerParts> = {},
): Promise<{ ledger: PaperLedger; faults: AccountFault[]; lost: unknown[] }> => {
  const faults: AccountFault[] = []
  const lost: unknown[] = []
  const ledger = await createLedger({
    store,
    rules: openRules,
    clock: wallClock,
    log: silentLog,
    writeAlong: null,
    onStoreLost: (error) => lost.push(error),
    onBroken: (fault) => faults.push(fault),
    ...parts,
  })
  return { ledger, faults, lost }
}

export const emptyLedger = async ({ db }: Store): Promise<void> => {
  for (const table of ['ledger_event', 'order_key', 'ledger_snapshot'] as const)
    await db.deleteFrom(table).execute()
}

const wordOf = (outcome: Outcome): string => {
  if (outcome.kind === 'refused') return outcome.code
  return outcome.kind === 'done' && outcome.isRepeat ? 'repeat' : outcome.kind
}

const rupees = (word: string | undefined): Paise => {
  const value = Number(word?.replace('@', ''))
  if (!Number.isFinite(value)) throw new Error(`no price in ${word}`)
  return Math.round(value * 100) as Paise
}

const noChanges: ExchangeChanges = {
  orderType: 'LIMIT',
  quantity: 1,
  price: null,
  triggerPrice: null,
  validity: 'DAY',
  lapsesAt: null,
  marketProtection: -1,
}

// A trader's day in lines. Orders have names: `a: buy 65 FUT NRML @100 [trigger 99] [amo] [slice] [reduce]
// [cut] [fee 59]`. Reports of the exchange: `a opened`, `a filled 65 @100 [#id]`, `a cancelled` … Requests:
// `modify a 130 @101`, `cancel a`. The day: `release a`, `lapse a`, `roll 2026-11-24 FUT=101`,
// `settle FUT NRML @98`, `convert INFY MIS cash buy 10`.
export const createStory = (ledger: PaperLedger) => {
  const ids = new Map<string, OrderId>()
  let day = firstDay
  let minute = 600
  let fills = 0
  let paidIn = OPENING_CASH

  const idOf = (name: string | undefined): OrderId => ids.get(name ?? '') ?? ('none' as OrderId)

  const place = (name: string, line: string): Command => {
    const [, side, quantity, symbol, product] = /^(buy|sell) (\d+) (\S+) (cash|NRML|MIS)/.exec(line) ?? []
    const price = /@([\d.]+)/.exec(line)?.[1]
    const trigger = /trigger ([\d.]+)/.exec(line)?.[1]
    const fee = /fee ([\d.]+)/.exec(line)?.[1]
    const command = placeCommand({
      key: `key-of-${name}`,
      symbol: symbol ?? '',
      side: side as Side,
      quantity: Number(quantity),
      product: product as Product,
      ...(price === undefined ? {} : { price: Number(price) }),
      ...(trigger === undefined ? {} : { trigger: Number(trigger) }),
      variety: line.includes(' amo') ? 'amo' : 'regular',
      autoslice: line.includes(' slice'),
      isReduceOnly: line.includes(' reduce'),
    })
    return {
      ...command,
      ...(line.includes(' cut') ? { isCutToFree: true } : {}),
      ...(fee === undefined ? {} : { fee: { amount: rupees(fee), why: 'square-off' } }),
    }
  }

  const report = (name: string, words: readonly string[], at: EpochMs): Report => {
    const base = { id: idOf(name), at }
    const message = 'said the exchange'
    switch (words[0]) {
      case 'opened':
      case 'awaitsTrigger':
        return { ...base, kind: words[0], exchangeOrderId: `x-${name}` }
      case 'triggered':
        return { ...base, kind: 'triggered', lastPrice: 100 as Paise }
      case 'filled': {
        fills += 1
        const id = words[3] ?? `fill-${fills}`
        const fill = { id, quantity: Number(words[1]), price: rupees(words[2]), at, why: 'swept' }
        return { ...base, kind: 'filled', fill }
      }
      case 'rests':
        return { ...base, kind: 'rests', price: rupees(words[1]) }
      case 'modified':
        return { ...base, kind: 'modified', changes: noChanges }
      case 'cancelled':
        return { ...base, kind: 'cancelled', quantity: 1, message, raw: null }
      case 'rejected':
        return { ...base, kind: 'rejected', message, raw: null }
      case 'modifyRefused':
      case 'cancelRefused':
        return { ...base, kind: words[0], message }
      default:
        throw new Error(`the exchange does not say ${words[0]}`)
    }
  }

  const commandOf = (line: string, at: EpochMs): Command => {
    const order = /^(\w+): (.*)$/.exec(line)
    if (order?.[1] !== undefined && order[2] !== undefined) return place(order[1], order[2])
    const [verb = '', ...words] = line.split(' ')
    const orderId = idOf(words[0])
    switch (verb) {
      case 'modify':
        return { kind: 'modify', orderId, changes: { quantity: Number(words[1]), price: rupees(words[2]) } }
      case 'cancel':
        return { kind: 'cancel', orderId, reason: null }
      case 'release':
        return { kind: 'releaseAmo', orderId }
      case 'lapse':
        return { kind: 'lapse', orderId }
      case 'roll':
        return {
          kind: 'rollDay',
          day: words[0] as IstDate,
          closes: new Map(
            words.slice(1).map((word): [string, Paise] => {
              const [symbol = '', price] = word.split('=')
              return [termsNamed(symbol).id, rupees(price)]
            }),
          ),
        }
      case 'capital':
        return { kind: 'moveCapital', amount: rupees(words[0]), paidIn }
      case 'settle':
        return {
          kind: 'settle',
          positionKey: `${termsNamed(words[0] ?? '').id}|${words[1]}`,
          price: rupees(words[2]),
          why: 'expired',
        }
      case 'convert':
        return {
          kind: 'convert',
          positionKey: `${termsNamed(words[0] ?? '').id}|${words[1]}`,
          to: words[2] as Product,
          side: words[3] as Side,
          quantity: Number(words[4]),
          isOvernight: words[5] === 'overnight',
        }
      case 'kill':
        return { kind: 'setKillSwitch', reason: words.join(' ') || null }
      default:
        return { kind: 'report', report: report(verb, words, at) }
    }
  }

  const say = async (line: string): Promise<string> => {
    minute += 1
    const market = marketAt(day, minute)
    const outcome = await ledger.submit(owner, commandOf(line, market.at), market)
    const name = /^(\w+):/.exec(line)?.[1]
    if (name !== undefined && outcome.kind === 'done' && outcome.order) ids.set(name, outcome.order.id)
    if (line.startsWith('capital ') && outcome.kind === 'done')
      paidIn = (paidIn + rupees(line.slice('capital '.length))) as Paise
    if (line.startsWith('roll ')) day = line.slice(5, 15) as IstDate
    return wordOf(outcome)
  }

  const account = (): Promise<Account> => ledger.account(owner, wallClock.now(), day)

  return {
    say,
    account,
    idOf,
    /** Returns the outcomes of lines that were not simply done. */
    async tell(...lines: readonly string[]): Promise<string[]> {
      const words: string[] = []
      for (const line of lines) {
        const word = await say(line)
        if (word !== 'done') words.push(`${line} → ${word}`)
      }
      return words
    },
    async order(name: string): Promise<Order> {
      const order = await ledger.findOrder(owner, idOf(name))
      if (order === null) throw new Error(`no order is called ${name}`)
      return order
    },
    async path(name: string): Promise<string> {
      const order = await this.order(name)
      return order.history.map(({ status }) => status).join(' > ')
    },
  }
}
