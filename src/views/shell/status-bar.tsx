import { formatNumber } from '../../domain/format.ts'
import { toIstClock } from '../../domain/time.ts'
import { useCommand, useConsole, useSnapshot } from '../kit/console.tsx'
import { KeyCap } from '../kit/key-cap.tsx'
import { marketStateAt } from '../kit/market-state.ts'
import { useNow } from '../kit/use-now.ts'
import styles from './status-bar.module.css'

type Tone = 'good' | 'busy' | 'bad'

/** What the console stands on at this moment, and the chord being typed. */
export function StatusBar() {
  const run = useCommand()
  return (
    <footer className={styles.bar}>
      <Server />
      <Prices />
      <Engines />
      <span className={styles.virtual}>VIRTUAL</span>
      <Chord />
      <Instruments />
      <Clock />
      <button type="button" className={styles.help} onClick={() => run({ command: 'help.toggle', args: {} })}>
        press <b>?</b> for keys
      </button>
    </footer>
  )
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
  return (
    <span role="status">
      {isOutdated ? (
        <Item tone="busy" text="newer console: reload the page" />
      ) : state === 'online' ? (
        <Item tone="good" text={latency === null ? 'server' : `server ${Math.round(latency)} ms`} />
      ) : (
        <Item tone="bad" text={state === 'offline' ? 'offline' : 'server unreachable, trying again'} />
      )}
    </span>
  )
}

function Prices() {
  const source = useSnapshot('prices', ({ context }) => context.rows[0]?.source ?? null)
  const message = useSnapshot('prices', ({ context }) => context.message)
  if (message !== null) return <Item tone="bad" text="prices stale" title={message} />
  if (source === null) return <Item tone="busy" text="no prices yet" />
  return <Item tone="good" text={`${source} prices`} />
}

function Engines() {
  const { actors } = useConsole()
  const state = useSnapshot('engines', ({ value }) => value)
  const message = useSnapshot('engines', ({ context }) => context.message)
  if (state === 'failed') {
    return (
      <button
        type="button"
        className={styles.retry}
        title={message ?? undefined}
        onClick={() => actors.engines.send({ type: 'engines.retry' })}
      >
        <Item tone="bad" text="engines failed: retry" />
      </button>
    )
  }
  return <Item tone={state === 'ready' ? 'good' : 'busy'} text={`engines ${state}`} />
}

function Instruments() {
  const { actors } = useConsole()
  const rows = useSnapshot('instruments', ({ context }) => context.rows)
  const isFailed = useSnapshot('instruments', (instruments) => instruments.matches('failed'))
  if (isFailed) {
    return (
      <button
        type="button"
        className={styles.retry}
        onClick={() => actors.instruments.send({ type: 'instruments.reload' })}
      >
        <Item tone="bad" text="no instruments: retry" />
      </button>
    )
  }
  return <span className={styles.instruments}>{formatNumber(rows, 0)} instruments</span>
}

function Clock() {
  const now = useNow(1000)
  const seconds = String(Math.floor(now / 1000) % 60).padStart(2, '0')
  return (
    <span className={styles.clock}>
      NSE {marketStateAt(now).isOpen ? 'open' : 'closed'} · {toIstClock(now)}:{seconds} IST
    </span>
  )
}

/** The strokes of a chord as typed; what may follow appears when one hesitates. */
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
