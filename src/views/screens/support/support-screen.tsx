import { version } from '../../../../package.json'
import { type AnyCommand, typedCommands } from '../../../commands/registry.ts'
import type { IndicatorNote } from '../../../domain/charts/indicator-guide.ts'
import type { IndicatorSpec } from '../../../domain/charts/indicators/spec.ts'
import { imageOf, indicators } from '../../../domain/charts/indicators.ts'
import { comparators } from '../../../domain/strategies/condition/tree.ts'
import { useCommand } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { useIndicatorGuide } from '../../kit/hooks/use-indicator-guide.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import styles from './support-screen.module.css'

export function SupportScreen() {
  const run = useCommand()
  return (
    <div className={styles.page}>
      <ScreenTitle
        title="Support"
        actions={
          <>
            <Button
              keys={keysFor({ command: 'help.toggle', args: {} }) ?? ''}
              onPress={() => run({ command: 'help.toggle', args: {} })}
            >
              Keyboard shortcuts
            </Button>
            <Button onPress={() => run({ command: 'view.open', args: { view: 'settings' } })}>
              Settings
            </Button>
          </>
        }
      >
        <span>sauda {version}</span>
      </ScreenTitle>
      <div className={styles.columns}>
        <Conditions />
        <Commands />
      </div>
    </div>
  )
}

function Conditions() {
  const guide = useIndicatorGuide()
  return (
    <Panel title="Conditions" note="the same in the command line, in forms and in exports">
      <div className={styles.prose}>
        <p>
          Two values and a comparator between them, joined by <code>and</code> and <code>or</code>, grouped by
          parentheses:
        </p>
        <Line text="ema(close,9) crosses above ema(close,21) and rsi(14) < 70" />
        <p>Use arithmetic on values, or take them from a higher timeframe or another instrument:</p>
        <Line text='close > max(high, ema(20) * 1.01) and rsi(14)@hour of "NIFTY 50" > 50' />
        <p>
          A higher-timeframe value is that of its last closed candle. A value that is not available yet makes
          its condition false.
        </p>
        <h3>Comparators</h3>
        <p>
          {comparators.map((comparator) => (
            <code key={comparator}>{comparator}</code>
          ))}{' '}
          and signs <code>&lt;</code> <code>&lt;=</code> <code>&gt;</code> <code>&gt;=</code> <code>=</code>
        </p>
        <h3>Indicators</h3>
        <dl className={styles.list}>
          {indicators.map((indicator) => (
            <div key={indicator.key}>
              <dt>
                <code>{signatureOf(indicator)}</code>
              </dt>
              <dd>
                <img
                  className={styles.picture}
                  src={imageOf(indicator)}
                  alt=""
                  loading="lazy"
                  width={128}
                  height={72}
                />
                <b>{indicator.name}</b> <Said note={guide.get(indicator.syntax)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}

function Said({ note }: { readonly note: IndicatorNote | undefined }) {
  if (note === undefined) return null
  return (
    <>
      {note.description} <span className={styles.analysis}>{note.analysis}</span>
    </>
  )
}

function Line({ text }: { readonly text: string }) {
  return <pre className={styles.line}>{text}</pre>
}

const signatureOf = ({ syntax, params }: IndicatorSpec): string =>
  params.length === 0 ? syntax : `${syntax}(${params.map((param) => param.name).join(', ')})`

function Commands() {
  const run = useCommand()
  return (
    <Panel title="Commands" note="typed in the command line; arguments in any order">
      <dl className={`${styles.list} ${styles.prose}`}>
        {typedCommands().map((command) => {
          const keys = keysFor({ command: command.id, args: {} } as Parameters<typeof keysFor>[0])
          return (
            <div key={command.id}>
              <dt>
                <button
                  type="button"
                  className={styles.verb}
                  onClick={() => run(openLine(`${command.verb} `))}
                >
                  {command.verb}
                </button>
                {keys !== null && <KeyCap keys={keys} />}
              </dt>
              <dd>
                <b>{command.title}</b>
                {command.aliases.length > 0 && `, also ${command.aliases.join(', ')}`}
                {Object.keys(command.args).length > 0 && (
                  <code className={styles.usage}>{usageOf(command)}</code>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
}

/** `bt ENTRY on INSTRUMENTS [exit EXIT]`; brackets mark optional arguments. */
const usageOf = ({ verb, args }: AnyCommand): string => {
  const parts = Object.values(args).map(({ title, word, isRequired }) => {
    const part = word === null ? title.toUpperCase() : `${word} ${title.toUpperCase()}`
    return isRequired ? part : `[${part}]`
  })
  return [verb, ...parts].join(' ')
}
