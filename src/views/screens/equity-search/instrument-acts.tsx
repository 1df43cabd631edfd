import type { Instrument } from '../../../domain/instruments/instrument.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'

export function InstrumentActs({ of: { id, segment, expiry } }: { readonly of: Instrument }) {
  const { run, instruments } = useConsole()
  const isTraded = segment !== 'INDICES'
  const hasOptions = expiry === null && (instruments()?.expiriesOf(id) ?? []).length > 0
  return (
    <>
      {isTraded && (
        <>
          <Button
            keys="b"
            data-answers="b"
            kind="primary"
            onPress={() => run({ command: 'order.write', args: { instrument: id, side: 'buy' } })}
          >
            Buy
          </Button>
          <Button
            keys="s"
            data-answers="s"
            onPress={() => run({ command: 'order.write', args: { instrument: id, side: 'sell' } })}
          >
            Sell
          </Button>
          <Button
            keys="t"
            data-answers="t"
            onPress={() => run({ command: 'order.ticket', args: { instrument: id } })}
          >
            Ticket
          </Button>
        </>
      )}
      <Button
        keys="c"
        data-answers="c"
        icon="chart"
        onPress={() => run({ command: 'chart.open', args: { instrument: id } })}
      >
        Chart
      </Button>
      {hasOptions && (
        <Button
          keys="o"
          data-answers="o"
          icon="table"
          onPress={() => run({ command: 'chain.open', args: { instrument: id } })}
        >
          Chain
        </Button>
      )}
      <Button
        keys="a"
        data-answers="a"
        icon="create"
        onPress={() => run({ command: 'watch.add', args: { instruments: [id] } })}
      >
        Watch
      </Button>
    </>
  )
}
