import { useState } from 'react'
import { formatNumber, formatPercent } from '../../../domain/format.ts'
import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { OptionType } from '../../../domain/options/black-76.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import type { OrdersPreview } from '../../../machines/shell/palette-preview.ts'
import { useConsole } from '../../kit/console.tsx'
import { useChain } from '../../kit/hooks/use-chain.ts'

export interface PreviewedOption {
  /** `delta 0.52 · IV 11.2%`; empty while unknown, and where no volatility explains the price. */
  readonly greeks: string
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
  return { greeks: greeksOf(chain, instrument, type) }
}

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
