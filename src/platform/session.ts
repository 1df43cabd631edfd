import type { SessionCookie } from './session-cookie.ts'

export interface Session {
  token(): string | null
  /** Takes over the browser's token; false if there is none. */
  adopt(): boolean
  keep(token: string, maxAgeMs: number): boolean
  forget(): void
  /** Only for this tab; the browser's token stays. */
  drop(): void
}

export interface SessionListeners {
  /** The browser holds another token: a user signed in in another tab. */
  replaced(): void
  gone(): void
}

/** No call is ever made with the login session of a user who signed in in another tab. */
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
