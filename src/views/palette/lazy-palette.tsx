import { lazy, Suspense } from 'react'
import { isSignedIn } from '../../machines/auth.ts'
import { useSnapshot } from '../kit/console.tsx'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** Nothing on the page renders again while one types in the palette: only this looks at its machine. */
export function LazyPalette() {
  const isShown = useSnapshot('auth', isSignedIn)
  return (
    isShown && (
      <Suspense fallback={null}>
        <Palette />
      </Suspense>
    )
  )
}
