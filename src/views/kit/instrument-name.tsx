import type { InstrumentId } from '../../domain/instrument.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { instrumentTitle } from '../../domain/instrument-names.ts'
import text from '../theme/text.module.css'
import { useSnapshot } from './console.tsx'
import { CutName } from './cut-name.tsx'

/** As a trader says it; the symbol while the list of instruments is on its way. */
export const nameOfInstrument = (
  index: InstrumentIndex | null,
  id: InstrumentId,
  otherwise: string,
): string => {
  const found = index?.find(id) ?? null
  return found === null ? otherwise : instrumentTitle(found)
}

interface InstrumentNameProps {
  readonly of: InstrumentId
  /** The symbol at the exchange. */
  readonly symbol: string
}

/** `NIFTY 25 NOV 25950 CE`, shortened before its strike where there is too little room. */
export function InstrumentName({ of, symbol }: InstrumentNameProps) {
  const name = useSnapshot('instruments', ({ context }) => nameOfInstrument(context.index, of, symbol))
  return (
    <bdi className={`${text.strong} ${text.cut}`} title={name}>
      <CutName name={name} />
    </bdi>
  )
}
