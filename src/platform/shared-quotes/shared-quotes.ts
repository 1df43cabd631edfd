import type { PageFeed } from './page-feed.ts'
import type { ConnectionParts } from './server-connection.ts'
import { createUserQuotes, type UserQuotes } from './user-quotes.ts'
import type { PageMessage, PagePort } from './worker-messages.ts'

/** Pages of another user have a connection of their own. */
export const createSharedQuotes = (parts: ConnectionParts) => {
  const users = new Map<string, UserQuotes>()

  const quotesOf = (user: string): UserQuotes => {
    const known = users.get(user)
    if (known !== undefined) return known
    const created = createUserQuotes(parts)
    users.set(user, created)
    return created
  }

  return {
    join(port: PagePort): (message: PageMessage) => void {
      let quotes: UserQuotes | null = null
      let page: PageFeed | null = null
      return (message) => {
        if (message.type === 'attach') {
          quotes ??= quotesOf(message.user)
          page ??= quotes.attach(port)
        } else if (quotes !== null && page !== null) quotes.hear(page, message)
      }
    },
  }
}
