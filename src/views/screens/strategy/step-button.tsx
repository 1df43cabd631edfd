import { memo } from 'react'
import { Button } from '../../kit/control/button.tsx'

interface StepButtonProps {
  readonly label: string
  readonly keys: string
  /** On touch screens, where keys are hidden, all that is seen. */
  readonly icon: 'left' | 'right' | 'close'
  readonly isDisabled?: boolean
  readonly onPress: () => void
}

/** Drawn again only with another `onPress`, as a key that is held steps many times a second. */
export const StepButton = memo(function StepButton({
  label,
  keys,
  icon,
  isDisabled = false,
  onPress,
}: StepButtonProps) {
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
})
