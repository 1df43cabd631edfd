import { fromPromise } from 'xstate'
import { rulePreviewMachine } from '../../../machines/strategies/editor/rule-preview.ts'
import type { createPreview, PreviewPorts } from './compute-preview.ts'

/** The engine is loaded with the first preview. */
export const provideRulePreview = (ports: PreviewPorts): typeof rulePreviewMachine => {
  let preview: ReturnType<typeof createPreview> | null = null
  return rulePreviewMachine.provide({
    actors: {
      compute: fromPromise(async ({ input, signal }) => {
        if (preview === null) {
          const { createPreview: create } = await import('./compute-preview.ts')
          preview ??= create(ports)
        }
        return preview(input, signal)
      }),
    },
  })
}
