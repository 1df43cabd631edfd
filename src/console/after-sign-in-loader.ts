import type { Platform } from '../platform/platform.ts'
import type { Actors } from './actors.ts'
import type { CreateAfterSignIn } from './after-sign-in.ts'
import { loadUntilThere } from './load-until-there.ts'

/** Keeps this download from slowing down the first seconds of the sign-in screen. */
const AFTER_FIRST_PAINT_MS = 2500

interface LoaderPorts {
  readonly auth: Actors['auth']
  readonly platform: Pick<Platform, 'after' | 'log'>
  readonly add: (create: CreateAfterSignIn) => void
}

export const loadAfterSignIn = ({ auth, platform, add }: LoaderPorts): (() => void) => {
  let isAsked = false
  const load = async (): Promise<void> => {
    const { createAfterSignIn } = await import('./after-sign-in.ts')
    add(createAfterSignIn)
  }
  const loadOnce = (): void => {
    if (isAsked) return
    isAsked = true
    void loadUntilThere(load, { platform, what: 'trading' })
  }
  let stopWaiting: (() => void) | null = null
  const look = (): void => {
    const now = auth.getSnapshot()
    if (now.matches('signedIn')) loadOnce()
    else if (now.matches('signedOut')) stopWaiting ??= platform.after(AFTER_FIRST_PAINT_MS, loadOnce)
  }
  const subscription = auth.subscribe(look)
  look()
  return () => {
    subscription.unsubscribe()
    stopWaiting?.()
  }
}
