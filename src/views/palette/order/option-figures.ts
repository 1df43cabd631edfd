import { useState } from 'react'
import { formatNumber, formatPercent } from '../../../domain/format.ts'
import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { OptionType } from '../../../domain/options/black-76.ts'
import { RISK_FREE_RATE } from '../../../domain/options/rate.ts'
import { underlyingAt } from '../../../domain/options/underlying-at.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import type { OrdersPreview } from '../../../machines/shell/palette-preview.ts'
import { useConsole } from '../../kit/console.tsx'
import { useChain } from '../../kit/option-chain/use-chain.ts'

export interface PreviewedOption {
  /** `delta 0.52 · IV 11.2%`; empty while unknown, and where no volatility explains the price. */
  readonly greeks: string
  /** `NIFTY ≈ 25,918`, where the option would now be worth so many rupees; null if unknown or nowhere. */
  levelAt(worth: number): string | null
}

export function useOption(preview: OrdersPreview | null): PreviewedOption | null {
  const index = useConsole().instruments()
  // While the line is edited there is no preview; the chain of the last one stays.
  const [last, setLast] = useState<InstrumentId | null>(null)
  const id = preview === null ? last : instrumentOf(preview)
  if (id !== last) setLast(id)
  const instrument = id === null ? null : (index?.find(id) ?? null)
  const type = instrument === null ? null : optionTypeOf(instrument)
  const underlying =
    instrument === null || type === null ? null : (index?.findSymbol(instrument.name) ?? null)
  const { chain } = useChain(underlying?.id ?? null, instrument?.expiry ?? null)
  if (instrument === null || type === null) return null
  return {
    greeks: greeksOf(chain, instrument, type),
    levelAt: (worth) => {
      const level = levelOf(chain, instrument, type, { worth, tickSize: underlying?.tickSize || USUAL_TICK })
      return level === null ? null : `${instrument.name} ≈ ${formatNumber(level, decimalsOf(level))}`
    },
  }
}

/** Rupees; lists give an index no tick. */
const USUAL_TICK = 0.05

const instrumentOf = ({ orders }: OrdersPreview): InstrumentId | null =>
  orders.length === 1 ? (orders[0]?.draft.instrument ?? null) : null

const optionTypeOf = ({ instrumentType }: Instrument): OptionType | null =>
  instrumentType === 'CE' || instrumentType === 'PE' ? instrumentType : null

const sideOf = (chain: OptionChain | null, { id, strike }: Instrument, type: OptionType) => {
  const row = chain?.strikes.find((one) => one.strike === strike)
  const side = type === 'CE' ? row?.ce : row?.pe
  return side?.sym === id ? side : null
}

const greeksOf = (chain: OptionChain | null, instrument: Instrument, type: OptionType): string => {
  const { delta = null, iv = null } = sideOf(chain, instrument, type) ?? {}
  return delta === null || iv === null ? '' : `delta ${formatNumber(delta)} · IV ${formatPercent(iv, 1)}`
}

const levelOf = (
  chain: OptionChain | null,
  instrument: Instrument,
  type: OptionType,
  { worth, tickSize }: { readonly worth: number; readonly tickSize: number },
): number | null => {
  const iv = sideOf(chain, instrument, type)?.iv ?? null
  if (chain === null || iv === null) return null
  const { spot, forward, daysToExpiry } = chain
  const { strike } = instrument
  const years = daysToExpiry / 365
  return underlyingAt(
    { type, strike, spot, forward, years, volatility: iv / 100, rate: RISK_FREE_RATE },
    worth,
    tickSize,
  )
}

const decimalsOf = (level: number): number => {
  if (level >= 10_000) return 0
  return level >= 1_000 ? 1 : 2
}
