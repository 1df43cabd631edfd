import { useMemo } from 'react'
import type { Definition } from '../../../domain/strategies/definitions/definition.ts'
import type { SavedDefinition } from '../../../machines/strategies/definitions.ts'
import { useSnapshot } from '../../kit/console.tsx'

const none: readonly SavedDefinition[] = []

export function useDefinitions(): readonly Definition[] {
  const saved = useSnapshot('definitions', ({ context }) => context.output) ?? none
  return useMemo(() => saved.map(({ definition }) => definition), [saved])
}
