import { useMemo } from 'react'
import type { Definition } from '../../domain/strategies/definitions/definition.ts'
import type { SavedDefinition } from '../../machines/strategies/definitions.ts'
import { useSnapshot } from './console.tsx'

const none: readonly SavedDefinition[] = []

export const useSavedDefinitions = (): readonly SavedDefinition[] =>
  useSnapshot('definitions', ({ context }) => context.output) ?? none

export function useDefinitions(): readonly Definition[] {
  const saved = useSavedDefinitions()
  return useMemo(() => saved.map(({ definition }) => definition), [saved])
}
