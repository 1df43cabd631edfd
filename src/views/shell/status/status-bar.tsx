import { lazy, Suspense } from 'react'
import { type MarketPhase, marketPhases } from '../../../domain/calendar/market-phase.ts'
import { dateInWords } from '../../../domain/dates-in-words.ts'
import { countOf } from '../../../domain/format.ts'
import { bookTitles } from '../../../domain/orders/book.ts'
import { toIstClock, toIstDate } from '../../../domain/time.ts'
import { waitingCount } from '../../../machines/deployments/waiting-proposals.ts'
import { streamStateOf } from '../../../machines/notifications/notification-stream.ts'
import { useIsArmed } from '../../kit/arming/use-is-armed.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { useBook } from '../../kit/hooks/use-book.ts'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { useNow } from '../../kit/hooks/use-now.ts'
import { marketStateAt } from '../../kit/price/market-state.ts'
import { isUnsteady, liveShareTitle, liveShareWords, retryWords } from './live-share.ts'
import styles from './status-bar.module.css'

const KeyStatus = lazy(() => import('./key-status.tsx').then((module) => ({ default: module.KeyStatus })))

type Tone = 'good' | 'busy' | 'bad'

export function StatusBar() {
  const run = useCommand()
  return (
    <footer className={styles.bar}>
      <Server />
      <Quotes />
      <Notifications />
      <Engines />
      <BookOfOrders />
      <Waiting />
      <Armed />
      <Suspense fallback={null}>
        <KeyStatus />
      </Suspense>
      <Chord />
      <Instruments />
      <Clock />
      <button type="button" className={styles.help} onClick={() => run({ command: 'help.toggle', args: {} })}>
        press <b>?</b> for keys
      </button>
    </footer>
  )
}

function BookOfOrders() {
  const book = useBook()
  return book !== null && <span className={styles[book]}>{bookTitles[book].short.toUpperCase()}</span>
}

function Item({
  tone,
  text,
  title,
}: {
  readonly tone: Tone
  readonly text: string
  readonly title?: string
}) {
  return (
    <span className={styles.item} title={title}>
      <i className={`${styles.dot} ${styles[tone]}`} aria-hidden="true" />
      {text}
    </span>
  )
}

function Server() {
  const state = useSnapshot('connectivity', ({ value }) =>
    typeof value === 'string' ? value : 'serverUnreachable',
  )
  const latency = useSnapshot('connectivity', ({ context }) => context.latencyMs)
  const isOutdated = useSnapshot('connectivity', ({ context }) => context.isOutdated)
  const isLate = useSnapshot('orderPath', (path) => path.matches({ watched: 'late' }))
  if (isLate && state === 'online' && !isOutdated) return <OrdersHeldBack />
  return (
    <span role="status" className={state === 'online' && !isOutdated ? styles.well : undefined}>
      {isOutdated ? (
        <Item tone="busy" text="server updated: reload the page" />
      ) : state === 'online' ? (
        <Item tone="good" text={latency === null ? 'server' : `server ${Math.round(latency)} ms`} />
      ) : (
        <Item tone="bad" text={state === 'offline' ? 'offline' : 'server unreachable, retrying'} />
      )}
    </span>
  )
}

/** Prices may still arrive, because they come from another process. */
function OrdersHeldBack() {
  const heardAt = useSnapshot('orderPath', ({ context }) => context.heardAt)
  return (
    <span>
      <span role="status">
        <Item tone="bad" text="server not responding: orders are not sent" />
      </span>
      {heardAt !== null && <Since at={heardAt} />}
    </span>
  )
}

function Quotes() {
  const state = useSnapshot('quoteSocket', (quotes) => {
    if (quotes.matches({ connected: 'open' })) return 'live'
    if (quotes.context.isCrowded) return 'crowded'
    if (quotes.matches('waitingToReconnect') || quotes.context.tries > 0) return 'reconnecting'
    return quotes.matches('connected') ? 'connecting' : 'off'
  })
  const since = useSnapshot('quoteSocket', ({ context }) => context.lostAt)
  const share = useSnapshot('quoteSocket', ({ context }) => liveShareWords(context))
  const title = useSnapshot('quoteSocket', ({ context }) => liveShareTitle(context))
  const source = useSnapshot('prices', ({ context }) => context.rows[0]?.source ?? null)
  const retry = useSnapshot('quoteSocket', ({ context }) => retryWords(context))
  const isShaky = useSnapshot('quoteSocket', ({ context }) => isUnsteady(context))
  const { tone, text } = quoteWords[state]
  return (
    <span>
      <span role="status" title={state === 'live' ? title : undefined}>
        {state === 'live' && share !== null ? (
          <Item tone="busy" text={share} />
        ) : state === 'live' ? (
          <Item
            tone={isShaky ? 'busy' : tone}
            text={`${source === null ? '' : `${source} `}${text}${isShaky ? ', connection unstable' : ''}`}
          />
        ) : (
          <Item
            tone={tone}
            text={state === 'reconnecting' || state === 'crowded' ? `${text}${retry}` : text}
          />
        )}
      </span>
      {(state === 'reconnecting' || state === 'crowded') && since !== null && <Since at={since} />}
    </span>
  )
}

const quoteWords = {
  live: { tone: 'good', text: 'quotes live' },
  connecting: { tone: 'busy', text: 'quotes connecting' },
  reconnecting: { tone: 'bad', text: 'quotes stale, reconnecting' },
  crowded: { tone: 'bad', text: 'no quotes here: too many windows open' },
  off: { tone: 'busy', text: 'quotes off' },
} as const

