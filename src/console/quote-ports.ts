import { fromCallback, fromPromise } from 'xstate'
import { isTooManyWindows } from '../contract/api-error.ts'
import { getMarketState } from '../contract/instruments.ts'
import { createTicket } from '../contract/notifications.ts'
import type { Segment } from '../domain/instrument.ts'
import { type MarketPhase, marketPhases } from '../domain/market-phase.ts'
import { createQuoteJudge, type QuoteMark } from '../domain/quote-age.ts'
import { type MarketStateContext, marketStateMachine, marketTimeAt } from '../machines/market-state.ts'
import { quoteSocketMachine } from '../machines/quote-socket.ts'
import type { QuoteBook } from '../market/quote-book.ts'
import { createSubscriptionAnswers } from '../market/subscription-answers.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { Platform } from '../platform/platform.ts'
import { openQuoteSocket, type QuoteSocket } from '../platform/quote-socket.ts'
import { pageVisibility } from './page-visibility.ts'

export interface QuotePorts {
  readonly platform: Platform
  readonly http: HttpClient
  readonly book: () => QuoteBook
  readonly tellClock: (told: { readonly marketTime: number; readonly speed: number }) => void
}

const USER_UUID_BYTES = 16

export const provideQuoteSocket = ({
  platform,
  http,
  book,
  tellClock,
}: QuotePorts): typeof quoteSocketMachine => {
  const userUuid = platform.randomHex(USER_UUID_BYTES)
  return quoteSocketMachine.provide({
    actors: {
      socket: fromCallback(({ sendBack, receive }) => {
        const stopped = new AbortController()
        let socket: QuoteSocket | null = null
        const closed = () => sendBack({ type: 'socket.closed' })
        const answers = createSubscriptionAnswers({
          answerOf: (instrument) => book().answerOf(instrument),
          tell: (answered) => sendBack({ type: 'socket.answered', ...answered }),
        })
        const open = (ticket: string): void => {
          if (stopped.signal.aborted) return
          socket = openQuoteSocket(
            { openSocket: platform.openSocket, ticks: platform.ticks, userUuid, ticket },
            {
              opened: () => sendBack({ type: 'socket.opened' }),
              heard: () => sendBack({ type: 'socket.heard' }),
              garbled: () => sendBack({ type: 'socket.garbled' }),
              closed,
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
        }
        // Each connection has a ticket of its own: the session may be another one by now.
        http
          .call(createTicket, { body: { purpose: 'quotes' }, signal: stopped.signal })
          .then(({ ticket }) => open(ticket))
          .catch((error: unknown) => {
            if (stopped.signal.aborted) return
            if (isTooManyWindows(error)) sendBack({ type: 'socket.crowded' })
            else closed()
          })
        receive((order) => {
          answers.asked(order)
          socket?.subscribe(order)
        })
        return () => {
          stopped.abort()
          socket?.close()
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

type Judge = (segment: Segment, timestamp: number) => QuoteMark

const phaseOf = (text: string): MarketPhase => marketPhases.find((known) => known === text) ?? 'closed'

/** Judges prices by market time as it is known at this moment; while it is not, whatever is heard is live. */
export const judgeAt = (context: MarketStateContext, now: number): Judge => {
  const marketTime = marketTimeAt(context, now)
  const { market, anchor } = context
  if (market === null || anchor === null || marketTime === null) return () => 'live'
  const { auctioned, continuous, derivatives } = market.phases
  return createQuoteJudge({
    marketTime,
    speed: anchor.speed,
    phases: {
      auctioned: phaseOf(auctioned),
      continuous: phaseOf(continuous),
      derivatives: phaseOf(derivatives),
    },
  })
}
