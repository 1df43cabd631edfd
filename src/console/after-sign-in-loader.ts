import type { Platform } from '../platform/platform.ts'
import type { Actors } from './actors.ts'
import type { CreateAfterSignIn } from './after-sign-in.ts'

/** Keeps this download from slowing down the first seconds of the sign-in screen. */
const AFTER_FIRST_PAINT_MS = 2500
const RETRY_MS = 3000

interface LoaderPorts {
  readonly auth: Actors['auth']
  readonly platform: Pick<Platform, 'after' | 'log'>
  readonly add: (create: CreateAfterSignIn) => void
}

export const loadAfterSignIn = ({ auth, platform, add }: LoaderPorts): (() => void) => {
  let isAsked = false
  const load = async (): Promise<void> => {
    try {
      const { createAfterSignIn } = await import('./after-sign-in.ts')
      add(createAfterSignIn)
    } catch (error) {
      platform.log(`trading could not be loaded: ${error}`)
      platform.after(RETRY_MS, () => void load())
    }
  }
  const loadOnce = (): void => {
    if (isAsked) return
    isAsked = true
    void load()
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
