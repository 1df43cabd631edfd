import { Button } from '../../kit/control/button.tsx'

interface StepButtonProps {
  readonly label: string
  readonly keys: string
  /** On touch screens, where keys are hidden, all that is seen. */
  readonly icon: 'left' | 'right' | 'close'
  readonly isDisabled?: boolean
  readonly onPress: () => void
}

export function StepButton({ label, keys, icon, isDisabled = false, onPress }: StepButtonProps) {
  return (
    <Button
      kind="quiet"
      aria-label={label}
      keys={keys}
      icon={icon}
      data-answers={keys}
      isDisabled={isDisabled}
      onPress={onPress}
    />
  )
}
