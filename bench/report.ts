import { writeFileSync } from 'node:fs'
import { isBrief, rounds } from './brief.ts'
import { collectNewGarbage } from './garbage.ts'

/** `ratio` is ours divided by the peer's: below 1 we are faster or smaller. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly peer: string | null
  readonly peerValue: number | null
  readonly ratio: number | null
  readonly goal: string | null
  readonly pass: boolean | null
}

const RUNS_MIN = 3
const SIDE_MS_MAX = 4_000

interface Timing {
  readonly min: number
  readonly median: number
}

export interface Report {
  /** ms; ours and the peers run in one sitting, so that all meet the same machine. */
  compare(asked: {
    name: string
    runs: number
    /** Maximum median in ms. */
    goal: number | null
    /** Maximum share of every peer's median. */
    goalRatio?: number
    ours: () => void | Promise<void>
    peers: Readonly<Record<string, () => void | Promise<void>>>
  }): Promise<void>
  value(asked: {
    name: string
    unit: string
    value: number
    goal: number | null
    peer?: { name: string; value: number; goalRatio?: number }
  }): void
  note(text: string): void
}

const timed = async (work: () => void | Promise<void>): Promise<number> => {
  collectNewGarbage()
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Two uncounted runs warm up the compilers; a slow peer runs fewer times. */
const timesOf = async (work: () => void | Promise<void>, runs: number): Promise<readonly number[]> => {
  const times: number[] = []
  const startedAt = performance.now()
  for (let run = isBrief ? 0 : -2; run < rounds(runs); run++) {
    const time = await timed(work)
    if (run >= 0) times.push(time)
    if (times.length >= RUNS_MIN && performance.now() - startedAt > SIDE_MS_MAX) break
  }
  return times
}

const timingOf = (times: readonly number[]): Timing => {
  const sorted = times.toSorted((left, right) => left - right)
  return { min: sorted[0] ?? Number.NaN, median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN }
}

const rounded = (value: number): number => Number(value.toPrecision(4))

export const createReport = (): Report & { figures: Figure[]; writeJson(path: string): void } => {
  const figures: Figure[] = []
  const say = (text: string) => console.log(text)

  const add = (measured: Figure): void => {
    const figure = isBrief ? { ...measured, pass: null } : measured
    figures.push(figure)
    const peer = figure.peer === null ? '' : `  ${figure.peer} ${figure.peerValue} (ratio ${figure.ratio})`
    const verdict = figure.pass === null ? '' : figure.pass ? '  ok' : '  MISSED'
    say(
      `${figure.name}: ${figure.value} ${figure.unit}${peer}${figure.goal ? `  goal ${figure.goal}` : ''}${verdict}`,
    )
  }

  return {
    figures,
    async compare({ name, runs, goal, goalRatio, ours, peers }) {
      const mine = timingOf(await timesOf(ours, runs))
      add({
        name,
        value: rounded(mine.median),
        unit: 'ms',
        peer: null,
        peerValue: null,
        ratio: null,
        goal: goal === null ? null : `<= ${goal} ms`,
        pass: goal === null ? null : mine.median <= goal,
      })
      add({
        name: `${name} (minimum)`,
        value: rounded(mine.min),
        unit: 'ms',
        peer: null,
        peerValue: null,
        ratio: null,
        goal: null,
        pass: null,
      })
      for (const [peer, work] of Object.entries(peers)) {
        const theirs = timingOf(await timesOf(work, runs))
        const ratio = mine.median / theirs.median
        add({
          name,
          value: rounded(mine.median),
          unit: 'ms',
          peer,
          peerValue: rounded(theirs.median),
          ratio: rounded(ratio),
          goal: goalRatio === undefined ? null : `<= ${goalRatio} of ${peer}`,
          pass: goalRatio === undefined ? null : ratio <= goalRatio,
        })
      }
    },
    value({ name, unit, value, goal, peer }) {
      const ratio = peer === undefined ? null : value / peer.value
      const goals = [
        ...(goal === null ? [] : [`<= ${goal} ${unit}`]),
        ...(peer?.goalRatio === undefined ? [] : [`<= ${peer.goalRatio} of ${peer.name}`]),
      ]
      const isWithin =
        (goal === null || value <= goal) && (peer?.goalRatio === undefined || (ratio ?? 0) <= peer.goalRatio)
      add({
        name,
        value: rounded(value),
        unit,
        peer: peer?.name ?? null,
        peerValue: peer === undefined ? null : rounded(peer.value),
        ratio: ratio === null ? null : rounded(ratio),
        goal: goals.length === 0 ? null : goals.join(' and '),
        pass: goals.length === 0 ? null : isWithin,
      })
    },
    note: say,
    writeJson: (path) => writeFileSync(path, `${JSON.stringify(figures, null, 2)}\n`),
  }
}
