import { expectTypeOf, test } from 'vitest'
import type { Requests } from '../../../src/machines/requests.ts'
import type { ViewConsole } from '../../../src/views/kit/console.tsx'
import type { ViewDispatch } from '../../../src/views/kit/view-dispatch.ts'

type Dispatched = ViewDispatch['event']['type']
type RequestsOf<Name extends keyof Requests> = Requests[Name]['type']

// `npm run types` fails where one of these is not so.
test('a view reads its actors and sends them nothing', () => {
  expectTypeOf<ViewConsole['actors']['ticket']>().toHaveProperty('getSnapshot')
  expectTypeOf<ViewConsole['actors']['ticket']>().not.toHaveProperty('send')
  expectTypeOf<ViewConsole['actors']['placements']>().not.toHaveProperty('send')
})

test('a view dispatches nothing that places, modifies, cancels or exits', () => {
  expectTypeOf<Extract<Dispatched, RequestsOf<'placements'>>>().toBeNever()
  expectTypeOf<Extract<Dispatched, RequestsOf<'orderActions'>>>().toEqualTypeOf<'act.dismiss'>()
  expectTypeOf<Extract<Dispatched, RequestsOf<'killSwitch'>>>().toEqualTypeOf<'kill.back'>()
  expectTypeOf<Extract<Dispatched, RequestsOf<'arming'>>>().toBeNever()
  type OfBasket = 'basket.review' | 'basket.confirm' | 'basket.retry'
  expectTypeOf<Extract<Dispatched, 'ticket.send' | OfBasket>>().toBeNever()
})
