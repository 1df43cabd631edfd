import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import type { Answering, OpenConsole } from '../console.ts'
import { FACT_MS } from '../limits.ts'
import type { TestServer } from '../server/server.ts'
import { masterOf } from '../server/synthetic-master.ts'
import { waitFor } from '../wait-for.ts'

const PATIENCE = { timeout: FACT_MS }

export const INFY = 'NSE_INFY' as InstrumentId

/** A short list, as the whole one takes a second to read. */
const master = masterOf([
  { symbol: 'INFY', name: 'INFOSYS', segment: 'NSE', exchange: 'NSE' },
  { symbol: '20MICRONS', name: '20 MICRONS', segment: 'NSE', exchange: 'NSE' },
])
export const answerShortList: Answering = ({ path }) =>
  path.includes('instrumentsList') ? new Response(master, { headers: { 'content-type': 'text/csv' } }) : null

interface Trader {
  readonly server: TestServer
  readonly name: string
  readonly password: string
}

/** Sent orders reach the exchange only when its loop is stepped. */
export const turnExchange = async ({ clock, trading }: TestServer): Promise<void> => {
  for (let step = 0; step < 20; step++) {
    clock.advance(100)
    await trading.step()
  }
}

export const tradeAs = async (
  { console: { actors, dispatch } }: OpenConsole,
  { server, name, password }: Trader,
  drafts: readonly Partial<OrderDraft>[],
): Promise<void> => {
  await waitFor(actors.auth, (auth) => auth.matches('signedOut'))
  actors.auth.send({ type: 'auth.signIn', userName: name, password })
  await waitFor(actors.auth, (auth) => auth.matches({ signedIn: 'ready' }), PATIENCE)
  await waitFor(actors.instruments, (instruments) => instruments.matches('ready'), PATIENCE)
  for (const draft of drafts) {
    const plain = plainDraft({ instrument: INFY, side: 'buy', product: 'MIS', quantity: 10, ...draft })
    dispatch({ to: 'placements', event: { type: 'order.place', draft: plain } })
    await waitFor(
      actors.placements,
      ({ context }) => context.placements.every(({ state }) => state === 'sent' || state === 'failed'),
      PATIENCE,
    )
    await turnExchange(server)
  }
  for (const book of ['orderBook', 'positions'] as const) {
    dispatch({ to: book, event: { type: 'reload.now' } })
    await waitFor(actors[book], (loaded) => loaded.matches('ready'), PATIENCE)
  }
}
