import { fromPromise } from 'xstate'
import type { PaletteMachine } from '../../commands/palette/palette-machine.ts'
import type { CommandCall } from '../../commands/registry.ts'
import { createPaletteMachine } from '../../machines/shell/palette.ts'
import { storageKeys } from '../../platform/storage.ts'
import { carryOut } from '../acts.ts'
import type { StartDeps } from '../deps.ts'
import { createLinePreview } from './line-preview.ts'

export const providePalette = (deps: StartDeps): PaletteMachine => {
  const { actors, environment, judge, memory, previewRun, previewScan } = deps
  const linePreview = createLinePreview({
    environment,
    judge,
    backtest: previewRun,
    scan: previewScan,
    orders: deps.previewOrders,
  })
  return createPaletteMachine<CommandCall>().provide({
    actors: {
      preview: fromPromise(({ input, signal }) => linePreview.of(input, signal)),
      run: fromPromise(async ({ input: { act } }) => {
        const why = judge().whyNotSent(act.dispatches)
        if (why !== null) throw new Error(why)
        carryOut(act, { actors, environment }, actors.palette.getSnapshot().context.line)
      }),
    },
    actions: {
      store: (_, { history, usage }) => memory.write(storageKeys.palette, { history, usage }),
    },
    guards: {
      hasChanged: ({ context }) => linePreview.hasChanged(context),
    },
  })
}
