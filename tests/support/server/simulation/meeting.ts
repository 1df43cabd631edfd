import type { Committed } from '../../../../server/broker/broker.ts'
import type { AccountState } from '../../../../server/broker/ledger/account-state.ts'
import { findAccountFault } from '../../../../server/broker/ledger/invariants.ts'
import type { User } from '../../../../server/user.ts'
import { isEnded, type Product, type Side } from '../../../../src/domain/orders/order.ts'
import { type Trading, ticket } from '../../orders/trading.ts'
import { createDice, type Dice } from './world.ts'

/** What can take from one position in the same instant. */
export const actKinds = [
  'exit',
  'partialExit',
  'restingExit',
  'modifyExit',
  'cancelExits',
  'exitAll',
  'killSwitch',
  'stopHit',
  'convert',
  'partialConvert',
  'plainOrder',
  'squareOff',
  'settle',
] as const
export type ActKind = (typeof actKinds)[number]

export interface Met {
  readonly acts: Map<ActKind, number>
  /** Rounds in which at least two acts were taken, so that they had to share. */
  shared: number
}

const FUTURE = 'NFO-FUT_NIFTY26NOVFUT'
const CALL = 'NFO-OPT_NIFTY26NOV24000CE'
const MOMENT_MS = 100
const DONE_MS = 3_000

interface Subject {
  readonly sym: string
  readonly unit: number
  readonly price: number
  readonly products: readonly [Product, Product]
}

const subjects: readonly [Subject, ...Subject[]] = [
  { sym: FUTURE, unit: 65, price: 24_150, products: ['NRML', 'MIS'] },
  { sym: CALL, unit: 65, price: 180, products: ['NRML', 'MIS'] },
  { sym: CALL, unit: 65, price: 180, products: ['MIS', 'NRML'] },
  { sym: 'NSE_INFY', unit: 1, price: 1_500, products: ['MIS', 'cash'] },
  { sym: 'NSE_INFY', unit: 1, price: 1_500, products: ['cash', 'MIS'] },
]

interface Round {
  readonly trading: Trading
  readonly user: User
  readonly dice: Dice
  readonly subject: Subject
  /** Side of the orders that reduce it. */
  readonly exitSide: Side
  readonly units: number
}

const quantitiesIn = (account: AccountState, sym: string): readonly number[] =>
  [...account.positions.values()]
    .filter(({ terms }) => terms.id === sym)
    .map(
      ({ overnightQuantity, dayBuyQuantity, daySellQuantity }) =>
        overnightQuantity + dayBuyQuantity - daySellQuantity,
    )

const exitLine = ({ exitSide, subject }: Round, units: number, rest: string): string =>
  `${exitSide} ${units} ${subject.sym} ${subject.products[0]} ${rest}`

const partOf = ({ dice, units, subject }: Round): number =>
  subject.unit * (1 + dice.upTo(Math.max(1, units / subject.unit - 1)))

/** Away from the market, so that it rests. */
const restingPrice = ({ exitSide, subject }: Round): string =>
  `@${exitSide === 'sell' ? subject.price * 1.02 : subject.price * 0.98}`

const exitsOf = async ({ trading, user }: Round) =>
  (await trading.orders.book(user)).filter((row) => row.reduceOnly && row.pendingQuantity > 0)

const convert = (round: Round, units: number) => {
  const { trading, user, subject, exitSide } = round
  return trading.orders.convert(user, {
    sym: subject.sym,
    transactionType: exitSide === 'sell' ? 'BUY' : 'SELL',
    positionType: 'day',
    quantity: units,
    oldProduct: subject.products[0],
    newProduct: subject.products[1],
  })
}

const acts: Readonly<Record<ActKind, (round: Round) => Promise<unknown>>> = {
  exit: (round) => round.trading.orders.place(round.user, ticket(exitLine(round, round.units, 'reduce'))),
  partialExit: (round) =>
    round.trading.orders.place(round.user, ticket(exitLine(round, partOf(round), 'reduce'))),
  restingExit: (round) =>
    round.trading.orders.place(
      round.user,
      ticket(exitLine(round, partOf(round), `reduce ${restingPrice(round)}`)),
    ),
  modifyExit: async (round) => {
    const [row] = (await exitsOf(round)).filter(({ orderType }) => orderType === 'LIMIT')
    if (row === undefined) throw new Error('no resting exit')
    await round.trading.orders.modify(round.user, {
      orderId: row.orderId,
      quantity: row.filledQuantity + partOf(round),
    })
  },
  cancelExits: async (round) => {
    const rows = await exitsOf(round)
    if (rows.length === 0) throw new Error('no exit to cancel')
    await Promise.all(rows.map(({ orderId }) => round.trading.orders.cancel(round.user, orderId)))
  },
  exitAll: ({ trading, user, dice }) => trading.orders.exitAll(user, `all-${dice.upTo(1e9)}`),
  killSwitch: ({ trading, user, dice }) =>
    trading.orders.setKillSwitch(user, { isOn: true, exitPositions: true, cause: `kill-${dice.upTo(1e9)}` }),
  stopHit: async ({ trading, subject, exitSide }) => {
    const moved = exitSide === 'sell' ? subject.price * 0.97 : subject.price * 1.03
    trading.market.set(subject.sym, trading.clock.now(), moved)
  },
  convert: (round) => convert(round, round.units),
  partialConvert: (round) => convert(round, partOf(round)),
  plainOrder: (round) => round.trading.orders.place(round.user, ticket(exitLine(round, partOf(round), ''))),
  squareOff: async ({ trading }) => trading.passTo('2026-11-20 15:26'),
  settle: async ({ trading }) => {
    trading.market.settle('INDICES_NIFTY 50', 24_100)
    await trading.passTo('2026-11-23 15:45')
  },
}

