import { useState } from 'react'
import { version } from '../../../../package.json'
import { countOf } from '../../../domain/format.ts'
import { useConsole, type ViewConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import styles from './settings-screen.module.css'
import { enginesInWords, pricesInWords, serverInWords } from './states-in-words.ts'

/** For support; contains no secrets. */
export function AboutSection() {
  const console = useConsole()
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const facts = diagnosticsOf(console)
  const copy = async () => {
    const text = facts.map(([name, value]) => `${name}: ${value}`).join('\n')
    setIsCopied(
      await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    )
  }
  return (
    <Panel title="About" note={`sauda ${version}`}>
      <div className={styles.body}>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.acts}>
          <Button onPress={copy}>Copy diagnostics</Button>
          <span role="status">
            {isCopied === true && <span className={styles.good}>Copied</span>}
            {isCopied === false && <span className={styles.bad}>The browser blocked the clipboard</span>}
          </span>
        </div>
      </div>
    </Panel>
  )
}

const diagnosticsOf = ({ actors }: ViewConsole): readonly (readonly [string, string])[] => {
  const { latencyMs, isOutdated } = actors.connectivity.getSnapshot().context
  const { rows, badRows, isFromCache } = actors.instruments.getSnapshot().context
  const server = actors.connectivity.getSnapshot().value
  const engines = actors.engines.getSnapshot()
  const prices = actors.prices.getSnapshot()
  const socket = actors.quoteSocket.getSnapshot().value
  return [
    ['Version', version],
    ['Server', `${serverInWords(server)}${isOutdated ? ', newer than this console' : ''}`],
    ['Latency', latencyMs === null ? '–' : `${Math.round(latencyMs)} ms`],
    ['Engines', engines.context.message ?? enginesInWords(engines.value)],
    [
      'Instruments',
      `${rows}, ${countOf(badRows, 'unreadable line')}, ${isFromCache ? 'from the cache' : 'from the server'}`,
    ],
    ['Prices', prices.context.message ?? pricesInWords({ server, socket, poll: prices.value })],
    ['Stored series', String(actors.storedSeries.getSnapshot().context.output?.length ?? '–')],
    ['Browser', navigator.userAgent],
    ['Window', `${window.innerWidth} × ${window.innerHeight}, ${window.devicePixelRatio}×`],
  ]
}
