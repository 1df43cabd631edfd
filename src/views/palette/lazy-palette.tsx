import { lazy, Suspense } from 'react'
import { useSnapshot } from '../kit/console.tsx'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** Nothing on the page renders again while one types in the palette: only this looks at its machine. */
export function LazyPalette() {
  const isSignedIn = useSnapshot('auth', (auth) => auth.matches('signedIn'))
  return (
    isSignedIn && (
      <Suspense fallback={null}>
        <Palette />
      </Suspense>
    )
  )
}
