import { useCallback } from 'react'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../domain/instruments/instrument-index.ts'
import { instrumentTitle } from '../../../domain/instruments/instrument-names.ts'
import text from '../../theme/text.module.css'
import { useSnapshot } from '../console.tsx'
import { CutName } from './cut-name.tsx'

/** The exchange's symbol until the instruments have loaded. */
export const nameOfInstrument = (
  index: InstrumentIndex | null,
  id: InstrumentId,
  otherwise: string,
): string => {
  const found = index?.find(id) ?? null
  return found === null ? otherwise : instrumentTitle(found)
}

export const useInstrumentName = (): ((id: InstrumentId) => string) => {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  return useCallback((id) => nameOfInstrument(index, id, tradingSymbolOf(id)), [index])
}

interface InstrumentNameProps {
  readonly of: InstrumentId
  readonly symbol: string
}

/** `NIFTY 25 NOV 25950 CE`, cut before its strike. */
export function InstrumentName({ of, symbol }: InstrumentNameProps) {
  const name = useSnapshot('instruments', ({ context }) => nameOfInstrument(context.index, of, symbol))
  return (
    <bdi className={`${text.strong} ${text.cut}`} title={name}>
      <CutName name={name} />
    </bdi>
  )
}
