import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { createTally, type Tally } from '../tally.ts'
import type { UserId } from '../user.ts'
import { FEEDS_MAX, type Feed, type FeedEnd, type Feeds, USER_SYMBOLS_MAX } from './feeds.ts'

const watchFeed = (feeds: Feeds, id: InstrumentId, onEnd: FeedEnd): Feed | string => {
  try {
    return feeds.watch(id, onEnd) ?? `the server watches at most ${FEEDS_MAX} symbols for all users`
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return 'there is no such instrument'
  }
}

export const createUserFeeds = (feeds: Feeds) => {
  const watchedBy = new Map<UserId, Tally<InstrumentId>>()

  return (user: UserId) => ({
    /** Returns the reason when the symbol cannot be watched. Each feed must be unwatched once, also after its end. */
    watch(id: InstrumentId, onEnd: FeedEnd): Feed | string {
      const watched = watchedBy.get(user) ?? createTally<InstrumentId>()
      if (watched.of(id) === 0 && watched.size() >= USER_SYMBOLS_MAX)
        return `the sockets of one user watch at most ${USER_SYMBOLS_MAX} symbols`
      const feed = watchFeed(feeds, id, onEnd)
      if (typeof feed === 'string') return feed
      watched.add(id)
      watchedBy.set(user, watched)
      return feed
    },

    unwatch(id: InstrumentId, onEnd: FeedEnd): void {
      feeds.unwatch(id, onEnd)
      const watched = watchedBy.get(user)
      watched?.remove(id)
      if (watched?.size() === 0) watchedBy.delete(user)
    },
  })
}

export type UserFeeds = ReturnType<ReturnType<typeof createUserFeeds>>
