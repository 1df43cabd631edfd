/** How one drill has gone so far. */
export interface DrillRecord {
  /** Milliseconds, without a hint; null until then. */
  readonly best: number | null
  /** Milliseconds of the last time. */
  readonly last: number
  /** It comes again after so many answers. */
  readonly distance: number
  /** The number of answers after which it is due. */
  readonly due: number
}

export interface Practice {
  /** Answers ever given. */
  readonly answers: number
  /** Right ones in a row, without a hint or a mistake. */
  readonly inARow: number
  readonly mostInARow: number
  readonly records: Readonly<Record<string, DrillRecord>>
}

export interface DrillAnswer {
  readonly drill: string
  readonly took: number
  readonly mistakes: number
  readonly isHinted: boolean
}

export const noPractice: Practice = { answers: 0, inARow: 0, mostInARow: 0, records: {} }

/** After this time the answer is shown, and the drill comes again soon. */
export const SLOW_MS = 10_000

const SOON = 2
const FAR = 64

export const isFluent = ({ took, mistakes, isHinted }: DrillAnswer): boolean =>
  took < SLOW_MS && mistakes === 0 && !isHinted

/** A drill that went well comes again after twice as many answers as last time, any other after two. */
export const practised = (practice: Practice, answer: DrillAnswer): Practice => {
  const before = practice.records[answer.drill]
  const answers = practice.answers + 1
  const isWell = isFluent(answer)
  const distance = isWell ? Math.min(FAR, (before?.distance ?? SOON) * 2) : SOON
  const inARow = isWell ? practice.inARow + 1 : 0
  const best = before?.best ?? null
  return {
    answers,
    inARow,
    mostInARow: Math.max(practice.mostInARow, inARow),
    records: {
      ...practice.records,
      [answer.drill]: {
        best: answer.isHinted ? best : Math.min(best ?? answer.took, answer.took),
        ...{ last: answer.took, distance, due: answers + distance },
      },
    },
  }
}

/** The one that is due longest, else the first that was never asked, else the one that is due next; never the same twice. */
export const nextDrill = (
  { answers, records }: Practice,
  drills: readonly string[],
  last: string | null,
): string | null => {
  const others = drills.length > 1 ? drills.filter((drill) => drill !== last) : drills
  const dueOf = (drill: string): number => records[drill]?.due ?? Number.POSITIVE_INFINITY
  const [soonest = null] = others.toSorted((one, other) => dueOf(one) - dueOf(other))
  if (soonest !== null && dueOf(soonest) <= answers) return soonest
  return others.find((drill) => records[drill] === undefined) ?? soonest
}

const isRecord = (value: unknown): value is DrillRecord => {
  const { best, last, distance, due } = (value ?? {}) as Partial<DrillRecord>
  return (
    (best === null || typeof best === 'number') &&
    [last, distance, due].every((one) => typeof one === 'number')
  )
}

const RECORDS_MAX = 200

/** Damaged records are dropped; without the counts nothing is kept. */
export const readPractice = (stored: unknown): Practice => {
  const { answers, inARow, mostInARow, records } = (stored ?? {}) as Partial<Practice>
  const counts = [answers, inARow, mostInARow]
  if (!counts.every((one) => Number.isSafeInteger(one)) || typeof records !== 'object') return noPractice
  const fair = Object.entries(records ?? {}).filter(([, record]) => isRecord(record))
  return {
    answers: answers ?? 0,
    inARow: inARow ?? 0,
    mostInARow: mostInARow ?? 0,
    records: Object.fromEntries(fair.slice(0, RECORDS_MAX)),
  }
}
