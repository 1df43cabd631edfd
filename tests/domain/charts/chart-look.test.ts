import { expect, test } from 'vitest'
import { plainLook, readLook } from '../../../src/domain/charts/chart-look.ts'

test('a look that was kept is read again', () => {
  const look = {
    type: 'heikinAshi',
    scale: 'percent',
    levels: ['bidAsk', 'previousClose'],
    panes: { adx: 2 },
  } as const
  expect(readLook(JSON.parse(JSON.stringify(look)))).toEqual({
    ...look,
    levels: ['previousClose', 'bidAsk'],
  })
})

test.each([null, 'log', 7, [], { type: 'renko', scale: 3, levels: 'all' }, { levels: ['moon'] }])(
  'what is no look, %j, is plain',
  (kept) => expect(readLook(kept)).toEqual(plainLook),
)
