import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { connectTicket } from '../../../src/console/orders/order-ticket-tabs.ts'
import { createUserStorage } from '../../../src/console/shell/user-storage.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import type { OrderPreviewAnswer } from '../../../src/machines/orders/order-placement.ts'
import { orderTicketMachine } from '../../../src/machines/orders/order-ticket.ts'
import { createStorage, storageKeys } from '../../../src/platform/storage.ts'
import { memoryStorage } from '../../support/browser/memory-browser.ts'

const draftOf = (id: string, quantity: number): OrderDraft =>
  plainDraft({ instrument: id as InstrumentId, side: 'buy', product: 'MIS', quantity })

const infy = draftOf('NSE_INFY', 10)
const tcs = draftOf('NSE_TCS', 5)

/** Tabs of one browser with the tickets that `kept` says were there before. */
const openTabs = (kept: OrderDraft | null = null) => {
  const values = new Map<string, string>()
  const tabs: { readonly told: Set<(key: string | null) => void> }[] = []
  return () => {
    const told = new Set<(key: string | null) => void>()
    const area = memoryStorage(values, (key) => {
      for (const tab of tabs) if (tab.told !== told) for (const tell of tab.told) tell(key)
    })
    tabs.push({ told })
    const storage = createStorage({
      areas: { tab: () => area, browser: () => area },
      watchOtherTabs: (listener) => {
        told.add(listener)
        return () => told.delete(listener)
      },
    })
    const memory = createUserStorage(storage, () => 'asha')
    if (kept !== null && memory.read(storageKeys.ticket) === null) memory.write(storageKeys.ticket, kept)
    const ticket = createActor(
      orderTicketMachine.provide({
        actors: { preview: fromPromise(() => new Promise<OrderPreviewAnswer>(() => {})) },
      }),
      { input: { seen: () => [] } },
    )
    const unwire = connectTicket({ actors: { ticket }, storage, memory })
    const sent: OrderDraft[] = []
    ticket.on('ticket.sent', ({ draft }) => sent.push(draft))
    ticket.start()
    if (kept !== null) ticket.send({ type: 'ticket.restore', draft: kept })
    const draft = () => ticket.getSnapshot().context.draft
    const send = () => {
      ticket.send({ type: 'ticket.send' })
      ticket.send({ type: 'ticket.send' })
    }
    return { ticket, sent, draft, send, unwire }
  }
}

describe('one ticket in two tabs', () => {
  test('sent in one it can no longer be sent in the other', () => {
    const open = openTabs(infy)
    const [first, second] = [open(), open()]
    second.ticket.send({ type: 'ticket.send' })
    first.send()
    expect([first.sent, first.draft(), second.draft()]).toEqual([[infy], null, null])
    second.send()
    expect(second.sent).toEqual([])
  })

  test('closed in one it is closed in the other', () => {
    const open = openTabs(infy)
    const [first, second] = [open(), open()]
    first.ticket.send({ type: 'ticket.close' })
    expect(second.draft()).toEqual(null)
  })

  test('changed in one it is the same in the other, and asked about again there', () => {
    const open = openTabs(infy)
    const [first, second] = [open(), open()]
    second.ticket.send({ type: 'ticket.send' })
    first.ticket.send({ type: 'ticket.change', change: { quantity: 12 } })
    expect([second.draft()?.quantity, second.ticket.getSnapshot().value]).toEqual([12, 'draft'])
    second.ticket.send({ type: 'ticket.change', change: { quantity: 13 } })
    expect(first.draft()?.quantity).toEqual(13)
    second.send()
    expect(first.draft()).toEqual(null)
  })

  test('another ticket of the other tab leaves this one alone', () => {
    const open = openTabs(infy)
    const [first, second] = [open(), open()]
    second.ticket.send({ type: 'ticket.open', draft: tcs })
    expect(first.draft()).toEqual(infy)
    second.send()
    expect([second.sent, first.draft()]).toEqual([[tcs], infy])
  })

  test('a tab without a ticket is given none, and one that is closed follows nothing', () => {
    const open = openTabs()
    const [first, second, third] = [open(), open(), open()]
    third.unwire()
    first.ticket.send({ type: 'ticket.open', draft: infy })
    expect([second.draft(), third.draft()]).toEqual([null, null])
  })
})
