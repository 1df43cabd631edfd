export const TOKEN_COOKIE = 'token'

export interface CookiePorts {
  readonly read: () => string
  readonly write: (cookie: string) => void
  readonly isSecure: boolean
}

export interface SessionCookie {
  /** Null without a cookie, or where cookies are refused. */
  read(): string | null
  /** False if the browser did not keep it. `maxAgeMs` is independent of a wrong browser clock. */
  write(token: string, maxAgeMs: number): boolean
  clear(): void
}

const TOKEN = /^[A-Za-z0-9._~-]{1,512}$/

/** The token half of the login session. */
export const createSessionCookie = ({ read, write, isSecure }: CookiePorts): SessionCookie => {
  const marks = `Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`

  const find = (): string | null => {
    try {
      const parts = read().split(/;\s*/)
      const value = parts.find((part) => part.startsWith(`${TOKEN_COOKIE}=`))?.slice(TOKEN_COOKIE.length + 1)
      return value !== undefined && TOKEN.test(value) ? value : null
    } catch {
      return null
    }
  }

  const set = (cookie: string): void => {
    try {
      write(cookie)
    } catch {
      // `find` tells if it was kept.
    }
  }

  return {
    read: find,
    write(token, maxAgeMs) {
      if (!TOKEN.test(token)) return false
      set(`${TOKEN_COOKIE}=${token}; Max-Age=${Math.max(0, Math.floor(maxAgeMs / 1000))}; ${marks}`)
      return find() === token
    },
    clear: () => set(`${TOKEN_COOKIE}=; Max-Age=0; ${marks}`),
  }
}
