import { formatLots, formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { LOTS_MAX } from '../../../domain/options/scalper-trade.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { capOf } from '../../kit/control/keys-for.ts'
import { StepField } from '../../kit/control/step-field.tsx'
import { useBest } from '../../kit/hooks/use-sides.ts'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import type { ChainSide } from '../../kit/option-chain/columns.tsx'
import type { MenuPoint } from '../../kit/table/row-menu.tsx'
import { below } from '../../kit/table/table-keys.ts'
import styles from './contract-bar.module.css'

interface ContractBarProps {
  readonly option: ChainSide
  readonly lotSize: number
  readonly onMenu: (at: MenuPoint) => void
}

/** The contract under the cursor, and what can be done with it. */
export function ContractBar({ option, lotSize, onMenu }: ContractBarProps) {
  const { run, dispatch } = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const lots = useSnapshot('scalper', ({ context }) => context.lots)
  const legs = useSnapshot('basket', ({ context }) => context.legs)
  const instrument = option.sym as InstrumentId
  const leg = legs.find(({ draft }) => draft.instrument === instrument)
  const name = nameOfInstrument(index, instrument, option.sym)
  const buy = { command: 'scalper.buy', args: {} } as const
  const sell = { command: 'scalper.sell', args: {} } as const
  const basket = { command: 'chain.basket', args: {} } as const
  const straddle = { command: 'chain.straddle', args: {} } as const
  return (
    <section className={styles.bar} aria-label="Selected contract">
      <div className={styles.words}>
        <b>{name}</b>
        <Sides option={option} lotSize={lotSize} />
      </div>
      <div className={styles.acts}>
        <StepField
          label="Lots"
          isLabelHidden
          suffix={lots === 1 ? 'lot' : 'lots'}
          className={styles.lots}
          value={lots}
          step={1}
          min={1}
          onChange={(value) => {
            if (value !== null && value >= 1 && value <= LOTS_MAX)
              dispatch({ to: 'scalper', event: { type: 'scalper.setLots', lots: value } })
          }}
        />
        <Button kind="primary" onPress={() => run(buy)} {...capOf(buy)}>
          Buy
        </Button>
        <Button kind="sell" onPress={() => run(sell)} {...capOf(sell)}>
          Sell
        </Button>
        <Button onPress={() => run(basket)} {...capOf(basket)}>
          {leg === undefined ? 'Basket' : `In basket: ${leg.draft.side}`}
        </Button>
        <Button onPress={() => run(straddle)} {...capOf(straddle)}>
          Straddle
        </Button>
        <Button onPress={() => run({ command: 'chart.open', args: { instrument } })} keys="c">
          Chart
        </Button>
        {legs.length > 0 && (
          <Button kind="quiet" onPress={() => run({ command: 'basket.open', args: {} })}>
            {`Open basket (${legs.length})`}
          </Button>
        )}
        <Button
          kind="quiet"
          icon="more"
          aria-label={`Commands for ${name}`}
          onPress={({ target }) => onMenu(below(target))}
        />
      </div>
    </section>
  )
}

function Sides({ option, lotSize }: { readonly option: ChainSide; readonly lotSize: number }) {
  const id = option.sym as InstrumentId
  const bid = useBest(id, 'bid') ?? option.bid
  const ask = useBest(id, 'ask') ?? option.ask
  const spread = bid === null || ask === null ? null : ask - bid
  return (
    <span className={styles.sides}>
      <span>bid {formatNumber(bid)}</span> <span>ask {formatNumber(ask)}</span>{' '}
      <span>spread {formatNumber(spread)}</span> <span>{`${formatLots(1)} = ${lotSize}`}</span>
    </span>
  )
}
