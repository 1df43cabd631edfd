import type { KeyboardEvent } from 'react'

interface StepBack {
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Esc is this screen's own while there is a step to take. */
  readonly 'data-own-escape'?: ''
}

/** Props of a screen on which Esc first takes one step back of its own, from wherever the focus is. */
export const stepBackProps = (canStepBack: boolean, stepBack: () => void): StepBack => ({
  onKeyDown(event) {
    if (event.key !== 'Escape' || !canStepBack) return
    event.preventDefault()
    event.stopPropagation()
    stepBack()
  },
  ...(canStepBack ? { 'data-own-escape': '' as const } : {}),
})
