import { isOwnLimitCode } from '../../domain/own-limits.ts'
import { Button } from './button.tsx'
import { useConsole } from './console.tsx'

/** Beside a refusal by a limit of one's own: opens the screen that changes it. Nothing beside any other refusal. */
export function LimitsButton({ code }: { readonly code: string }) {
  const { run, dispatch } = useConsole()
  if (!isOwnLimitCode(code)) return null
  const open = () => {
    dispatch({ to: 'palette', event: { type: 'palette.close' } })
    run({ command: 'limits.open', args: {} })
  }
  return <Button onPress={open}>Change limit</Button>
}
