import type { ComponentType } from 'react'
import { LOGOUT_PATH, type ScreenId, screens } from '../domain/screens.ts'
import { type Load, lazily } from './kit/lazily.ts'
import { whenIdle } from './kit/when-idle.ts'
import { LogoutScreen } from './screens/logout/logout-screen.tsx'

interface AppRoute {
  readonly path: string
  readonly screen: ComponentType
}

const files = import.meta.glob<Readonly<Record<string, ComponentType>>>([
  './screens/*/*-screen.tsx',
  '!./screens/{logout,not-found,sign-in}/*',
])

/** `order-book` is `OrderBookScreen` of `screens/order-book/order-book-screen.tsx`. */
const loadOf =
  (folder: string): Load =>
  async () => {
    const name = `${folder.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())}Screen`
    const screen = (await files[`./screens/${folder}/${folder}-screen.tsx`]?.())?.[name]
    if (screen === undefined) throw new Error(`views/screens/${folder} has no ${name}`)
    return screen
  }

const loads = screens.flatMap((screen) =>
  'folder' in screen ? [{ ...screen, load: loadOf(screen.folder) }] : [],
)

const loadNotFound: Load = async () =>
  (await import('./screens/not-found/not-found-screen.tsx')).NotFoundScreen

/** Screens with live prices are opened most. */
const live: readonly ScreenId[] = ['watchlist', 'positions', 'order-book', 'markets', 'trading-view']

const isLive = ({ id }: { readonly id: ScreenId }): boolean => live.includes(id)

/** Prefetches one screen per idle period, so that screens open at once and offline. Returns its cancel. */
export const prefetchScreens = (): (() => void) => {
  let isStopped = false
  let stop = () => {}
  const next = ([load, ...rest]: readonly Load[]): void => {
    if (load === undefined || isStopped) return
    stop = whenIdle(() => {
      // A failed prefetch is retried when the screen opens.
      load().then(
        () => next(rest),
        () => {},
      )
    })
  }
  const found = [...loads.filter(isLive), ...loads.filter((screen) => !isLive(screen))]
  next([...found.map(({ load }) => load), loadNotFound])
  return () => {
    isStopped = true
    stop()
  }
}

const loaded = loads.map(({ id, path, load }) => ({ id, path, screen: lazily(load) }))
export const NotFound = lazily(loadNotFound)
/** A saved scanner is named by the path. */
const savedScanner = loaded
  .filter(({ id }) => id === 'create-scanner')
  .map(({ path, screen }) => ({ path: `${path}/:slug`, screen }))
const home = loaded.filter(({ id }) => id === 'home').map(({ screen }) => ({ path: '/_app', screen }))

export const routes: readonly AppRoute[] = [
  ...loaded,
  ...home,
  ...savedScanner,
  { path: LOGOUT_PATH, screen: LogoutScreen },
]
