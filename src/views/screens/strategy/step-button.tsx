import { Button } from '../../kit/control/button.tsx'

interface StepButtonProps {
  readonly label: string
  readonly keys: string
  readonly isDisabled?: boolean
  readonly onPress: () => void
}

export function StepButton({ label, keys, isDisabled = false, onPress }: StepButtonProps) {
  return (
    <Button
      kind="quiet"
      aria-label={label}
      keys={keys}
      data-answers={keys}
      isDisabled={isDisabled}
      onPress={onPress}
    />
  )
}
