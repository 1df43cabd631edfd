import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../../../server/store/database/database.ts'
import { createLedgerStore, hashOfEvent } from '../../../../server/store/orders/ledger/ledger.ts'
import { emptyLog, type LogEnd } from '../../../../server/store/orders/ledger/ledger-end.ts'
import type { LedgerEventTable } from '../../../../server/store/schema.ts'
import type { UserId } from '../../../../server/user.ts'
import { emptyLedger } from '../../../support/server/ledger.ts'
import { stores } from '../../../support/server/stores.ts'

/** So many entries that follow from each other, of orders `o-1`, `o-2`, `o-1` … */
const entries = (count: number): LedgerEventTable[] => {
  const rows: LedgerEventTable[] = []
  for (let seq = 1; seq <= count; seq++) {
    const row = {
      seq,
      owner_id: 'u-1' as UserId,
      at: 1_800_000_000_000 + seq,
      wall_at: seq,
      kind: 'k',
      order_id: `o-${2 - (seq % 2)}`,
      body: `{"say":"₹ ${seq}"}`,
      previous_hash: rows.at(-1)?.hash ?? emptyLog.hash,
    }
    rows.push({ ...row, hash: hashOfEvent(row) })
  }
  return rows
}

const key = (owner: string, clientOrderId: string, seq = 1) => ({
  owner_id: owner as UserId,
  client_order_id: clientOrderId,
  order_id: `o-${seq}`,
  body_hash: 'h',
  seq,
})

describe.each(stores)('the log on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
    })
    beforeEach(() => emptyLedger(store))
    afterAll(() => store.close())

    const read = async (from: LogEnd = emptyLog): Promise<LedgerEventTable[]> => {
      const rows: LedgerEventTable[] = []
      for await (const page of createLedgerStore(store).readAfter(from)) rows.push(...page)
      return rows
    }

    test('gives back what was written, over several pages and statements', async () => {
      const ledger = createLedgerStore(store)
      const rows = entries(6_001)
      await ledger.append({ after: emptyLog, events: rows, keys: [], also: null })
      expect(await read()).toEqual(rows)
      const [middle, last] = [rows[2999], rows.at(-1)]
      if (middle === undefined || last === undefined) throw new Error('no entries')
      expect(await read(middle)).toEqual(rows.slice(3000))
      expect(await ledger.readEnd()).toEqual({ seq: last.seq, hash: last.hash })
      expect([await ledger.holds(middle), await ledger.holds({ ...middle, hash: 'x' })]).toEqual([
        true,
        false,
      ])
      expect(await ledger.eventsOfOrder('o-2')).toEqual(rows.filter(({ order_id }) => order_id === 'o-2'))
    })

    test('a commit that breaks a key is undone as a whole', async () => {
      const ledger = createLedgerStore(store)
      await ledger.append({ after: emptyLog, events: entries(1), keys: [key('u-1', 'a')], also: null })
      const second = entries(2).slice(1)
      const after = await ledger.readEnd()
      await expect(
        ledger.append({ after, events: second, keys: [key('u-1', 'a')], also: null }),
      ).rejects.toThrow()
      expect((await ledger.readEnd()).seq).toBe(1)
      await ledger.append({ after, events: second, keys: [key('u-2', 'a', 2)], also: null })
      expect(await ledger.findKeys([{ owner: 'u-2' as UserId, clientOrderId: 'a' }])).toEqual(
        expect.arrayContaining([key('u-1', 'a'), key('u-2', 'a', 2)]),
      )
      expect([await ledger.countKeys(1), await ledger.countKeys(2)]).toEqual([1, 2])
    })

    test('the two newest snapshots are kept', async () => {
      const ledger = createLedgerStore(store)
      for (const seq of [1, 2, 3])
        await ledger.saveSnapshot({ seq, hash: 'h', state_hash: 's', state: Buffer.from([seq]) })
      const kept = await ledger.listSnapshots()
      expect(kept.map(({ seq, state }) => [seq, [...state]])).toEqual([
        [3, [3]],
        [2, [2]],
      ])
    })
  })
})
