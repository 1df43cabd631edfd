import { fromCallback, fromPromise } from 'xstate'
import { isRejectedAs } from '../../contract/api-error.ts'
import { getMarketState } from '../../contract/instruments/instruments.ts'
import { createTicket } from '../../contract/notifications/notifications.ts'
import { type MarketPhase, marketPhases } from '../../domain/calendar/market-phase.ts'
import { marketTimeAt } from '../../domain/calendar/market-time.ts'
import type { Segment } from '../../domain/instruments/instrument.ts'
import { createQuoteJudge, type Freshness, type MarketMoment } from '../../domain/quotes/quote-age.ts'
import { type MarketStateContext, marketStateMachine } from '../../machines/quotes/market-state.ts'
import { quoteSocketMachine } from '../../machines/quotes/quote-socket.ts'
import type { QuoteBook } from '../../market/quotes/quote-book.ts'
import { createSubscriptionAnswers } from '../../market/quotes/subscription-answers.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { openQuoteSocket } from '../../platform/quote-socket.ts'
import { pageVisibility } from '../page-visibility.ts'

export interface QuotePorts {
  readonly platform: Platform
  readonly http: HttpClient
  readonly book: () => QuoteBook
  readonly user: () => string
  readonly tellClock: (told: { readonly marketTime: number; readonly speed: number }) => void
}

const LABEL_BYTES = 16

export const provideQuoteSocket = ({
  platform,
  http,
  book,
  user,
  tellClock,
}: QuotePorts): typeof quoteSocketMachine => {
  const label = platform.randomHex(LABEL_BYTES)
  return quoteSocketMachine.provide({
    actors: {
      socket: fromCallback(({ sendBack, receive }) => {
        const stopped = new AbortController()
        const answers = createSubscriptionAnswers({
          answerOf: (instrument) => book().answerOf(instrument),
          tell: (answered) => sendBack({ type: 'socket.answered', ...answered }),
        })
        // A new ticket per connection, because the login session may have changed.
        const ticket = async (): Promise<string> => {
          const body = { purpose: 'quotes' } as const
          return (await http.call(createTicket, { body, signal: stopped.signal })).ticket
        }
        const socket = openQuoteSocket(
          { openQuotes: platform.openQuotes, ticks: platform.ticks, user: user(), label, ticket },
          {
            opened: () => sendBack({ type: 'socket.opened' }),
            heard: () => sendBack({ type: 'socket.heard' }),
            garbled: () => {
              platform.log('websocket parse error')
              sendBack({ type: 'socket.garbled' })
            },
            closed: () => sendBack({ type: 'socket.closed' }),
            failed: (error) =>
              sendBack({
                type: isRejectedAs(error, 'TOO_MANY_WINDOWS') ? 'socket.crowded' : 'socket.closed',
              }),
            frame: (bytes) => {
              book().write(bytes)
              answers.look()
            },
            clock: (told) => {
              book().hearMarketTime(told.marketTime)
              tellClock(told)
            },
            refused: (message, instrument) => {
              platform.log(message)
              if (instrument !== null) sendBack({ type: 'socket.refused', instrument })
            },
          },
        )
        receive((order) => {
          answers.asked(order)
          socket.subscribe(order)
        })
        return () => {
          stopped.abort()
          socket.close()
        }
      }),
    },
  })
}

export const provideMarketState = (platform: Platform, http: HttpClient): typeof marketStateMachine =>
  marketStateMachine.provide({
    actors: {
      askMarket: fromPromise(({ signal }) => http.call(getMarketState, { signal })),
      pageVisibility: pageVisibility(platform),
    },
  })

type Judge = (segment: Segment, timestamp: number) => Freshness

const phaseOf = (text: string): MarketPhase => marketPhases.find((known) => known === text) ?? 'closed'

export const marketMomentAt = (context: MarketStateContext, now: number): MarketMoment | null => {
  const marketTime = marketTimeAt(context, now)
  const { market, anchor } = context
  if (market === null || anchor === null || marketTime === null) return null
  const { auctioned, continuous, derivatives } = market.phases
  return {
    marketTime,
    speed: anchor.speed,
    phases: {
      auctioned: phaseOf(auctioned),
      continuous: phaseOf(continuous),
      derivatives: phaseOf(derivatives),
    },
  }
}

export const judgeAt = (context: MarketStateContext, now: number): Judge => {
  const moment = marketMomentAt(context, now)
  return moment === null ? () => 'live' : createQuoteJudge(moment)
}