/** Most of the time a few in one turn of the event loop, or with a moment of the market between them. */
const drawActs = (dice: Dice, isLast: boolean): readonly ActKind[] => {
  const usual = actKinds.filter((kind) => kind !== 'squareOff' && kind !== 'settle')
  const count = 2 + dice.upTo(4)
  const drawn = Array.from({ length: count }, () => usual[dice.upTo(usual.length)] ?? 'exit')
  if (!isLast) return drawn
  return [...drawn, dice.pick(['squareOff', 'settle'])]
}

/** What no account may come to, whoever asks for what at once. */
const createJudge = (round: Round) => {
  const { subject, exitSide, units } = round
  const sign = exitSide === 'sell' ? 1 : -1
  let plain = 0
  let wrong: string | null = null
  const look = ({ account, seq, order, kind }: Committed): void => {
    if (account.owner !== round.user.id || wrong !== null) return
    const state = account as AccountState
    const fault = findAccountFault(state)
    if (fault !== null) wrong = `entry ${seq}: ${fault}`
    if (kind === 'order.accepted' && order !== null && !order.isReduceOnly && order.side === exitSide)
      plain += order.quantity
    const held = quantitiesIn(state, subject.sym)
    const total = held.reduce((sum, quantity) => sum + quantity, 0) * sign
    if (total > units) wrong = `entry ${seq}: ${total} held of ${units}`
    // A plain order may turn a position round by as much as it is for, and no exit by anything.
    if (total < -plain || held.some((quantity) => quantity * sign < -plain))
      wrong = `entry ${seq}: ${held.join(' and ')} held of ${units * sign}, plain orders for ${plain}`
  }
  return {
    look,
    get wrong() {
      return wrong
    },
  }
}

const open = async (round: Round): Promise<void> => {
  const { trading, user, subject, exitSide, units } = round
  const side = exitSide === 'sell' ? 'buy' : 'sell'
  await trading.orders.place(user, ticket(`${side} ${units} ${subject.sym} ${subject.products[0]}`))
  await trading.pass(DONE_MS)
}

const guard = async ({ trading, user, subject, exitSide }: Round): Promise<void> => {
  const value = exitSide === 'sell' ? subject.price * 0.98 : subject.price * 1.02
  await trading.orders.brackets.create(user, {
    sym: subject.sym,
    product: subject.products[0],
    stop: { kind: 'price', value },
  })
}

/** One position and everything that takes from it in the same instant. Throws with the seed and what does not hold. */
export const meet = async (
  trading: Trading,
  { seed, isLast, met }: { readonly seed: number; readonly isLast: boolean; readonly met: Met },
): Promise<void> => {
  const dice = createDice(seed)
  const user = await trading.enter(`meeting-${seed}`)
  const subject = dice.pick(subjects)
  const isLong = subject.products[0] === 'cash' || dice.roll() < 0.6
  const units = subject.unit * (2 + dice.upTo(3))
  const round: Round = { trading, user, dice, subject, exitSide: isLong ? 'sell' : 'buy', units }
  trading.market.set(subject.sym, trading.clock.now(), subject.price)
  trading.market.thin(subject.sym, 100_000)
  await open(round)
  const [held] = quantitiesIn((await trading.broker.accountOf(user.id)) as AccountState, subject.sym)
  if (Math.abs(held ?? 0) !== units) throw new Error(`seed ${seed}: ${held} of ${units} held`)
  // Exits take several looks at a thin book.
  if (dice.roll() < 0.3) trading.market.thin(subject.sym, subject.unit)
  const judge = createJudge(round)
  const unwatch = trading.broker.watch((committed) => committed.forEach(judge.look))
  if (dice.roll() < 0.6) await guard(round)
  if (dice.roll() < 0.4) {
    await acts.restingExit(round)
    await trading.pass(DONE_MS)
  }
  const asked: Promise<unknown>[] = []
  let taken = 0
  for (const kind of drawActs(dice, isLast)) {
    const act = acts[kind](round).then(
      () => {
        taken += 1
        met.acts.set(kind, (met.acts.get(kind) ?? 0) + 1)
      },
      () => {},
    )
    asked.push(act)
    if (dice.roll() < 0.3) await trading.pass(MOMENT_MS * (1 + dice.upTo(5)))
  }
  await trading.pass(DONE_MS)
  await Promise.all(asked)
  await trading.pass(DONE_MS)
  unwatch()
  if (taken > 1) met.shared += 1
  const after = (await trading.broker.accountOf(user.id)) as AccountState
  const stuck = [...after.orders.values()].filter(
    ({ status, orderType }) => !isEnded(status) && status !== 'OPEN' && orderType === 'MARKET',
  )
  const wrong = judge.wrong ?? (stuck.length > 0 ? `${stuck.length} market orders stay on their way` : null)
  if (wrong !== null)
    throw new Error(`SAUDA_SEED=${seed} (${subject.sym} ${subject.products[0]}, ${units}): ${wrong}`)
  await trading.orders.setKillSwitch(user, { isOn: true, exitPositions: true, cause: `end-${seed}` })
  await trading.pass(DONE_MS)
}
