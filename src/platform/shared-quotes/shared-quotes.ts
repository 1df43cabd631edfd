import type { PageFeed } from './page-feed.ts'
import type { ConnectionParts } from './server-connection.ts'
import { createUserQuotes, type UserQuotes } from './user-quotes.ts'
import type { PageMessage, PagePort } from './worker-messages.ts'

/** One quote connection for all pages of a user in this browser. Pages of another user have another one. */
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
    /** Takes the port of one page, and returns what hears its messages. */
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
