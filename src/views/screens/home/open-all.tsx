import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'

export function OpenAll({ view }: { readonly view: 'positions' | 'order-book' | 'watchlist' | 'backtest' }) {
  const { run } = useConsole()
  const call = { command: 'view.open', args: { view } } as const
  return (
    <Button kind="quiet" onPress={() => run(call)} keys={keysFor(call) ?? ''}>
      all
    </Button>
  )
}
