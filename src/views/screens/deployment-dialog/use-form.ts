import { useCallback } from 'react'
import type { DeployDraft, DeployField } from '../../../domain/deployments/deploy-draft.ts'
import { type DeployedStrategy, problemsOf } from '../../../machines/deployments/deploy-form.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'

export interface DeployForm {
  readonly deployed: DeployedStrategy
  readonly draft: DeployDraft
  readonly change: (part: Partial<DeployDraft>) => void
  readonly problemOf: (field: DeployField) => string | undefined
}

export function useForm(): DeployForm | null {
  const { dispatch } = useConsole()
  const deployed = useSnapshot('deployForm', ({ context }) => context.deployed)
  const draft = useSnapshot('deployForm', ({ context }) => context.draft)
  const isChecked = useSnapshot('deployForm', ({ context }) => context.isChecked)
  const context = useSnapshot('deployForm', (form) => form.context)
  const change = useCallback(
    (part: Partial<DeployDraft>) => dispatch({ to: 'deployForm', event: { type: 'deploy.change', part } }),
    [dispatch],
  )
  if (deployed === null || draft === null) return null
  const problems = isChecked ? problemsOf(context) : []
  const problemOf = (field: DeployField) => problems.find((one) => one.field === field)?.text
  return { deployed, draft, change, problemOf }
}
