import type { FastifyInstance } from 'fastify'
import {
  deleteWatchlist,
  getWatchlists,
  removeWatchlistItems,
  saveWatchlist,
} from '../../../src/contract/watchlists.ts'
import type { Watchlists } from '../../services/watchlists.ts'
import { serve } from '../serve.ts'

export const watchlistRoutes = (app: FastifyInstance, watchlists: Watchlists): void => {
  serve(app, getWatchlists, ({ user }) => watchlists.list(user))
  serve(app, saveWatchlist, ({ user, body }) => watchlists.save(user, body))
  serve(app, deleteWatchlist, async ({ user, query }) => {
    await watchlists.delete(user, query.name)
    return null
  })
  serve(app, removeWatchlistItems, ({ user, body }) => watchlists.removeItems(user, body))
}
