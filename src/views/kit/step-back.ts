import type { KeyboardEvent } from 'react'

interface StepBack {
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly 'data-own-escape'?: ''
}

export const stepBackProps = (canStepBack: boolean, stepBack: () => void): StepBack => ({
  onKeyDown(event) {
    if (event.key !== 'Escape' || !canStepBack) return
    event.preventDefault()
    event.stopPropagation()
    stepBack()
  },
  ...(canStepBack ? { 'data-own-escape': '' as const } : {}),
})
