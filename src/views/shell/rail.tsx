import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { screenOf } from '../../commands/screens.ts'
import { useSnapshot } from '../kit/console.tsx'
import { Icon } from '../kit/icon.tsx'
import { keysFor } from '../kit/keys-for.ts'
import { isLater } from '../screens/later/later-screens.ts'
import { type Place, railPlaces, workPlaces } from './places.ts'
import styles from './rail.module.css'
import { useCurrentScreen } from './use-current-screen.ts'

const RailWatchlist = lazy(() =>
  import('./rail-watchlist.tsx').then((module) => ({ default: module.RailWatchlist })),
)

/** The places of the console, each with its chord. */
export function Rail() {
  return (
    <nav className={styles.rail} aria-label="Main">
      <Places places={railPlaces} />
      <hr className={styles.rule} />
      <Places places={workPlaces} />
      <Suspense fallback={null}>
        <RailWatchlist />
      </Suspense>
    </nav>
  )
}

function Places({ places }: { readonly places: readonly Place[] }) {
  const current = useCurrentScreen()
  useSnapshot('shortcuts', ({ context }) => context.shortcuts.keymap)
  return (
    <ul className={styles.places}>
      {places.map(({ screen, title, icon }) => {
        const keys = keysFor({ command: 'view.open', args: { view: screen } })
        const soon = isLater(screen)
        return (
          <li key={screen}>
            <Link
              href={screenOf(screen).path}
              className={styles.place ?? ''}
              title={`${title}${keys === null ? '' : ` (${keys})`}${soon ? ', not built yet' : ''}`}
              data-soon={soon ? '' : undefined}
              aria-current={current === screen ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span className={styles.name}>{title}</span>
              {soon ? (
                <span className={styles.soon} aria-hidden="true">
                  soon
                </span>
              ) : (
                keys !== null && (
                  <span className={styles.keys} aria-hidden="true">
                    {keys}
                  </span>
                )
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