/** Changes every second, so it is hidden from screen readers. */
function Since({ at }: { readonly at: number }) {
  const now = useNow(1000)
  return <span aria-hidden="true"> · {Math.max(0, Math.round((now - at) / 1000))} s</span>
}

function Notifications() {
  const { dispatch } = useConsole()
  const state = useSnapshot('notificationStream', streamStateOf)
  const retry = useSnapshot('notificationStream', ({ context }) => retryWords(context))
  const isShaky = useSnapshot('notificationStream', ({ context }) => isUnsteady(context))
  if (state === null) return null
  if (state === 'gaveUp') {
    return (
      <button
        type="button"
        className={styles.retry}
        onClick={() => dispatch({ to: 'notificationStream', event: { type: 'stream.retry' } })}
      >
        <Item tone="bad" text="no notifications: retry" />
      </button>
    )
  }
  if (state === 'crowded') {
    return (
      <span role="status" className={styles.notifications}>
        <Item tone="bad" text={`no notifications here: too many windows open${retry}`} />
      </span>
    )
  }
  return (
    <span className={styles.notifications}>
      <Item
        tone={state === 'open' && !isShaky ? 'good' : 'busy'}
        text={
          state !== 'open'
            ? `notifications connecting${retry}`
            : isShaky
              ? 'notifications, connection unstable'
              : 'notifications'
        }
      />
    </span>
  )
}

function Engines() {
  const { dispatch } = useConsole()
  const state = useSnapshot('engines', ({ value }) => value)
  const message = useSnapshot('engines', ({ context }) => context.message)
  if (state === 'failed') {
    return (
      <button
        type="button"
        className={styles.retry}
        title={message ?? undefined}
        onClick={() => dispatch({ to: 'engines', event: { type: 'engines.retry' } })}
      >
        <Item tone="bad" text="engines failed: retry" />
      </button>
    )
  }
  return (
    <span className={styles.ready}>
      <Item tone={state === 'ready' ? 'good' : 'busy'} text={`engines ${state}`} />
    </span>
  )
}

function Instruments() {
  const { dispatch } = useConsole()
  const rows = useSnapshot('instruments', ({ context }) => context.rows)
  const isFailed = useSnapshot('instruments', (instruments) => instruments.matches('failed'))
  if (isFailed) {
    return (
      <button
        type="button"
        className={styles.retry}
        onClick={() => dispatch({ to: 'instruments', event: { type: 'instruments.reload' } })}
      >
        <Item tone="bad" text="no instruments: retry" />
      </button>
    )
  }
  return <span className={styles.instruments}>{countOf(rows, 'instrument')}</span>
}

const queue = { command: 'proposals.open', args: {} } as const

function Waiting() {
  const run = useCommand()
  const count = useSnapshot('proposals', ({ context }) => waitingCount(context))
  const keys = keysFor(queue)
  if (count === 0) return null
  return (
    <button type="button" className={styles.proposals} onClick={() => run(queue)}>
      {count === 1 ? '1 proposal' : `${count} proposals`}
      {keys !== null && <KeyCap keys={keys} />}
    </button>
  )
}

/** Not announced, because the arming bar is. */
function Armed() {
  const isArmed = useIsArmed()
  return isArmed ? <strong className={styles.armed}>ARMED</strong> : null
}

/** Market time, which is not wall-clock time on a simulated or replayed market. */
function Clock() {
  const at = useMarketTime(1000)
  const now = useNow(1000)
  const market = useSnapshot('marketState', ({ context }) => context.market)
  const phase =
    market === null ? (marketStateAt(now).isOpen ? 'open' : 'closed') : wordsOfPhase(market.phases.auctioned)
  const isOwnTime = market !== null && market.clock !== 'real'
  return (
    <span className={styles.clock} title={market?.remark ?? undefined}>
      NSE {phase}
      {isOwnTime && (
        <span className={styles.well}>
          {` · ${clockWords[market.clock]} ×${market.speed} · ${dateInWords(toIstDate(at)).slice(0, 6)}`}
        </span>
      )}
      {isOwnTime ? ' ' : ' · '}
      {toIstClock(at)}:{String(Math.floor(at / 1000) % 60).padStart(2, '0')} IST
    </span>
  )
}

const clockWords = { real: 'real time', always: 'always open', accelerated: 'accelerated' } as const

const phaseWords: Readonly<Record<MarketPhase, string>> = {
  closed: 'closed',
  preOpen: 'pre-open',
  preOpenLimit: 'pre-open, limit orders',
  preOpenMatch: 'pre-open match',
  continuous: 'open',
  closingReference: 'closing auction',
  closingAuction: 'closing auction',
  closingAuctionLimit: 'closing auction, limit orders',
  closingMatch: 'closing match',
  postClose: 'post-close',
}

const wordsOfPhase = (phase: string): string =>
  phaseWords[marketPhases.find((known) => known === phase) ?? 'closed']

function Chord() {
  const strokes = useSnapshot('chord', ({ context }) => context.strokes)
  const hints = useSnapshot('chord', ({ context }) => context.hints)
  const isHinting = useSnapshot('chord', (chord) => chord.matches({ pending: 'hinting' }))
  return (
    <span className={styles.chord} aria-live="polite">
      {strokes.length > 0 && <KeyCap keys={strokes.join(' ')} />}
      {isHinting && (
        <span className={styles.hints}>
          {hints.map(({ stroke, title }) => (
            <span key={stroke} className={styles.hint}>
              <KeyCap keys={stroke} /> {title}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}
