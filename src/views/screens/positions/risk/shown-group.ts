import { useState } from 'react'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import type { Greeks } from '../../../../domain/options/black-76.ts'
import { keyOfPosition } from '../../../../domain/positions/position-key.ts'
import { asItIs, datedLegsOf, greeksIf } from '../../../../domain/positions/risk.ts'
import type { PositionRisk, UnderlyingRisk } from '../../../../machines/positions/risk.ts'

/** By the key of a row; a leg without a volatility has none. */
export const greeksByRow = (risk: PositionRisk | null): ReadonlyMap<string, Greeks> =>
  new Map(
    (risk?.groups ?? []).flatMap((group) =>
      group.legs.flatMap((leg) => {
        const greeks = greeksIf(group, leg, asItIs, risk?.rate ?? 0)
        return greeks === null ? [] : [[keyOfPosition(leg), greeks] as const]
      }),
    ),
  )

const holds = ({ legs }: UnderlyingRisk, instrument: InstrumentId): boolean =>
  legs.some(({ sym }) => sym === instrument)

export const ALL = 'all'
export type Underlying = InstrumentId | typeof ALL

interface ShownGroup {
  readonly group: UnderlyingRisk | null
  readonly isAll: boolean
  readonly choices: readonly UnderlyingRisk[]
  readonly choose: (underlying: Underlying) => void
}

/** The underlying of the row under the cursor, or the one chosen since. Only those with a contract have a payoff. */
export const useShownGroup = (
  groups: readonly UnderlyingRisk[],
  instrument: InstrumentId | null,
): ShownGroup => {
  const [chosen, setChosen] = useState<{
    readonly at: InstrumentId | null
    readonly underlying: Underlying
  }>()
  const choices = groups.filter((group) => datedLegsOf(group).length > 0)
  const isOfRow = (group: UnderlyingRisk): boolean =>
    instrument !== null && (group.underlying === instrument || holds(group, instrument))
  const ofRow = choices.find(isOfRow)
  const named =
    chosen?.at === instrument ? choices.find(({ underlying }) => underlying === chosen.underlying) : undefined
  return {
    group: named ?? ofRow ?? choices[0] ?? null,
    // A choice of all stays while the cursor moves.
    isAll: chosen?.underlying === ALL,
    choices,
    choose: (underlying) => setChosen({ at: instrument, underlying }),
  }
}
