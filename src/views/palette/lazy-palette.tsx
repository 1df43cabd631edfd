import { lazy, Suspense } from 'react'
import { isSignedIn } from '../../machines/session/auth.ts'
import { useSnapshot } from '../kit/console.tsx'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** Only this component subscribes to the palette machine, so that typing renders nothing else. */
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
