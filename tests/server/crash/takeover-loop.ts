import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openStoreToRead, type Store } from '../../../server/store/database/database.ts'
import { deployEquity } from '../../../src/contract/deployments.ts'
import { placeOrder } from '../../../src/contract/orders/orders.ts'
import { login } from '../../../src/contract/session.ts'
import { saveEquityStrategy } from '../../../src/contract/strategies.ts'
import { ended } from '../../support/browser/processes.ts'
import { throwAwayFolder } from '../../support/server/stores.ts'
import { inspect } from './crash-loop.ts'

const PASSWORD = 'monsoon over the western ghats'
/** A user may place ten orders a second. */
const ORDER_EVERY_MS = 120
const ORDERS_BEFORE = 5
const LOOK_EVERY_MS = 20
/** The fault comes within this time of an order that was sent. */
const FAULT_WITHIN_MS = 30

interface Server {
  readonly child: ChildProcess
  readonly dataDir: string
  readonly output: () => string
  /** Resolves with its address; rejects when it ends before. */
  readonly address: Promise<string>
  /** Until it says that it waits for another server. */
  readonly waits: Promise<void>
}

interface Launch {
  readonly main: string
  readonly databaseUrl: string
  readonly isStandby: boolean
}

/** Candles of a minute close every second. */
export const launch = ({ main, databaseUrl, isStandby }: Launch): Server => {
  const dataDir = throwAwayFolder()
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      STANDBY: isStandby ? 'on' : 'off',
      PORT: '0',
      FIRST_PASSWORD: PASSWORD,
      MARKET_CLOCK: 'x60',
      MARKET_START: '2026-11-23 10:00',
      WARM_UP: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const says = (pattern: RegExp): Promise<string> =>
    new Promise((done, failed) => {
      const look = (): void => {
        const found = pattern.exec(output)
        if (found !== null) done(found[1] ?? found[0])
      }
      child.stdout.on('data', look)
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}:\n${output}`)))
    })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
  const address = says(/is at (http:\S+)/)
  const waits = says(/This one waits/).then(() => {})
  for (const told of [address, waits]) told.catch(() => {})
  return { child, dataDir, output: () => output, address, waits }
}

type Headers = Readonly<Record<string, string>>

const post = async (address: string, path: string, headers: Headers, body: unknown) => {
  const answer = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
  const { data, message } = (await answer.json()) as { readonly data: unknown; readonly message: string }
  return { status: answer.status, data, message, cookies: answer.headers.getSetCookie() }
}

const signIn = async (address: string): Promise<Headers> => {
  const body = { user_name: 'trader', password: PASSWORD }
  const { status, data, message, cookies } = await post(address, login.path, { origin: address }, body)
  if (status !== 200) throw new Error(`the sign-in was refused: ${message}`)
  return {
    authorization: `Bearer ${String(data)}`,
    cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
  }
}

const strategy = {
  algo_name: 'Each candle',
  interval: 'min',
  product: 'MIS',
  quantity: { by: 'shares', value: 1 },
  entry_type: 'condition',
  entry_time: null,
  exit_type: 'condition',
  exit_time: null,
  trading_start_time: '09:15',
  trading_stop_time: '15:15',
  sub_category: 'momentum',
  trend: 'bullish',
  note: '',
  seg_syms: ['NSE_TCS'],
  position: 'buy',
  entry_logic: 'close >= open',
  exit_logic: 'close < open',
  stop_loss: null,
  target_profit: null,
  tpsl_type: 'pct',
}

const deploy = async (address: string, session: Headers): Promise<void> => {
  const saved = await post(address, saveEquityStrategy.path, session, strategy)
  const { slug } = saved.data as { readonly slug: string }
  const body = { deployment_uuid: randomUUID(), slug, version: 1, type: 'paper', seg_syms: ['NSE_TCS'] }
  const { status, message } = await post(address, deployEquity.path, session, body)
  if (status !== 200) throw new Error(`the deployment was refused: ${message}`)
}

/** Orders of one user, each with a key of its own; what is not answered is asked for again with the same key. */
const createTrader = (session: Headers) => {
  const idOf = new Map<string, string>()
  const unanswered = new Set<string>()
  const doubled: string[] = []
  let [number, retried] = [0, 0]

  /** Whether it was acknowledged. */
  const send = async (address: string, key: string): Promise<boolean> => {
    const ticket = {
      client_order_id: key,
      sym: 'NSE_INFY',
      transaction_type: Number(key.split('-').at(-1)) % 2 === 0 ? 'BUY' : 'SELL',
      order_type: 'MARKET',
      product: 'MIS',
      quantity: 1,
    }
    const { status, data } = await post(address, placeOrder.path, session, ticket).catch(() => ({
      status: 0,
      data: null,
    }))
    if (status !== 200) return false
    const { order_id: id } = data as { readonly order_id: string }
    const before = idOf.get(key)
    if (before !== undefined && before !== id) doubled.push(`${key} was ${before} and is ${id}`)
    idOf.set(key, id)
    unanswered.delete(key)
    return true
  }

  const sendNew = (address: string): Promise<boolean> => {
    number += 1
    const key = `takeover-${number}`
    unanswered.add(key)
    return send(address, key)
  }

  return {
    idOf,
    doubled,
    sendNew,
    counts: () => ({ acknowledged: idOf.size, retried }),
    async sendSome(address: string): Promise<void> {
      for (let sent = 0; sent < ORDERS_BEFORE; sent++) {
        await sendNew(address)
        await wait(ORDER_EVERY_MS)
      }
    },
    /** Again and again, with the same keys, until each is acknowledged. */
    async sendUnanswered(address: string): Promise<void> {
      for (const key of unanswered) {
        retried += 1
        while (!(await send(address, key))) await wait(ORDER_EVERY_MS)
        await wait(ORDER_EVERY_MS)
      }
    },
    async sendFirst(address: string): Promise<void> {
      number += 1
      while (!(await send(address, `takeover-${number}`))) await wait(LOOK_EVERY_MS)
    },
  }
}

type Trader = ReturnType<typeof createTrader>

const lastLine = async ({ db }: Pick<Store, 'db'>): Promise<number> => {
  const row = await db
    .selectFrom('deployment_log')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

const goesOn = async (reader: Store): Promise<void> => {
  const before = await lastLine(reader)
  while ((await lastLine(reader)) <= before) await wait(ORDER_EVERY_MS)
}

/** One candle has one entry and one exit at most. */
const doubledDecisions = async ({ db }: Store): Promise<readonly string[]> => {
  const rows = await db.selectFrom('deployment_log').select('body').orderBy('seq').execute()
  const seen = new Set<string>()
  return rows.flatMap(({ body }) => {
    const { kind, bar } = JSON.parse(body) as { readonly kind: string; readonly bar: number | null }
    if (bar === null || (kind !== 'entered' && kind !== 'exited')) return []
    const decision = `${kind} at candle ${bar}`
    if (seen.has(decision)) return [`${decision} twice`]
    seen.add(decision)
    return []
  })
}

const faults = ['killed', 'frozen'] as const

interface Round {
  readonly holder: Server
  readonly standby: Server
  readonly fault: (typeof faults)[number]
  readonly trader: Trader
}

/** ms from the fault to the first order that the standby acknowledged. */
const takeOver = async ({ holder, standby, fault, trader }: Round) => {
  const address = await holder.address
  await trader.sendSome(address)
  const underWay = trader.sendNew(address)
  await wait(Math.random() * FAULT_WITHIN_MS)
  holder.child.kill(fault === 'killed' ? 'SIGKILL' : 'SIGSTOP')
  const faultAt = performance.now()
  // The system takes the connection for a frozen server, which reads the order when it goes on.
  const late = fault === 'frozen' ? trader.sendNew(address) : Promise.resolve(false)
  const next = await standby.address
  await trader.sendFirst(next)
  const ms = performance.now() - faultAt
  if (fault === 'frozen') holder.child.kill('SIGCONT')
  const code = await ended(holder.child)
  await underWay
  const isAcknowledgedLate = await late
  await trader.sendUnanswered(next)
  if (fault === 'frozen' && code !== 1)
    throw new Error(`the server that was frozen ended with ${code}:\n${holder.output()}`)
  return { ms, isAcknowledgedLate }
}

/** The first server is killed or frozen again and again, and a second one takes its place. On PostgreSQL. */
export const runTakeoverLoop = async ({
  rounds,
  main,
  databaseUrl,
}: Omit<Launch, 'isStandby'> & { readonly rounds: number }) => {
  let holder = launch({ main, databaseUrl, isStandby: false })
  let standby: Server | null = null
  try {
    const first = await holder.address
    const session = await signIn(first)
    const trader = createTrader(session)
    await trader.sendFirst(first)
    await deploy(first, session)
    const reader = await openStoreToRead({ dataDir: '', databaseUrl })
    const waits: number[] = []
    let acknowledgedLate = 0
    try {
      for (let round = 0; round < rounds; round++) {
        await goesOn(reader)
        standby = launch({ main, databaseUrl, isStandby: true })
        await standby.waits
        const fault = faults[round % faults.length] ?? 'killed'
        const { ms, isAcknowledgedLate } = await takeOver({ holder, standby, fault, trader })
        waits.push(Math.round(ms))
        acknowledgedLate += Number(isAcknowledgedLate)
        holder = standby
      }
      await goesOn(reader)
      const decisions = await doubledDecisions(reader)
      holder.child.kill('SIGTERM')
      await ended(holder.child)
      const left = await inspect({ dataDir: holder.dataDir, databaseUrl })
      return {
        ...trader.counts(),
        waits,
        /** By a server that was frozen, after another one had taken over. */
        acknowledgedLate,
        lost: [...trader.idOf]
          .filter(([key, id]) => !left.idsOfKey.get(key)?.includes(id))
          .map(([key, id]) => `${key}: ${id} is not in the log`),
        doubled: [
          ...trader.doubled,
          ...decisions,
          ...[...left.idsOfKey].filter(([, ids]) => ids.length > 1).map(([key, ids]) => `${key}: ${ids}`),
        ],
        fault: left.fault,
      }
    } finally {
      await reader.close()
    }
  } finally {
    for (const server of [holder, standby]) server?.child.kill('SIGKILL')
  }
}
