import { useCallback } from 'react'
import { checkStrategy, type StrategyProblem } from '../../../domain/strategies/check-strategy.ts'
import type { EquityStrategy, OptionsStrategy, Strategy } from '../../../domain/strategies/strategy.ts'
import type { PartOf, StrategyPart } from '../../../machines/strategies/editor/draft-history.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'

/** Changes of one group in a row are undone together. */
export type Change<Part extends StrategyPart> = (part: Part, group?: string | undefined) => void

interface EditedDraft<Draft extends Strategy, Part extends StrategyPart> {
  readonly draft: Draft
  readonly change: Change<Part>
}

function useChange(): Change<StrategyPart> {
  const { dispatch } = useConsole()
  return useCallback(
    (part, group) =>
      dispatch({ to: 'strategyEditor', event: { type: 'editor.change', part, group: group ?? null } }),
    [dispatch],
  )
}

/** Null while the builder holds a strategy of the other kind. */
export function useEquityDraft(): EditedDraft<EquityStrategy, PartOf<EquityStrategy>> | null {
  const draft = useSnapshot('strategyEditor', ({ context }) => context.history.draft)
  const change = useChange()
  return draft.category === 'equity' ? { draft, change } : null
}

export function useOptionsDraft(): EditedDraft<OptionsStrategy, PartOf<OptionsStrategy>> | null {
  const draft = useSnapshot('strategyEditor', ({ context }) => context.history.draft)
  const change = useChange()
  return draft.category === 'options' ? { draft, change } : null
}

const none: readonly StrategyProblem[] = []

/** Shown once saving has been tried. */
export function useProblems(): (...fields: readonly string[]) => string | undefined {
  const draft = useSnapshot('strategyEditor', ({ context }) => context.history.draft)
  const isChecked = useSnapshot('strategyEditor', ({ context }) => context.isChecked)
  const problems = isChecked ? checkStrategy(draft) : none
  return (...fields) =>
    problems.find(({ field }) => fields.some((one) => field === one || field.startsWith(`${one}.`)))?.problem
}
