import type { Platform } from '../platform/platform.ts'
import type { CoreActors } from './actors.ts'
import type { CreateTrading } from './trading.ts'

/** The sign-in comes first: it has stood there for so long. */
const AFTER_SIGN_IN_MS = 2500
/** A part of the program that did not come is asked for again after so long. */
const RETRY_MS = 3000

interface TradingLoaderPorts {
  readonly auth: CoreActors['auth']
  readonly platform: Pick<Platform, 'after' | 'log'>
  /** Takes what has come; not asked again. */
  readonly add: (create: CreateTrading) => void
}

/** As soon as somebody is signed in; beside a sign-in that is being typed, once that has settled. Answers its undo. */
export const loadTradingWhenWanted = ({ auth, platform, add }: TradingLoaderPorts): (() => void) => {
  let isAsked = false
  const load = async (): Promise<void> => {
    try {
      const { createTrading } = await import('./trading.ts')
      add(createTrading)
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
    else if (now.matches('signedOut')) stopWaiting ??= platform.after(AFTER_SIGN_IN_MS, loadOnce)
  }
  const subscription = auth.subscribe(look)
  look()
  return () => {
    subscription.unsubscribe()
    stopWaiting?.()
  }
}
