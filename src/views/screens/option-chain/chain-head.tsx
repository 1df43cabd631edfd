import { formatNumber, formatPercent, formatSigned } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import type { OptionDay } from '../../../machines/options/option-day.ts'
import { useConsole } from '../../kit/console.tsx'
import { SymbolField } from '../../kit/instrument/symbol-field.tsx'
import { type TileContent, Tiles } from '../../kit/layout/tiles.tsx'
import { strikeInWords } from '../../kit/option-chain/columns.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import styles from './option-chain-screen.module.css'

interface ChainHeadProps {
  readonly underlying: InstrumentId
  readonly chain: OptionChain | null
  readonly day: OptionDay | null
}

export function ChainHead({ underlying, chain, day }: ChainHeadProps) {
  const { run } = useConsole()
  return (
    <div className={styles.head}>
      <div className={styles.spot}>
        <SymbolField
          label="Underlying"
          chosen={underlying}
          onChange={(instrument) => run({ command: 'chain.open', args: { instrument } })}
        />
        <div className={styles.price}>
          <LastPrice of={underlying} hasPercent />
        </div>
      </div>
      {chain !== null && <Tiles label="Figures of the chain" tiles={tilesOf(chain, day)} />}
    </div>
  )
}

const tilesOf = (chain: OptionChain, day: OptionDay | null): readonly TileContent[] => {
  const { spot, forward, straddle, atmStrike, expectedMove, atmIv, pcr, volumePcr, maxPain } = chain
  const opened = day?.straddle.history[0]
  const share = (value: number | null) => formatPercent(value === null ? null : (100 * value) / spot, 2)
  const sinceOpen = (now: number | null, then: number | null | undefined, digits: number) =>
    now === null || then == null ? 'since the open –' : `${formatSigned(now - then, digits)} since the open`
  return [
    {
      label: 'Forward',
      value: formatNumber(forward),
      detail: `${formatSigned(forward - spot)} to spot`,
    },
    {
      label: `Straddle ${strikeInWords(atmStrike)}`,
      value: formatNumber(straddle),
      detail: sinceOpen(straddle, opened?.straddle, 2),
    },
    {
      label: 'Expected move',
      value: expectedMove === null ? formatNumber(null) : `±${formatNumber(expectedMove, 0)}`,
      detail: `${share(expectedMove)} to expiry`,
    },
    { label: 'ATM IV', value: formatPercent(atmIv, 1), detail: sinceOpen(atmIv, opened?.iv, 1) },
    { label: 'PCR', value: formatNumber(pcr), detail: `${formatNumber(volumePcr)} by volume` },
    {
      label: 'Max pain',
      value: maxPain === null ? formatNumber(null) : strikeInWords(maxPain),
      detail: maxPain === null ? '' : `${formatSigned(maxPain - spot, 0)} from spot`,
    },
  ]
}
