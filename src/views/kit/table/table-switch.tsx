import { Button } from '../control/button.tsx'

interface TableSwitchProps {
  readonly isTable: boolean
  readonly onChange: (isTable: boolean) => void
}

export function TableSwitch({ isTable, onChange }: TableSwitchProps) {
  return (
    <Button
      kind="quiet"
      icon={isTable ? 'chart' : 'table'}
      keys="t"
      data-answers="t"
      aria-label={isTable ? 'Show as a chart' : 'Show as a table'}
      onPress={() => onChange(!isTable)}
    />
  )
}
