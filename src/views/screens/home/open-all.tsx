import { Button } from '../../kit/button.tsx'
import { useConsole } from '../../kit/console.tsx'
import { keysFor } from '../../kit/keys-for.ts'

/** Opens the screen that shows all of what a panel shows a part of. */
export function OpenAll({ view }: { readonly view: 'positions' | 'order-book' | 'watchlist' | 'backtest' }) {
  const { run } = useConsole()
  const call = { command: 'view.open', args: { view } } as const
  return (
    <Button kind="quiet" onPress={() => run(call)} keys={keysFor(call) ?? ''}>
      all
    </Button>
  )
}
