import { isOwnLimitCode } from '../../../domain/orders/own-limits.ts'
import { useConsole } from '../console.tsx'
import { Button } from '../control/button.tsx'

export function LimitsButton({ code }: { readonly code: string }) {
  const { run, dispatch } = useConsole()
  if (!isOwnLimitCode(code)) return null
  const open = () => {
    dispatch({ to: 'palette', event: { type: 'palette.close' } })
    run({ command: 'limits.open', args: {} })
  }
  return <Button onPress={open}>Change limit</Button>
}
