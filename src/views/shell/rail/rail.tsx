import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { pathOf } from '../../../domain/screens.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Icon } from '../../kit/layout/icon.tsx'
import { useCurrentScreen } from '../use-current-screen.ts'
import { type NavigationItem, railItems, workItems } from './navigation-items.ts'
import styles from './rail.module.css'

const RailWatchlist = lazy(() =>
  import('./rail-watchlist.tsx').then((module) => ({ default: module.RailWatchlist })),
)

export function Rail() {
  return (
    <nav className={styles.rail} aria-label="Main">
      <Places places={railItems} />
      <hr className={styles.rule} />
      <Places places={workItems} />
      <Suspense fallback={null}>
        <RailWatchlist />
      </Suspense>
    </nav>
  )
}

function Places({ places }: { readonly places: readonly NavigationItem[] }) {
  const current = useCurrentScreen()
  useSnapshot('shortcuts', ({ context }) => context.shortcuts.keymap)
  return (
    <ul className={styles.places}>
      {places.map(({ screen, other, title, icon }) => {
        const keys = keysFor({ command: 'view.open', args: { view: screen } })
        return (
          <li key={screen}>
            <Link
              href={pathOf(screen)}
              className={styles.place ?? ''}
              title={`${title}${keys === null ? '' : ` (${keys})`}`}
              aria-current={current === screen || current === other ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span className={styles.name}>{title}</span>
              {keys !== null && (
                <span className={styles.keys} aria-hidden="true">
                  {keys}
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
