import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { placeGtt } from '../../../../src/contract/orders/gtt.ts'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver } from '../../../support/console.ts'
import { FACT_MS } from '../../../support/limits.ts'
import type { Session } from '../../../support/server/server.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'
import { showApp } from '../../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const below = { when: 'below', trigger_price: 1480, price: 1475 }
const above = { when: 'above', trigger_price: 1600, price: 1600 }

describe('the screen of GTT orders', () => {
  let server: Awaited<ReturnType<typeof startTradingServer>>
  let bench: ConsoleBench
  let answering: Answering = () => null
  beforeEach(async () => {
    server = await startTradingServer()
    bench = consolesOver(server)
    answering = () => null
  })
  afterEach(async () => {
    bench.close()
    await server.close()
  })

  let made = 0
  const place = async (session: Session, more: object = {}): Promise<void> => {
    const body = {
      gtt_uuid: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
      sym: 'NSE_INFY',
      transaction_type: 'SELL',
      product: 'cash',
      quantity: 20,
      triggers: [below],
      ...more,
    }
    const answer = await server.call(session, placeGtt, { body })
    expect(answer.statusCode, answer.body).toBe(200)
  }

  const enter = async (prepare: (session: Session) => Promise<void> = async () => {}, path = '/gtt') => {
    bench.answerInstead((...asked) => answering(...asked))
    const password = await server.addUser('meera')
    await prepare(await server.signIn('meera', password))
    const opened = bench.open(path)
    const user = showApp(opened)
    await screen.findByRole('textbox', { name: 'User' })
    await user.keyboard(`meera{Tab}${password}{Enter}`)
    await screen.findByRole('heading', { level: 1, name: 'GTT orders' }, SLOW)
    return { user, ...opened }
  }

  const rows = async () => {
    const grid = await screen.findByRole('grid', { name: 'GTT orders' }, SLOW)
    return within(grid)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  }
  const pointTo = async (name: RegExp) => {
    const row = await screen.findByRole('row', { name }, SLOW)
    act(() => row.focus())
  }

  test('lists them with triggers, limits and what they are', async () => {
    await enter(async (session) => {
      await place(session)
      await place(session, { triggers: [below, above], quantity: 5 })
    })
    await waitFor(async () => expect(await rows()).toHaveLength(2), SLOW)
    const [first, second] = await rows()
    expect([first, second].join(' ')).toMatch(/OCO/)
    expect([first, second].join(' ')).toMatch(/≤ 1,480\.00 · ≥ 1,600\.00/)
    expect(screen.getByRole('radio', { name: 'Active 2' })).toBeTruthy()
    expect(await findBarriers()).toEqual([])
  })

  test('m writes the line of the one under the cursor, and delete cancels it', async () => {
    const { user } = await enter(place)
    await pointTo(/INFY/)
    await user.keyboard('m')
    const line = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Command line' }, SLOW)
    await waitFor(() => expect(line.value).toMatch(/^change gtt #00000000 20 @1475 below 1480$/), SLOW)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Command line' })).toBe(null), SLOW)
    await pointTo(/INFY/)
    await user.keyboard('{Delete}')
    await screen.findByText('No GTT order is active', {}, SLOW)
    await user.click(screen.getByRole('radio', { name: 'Ended 1' }))
    await waitFor(async () => expect((await rows()).join(' ')).toMatch(/INFY.*Cancelled/), SLOW)
  })

  test('says what failed, and loads again', async () => {
    answering = ({ path }) =>
      path === '/api/orders/gtt'
        ? Response.json({ status: 'error', data: null, message: 'no', code: 'INTERNAL' }, { status: 500 })
        : null
    const { user } = await enter(place)
    const again = await screen.findByRole('button', { name: 'Retry' }, SLOW)
    answering = () => null
    await user.click(again)
    await waitFor(async () => expect(await rows()).toHaveLength(1), SLOW)
  })
})
