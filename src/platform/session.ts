import type { SessionCookie } from './session-cookie.ts'

export interface Session {
  /** The token calls of this tab are made with, or null. */
  token(): string | null
  /** Takes over the token that the browser keeps; false when there is none. */
  adopt(): boolean
  /** False when the browser refuses to keep it. */
  keep(token: string, maxAgeMs: number): boolean
  /** Ends the session in this browser. */
  forget(): void
  /** Ends it in this tab alone. */
  drop(): void
}

export interface SessionListeners {
  /** The browser keeps another token by now: somebody signed in in another tab. */
  replaced(): void
  /** The browser keeps none any more. */
  gone(): void
}

/** Holds the token of this tab, so that no call is ever made with the session of somebody who signed in elsewhere. */
export const createSession = (cookie: SessionCookie, listeners: SessionListeners): Session => {
  let mine: string | null = null

  return {
    token() {
      if (mine === null) return null
      const kept = cookie.read()
      if (kept === mine) return mine
      mine = null
      if (kept === null) listeners.gone()
      else listeners.replaced()
      return null
    },
    adopt() {
      mine = cookie.read()
      return mine !== null
    },
    keep(token, maxAgeMs) {
      mine = cookie.write(token, maxAgeMs) ? token : null
      return mine !== null
    },
    forget() {
      mine = null
      cookie.clear()
    },
    drop() {
      mine = null
    },
  }
}
