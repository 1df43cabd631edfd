import { type FocusEvent, useEffect, useRef } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { Link } from 'wouter'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { pathOf } from '../../../domain/screens.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { goesIntoDialog } from '../../kit/goes-into-dialog.ts'
import { CutName } from '../../kit/instrument/cut-name.tsx'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import styles from './rail-watchlist.module.css'

function Empty() {
  return (
    <p className={styles.empty}>
      <PressOrTap
        press={
          <>
            Press <KeyCap keys="a" /> on any row to add it here
          </>
        }
        tap="Tap the name above to add symbols"
      />
    </p>
  )
}

export function RailWatchlist() {
  const { setFocus, instruments } = useConsole()
  const run = useCommand()
  const list = useSnapshot('watchlists', ({ context: { lists, active } }) =>
    lists.find(({ name }) => name === active),
  )
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  if (list === undefined) return null
  const watchFocus = () => {
    const id = document.activeElement?.closest('[role=row]')?.getAttribute('data-key') as InstrumentId | null
    if (id) setFocus({ kind: 'watch', key: id, instrument: id })
  }
  const watchBlur = ({ relatedTarget }: FocusEvent) => {
    if (frame.current?.contains(relatedTarget) || goesIntoDialog(frame.current, relatedTarget)) return
    setFocus({ kind: '', key: '' })
  }
  return (
    <section className={styles.watch} aria-label={`Watchlist ${list.name}`}>
      <Link href={pathOf('watchlist')} className={styles.head ?? ''}>
        Watchlist · <bdi>{list.name}</bdi>
      </Link>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the list inside takes the keys; this learns where it is */}
      <div ref={frame} className={styles.frame} onFocus={watchFocus} onBlur={watchBlur}>
        <GridList
          aria-label={`Watchlist ${list.name}`}
          className={styles.list ?? ''}
          items={list.instruments.map((id) => ({ id }))}
          onAction={(key) => run({ command: 'chart.open', args: { instrument: key as InstrumentId } })}
          renderEmptyState={Empty}
        >
          {({ id }) => {
            const title = nameOfInstrument(instruments(), id, tradingSymbolOf(id))
            return (
              <GridListItem id={id} textValue={title} className={styles.row ?? ''}>
                <bdi className={styles.symbol} title={title}>
                  <CutName name={title} />
                </bdi>
                <LastPrice of={id} hasPercent />
              </GridListItem>
            )
          }}
        </GridList>
      </div>
    </section>
  )
}
