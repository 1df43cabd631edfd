import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { throwAwayFolder } from '../../support/server/stores.ts'
import { randomFrom, steps } from '../../support/server/three-days.ts'
import { buildScript } from './build-script.ts'
import { inspect } from './crash-loop.ts'

const hows = ['from outside', 'before a write', 'after a write'] as const

interface Death {
  readonly step: number
  readonly how: (typeof hows)[number]
  /** After the step was said; only from outside. */
  readonly afterMs: number
}

export interface LifeSettings {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly seed: number
  /** The step that the last life did not survive; null for the first life. */
  readonly begin: number | null
  /** Null lets it come to the end of the last day. */
  readonly death: Death | null
}

interface Left {
  readonly logs: readonly (readonly string[])[]
  readonly held: number
  readonly known: number
}

interface Line {
  readonly step?: number
  readonly left?: Left
}

interface Ended {
  readonly step: number
  /** Null when it was killed. */
  readonly left: Left | null
}

/** Rejects when the life ends in another way than by a kill or at the end of the last day. */
const live = (script: string, settings: LifeSettings): Promise<Ended> =>
  new Promise((done, failed) => {
    const { death, begin } = settings
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, CRASH_LIFE: JSON.stringify(settings) },
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [step, complaint] = [begin ?? 0, '']
    let left: Left | null = null
    const hear = (line: Line): void => {
      step = line.step ?? step
      left = line.left ?? left
      if (death?.how === 'from outside' && line.step === death.step)
        setTimeout(() => child.kill('SIGKILL'), death.afterMs)
    }
    child.stderr.on('data', (bytes: Buffer) => {
      complaint += bytes.toString()
    })
    createInterface({ input: child.stdout }).on('line', (text) => hear(JSON.parse(text) as Line))
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL' || code === 0) done({ step, left })
      else failed(new Error(`the server ended by itself with ${signal ?? code}:\n${complaint}`))
    })
  })

/** A kill may come so many steps late. */
const LATE_STEPS = 60
const MOST_MS = 12

/** Not where a night follows or the deployments begin: those are passed in one step, which no life can repeat in part. */
const isKillable = (step: number): boolean =>
  step > 0 && !steps.slice(step, step + LATE_STEPS).some(({ isFirst }) => isFirst)

/** Candles of five minutes are written every 20 steps, so that each death has a write of its own. */
const APART_STEPS = 21

/** Fewer than asked for where there is no room for more. */
const deathsOf = (seed: number, kills: number): readonly Death[] => {
  const random = randomFrom(seed * 77)
  const places: number[] = []
  for (let step = Math.floor(random() * APART_STEPS); step < steps.length; step += APART_STEPS)
    if (isKillable(step)) places.push(step)
  while (places.length > kills) places.splice(Math.floor(random() * places.length), 1)
  return places.map((step, index) => ({
    step,
    how: hows[index % hows.length] ?? 'from outside',
    afterMs: Math.floor(random() * MOST_MS),
  }))
}

interface AutomationLoop {
  readonly kills: number
  readonly seed: number
  /** Makes an empty database; SQLite in a folder of its own where it is absent. */
  readonly makeDatabase?: () => Promise<{ readonly url: string; readonly drop: () => Promise<void> }>
}

interface AutomationReport {
  readonly kills: number
  readonly lines: number
  readonly orders: number
  /** What the logs of a server that was killed and those of one that was not say differently. */
  readonly differences: readonly string[]
  readonly fault: string | null
}

const play = async ({ kills, seed, makeDatabase }: AutomationLoop) => {
  const database = (await makeDatabase?.()) ?? null
  const where = { dataDir: throwAwayFolder(), databaseUrl: database?.url ?? null }
  const script = await buildScript('automation-life')
  try {
    let begin: number | null = null
    let killed = 0
    for (const death of [...deathsOf(seed, kills), null]) {
      const { step, left }: Ended = await live(script.path, { ...where, seed, begin, death })
      if (left !== null) return { killed, left, ledger: await inspect(where) }
      begin = step
      killed += 1
    }
    throw new Error('no life came to the end of the last day')
  } finally {
    script.remove()
    await database?.drop()
  }
}

const differencesOf = (whole: Left, ended: Left): readonly string[] =>
  whole.logs.flatMap((lines, index) => {
    const others = ended.logs[index] ?? []
    const row = lines.findIndex((line, at) => line !== others[at])
    if (row < 0 && lines.length === others.length) return []
    const at = row < 0 ? lines.length : row
    return [`deployment ${index}, line ${at}: ${lines[at] ?? 'nothing'} | ${others[at] ?? 'nothing'}`]
  })

const wholes = new Map<number, ReturnType<typeof play>>()

/** The same days without kills, played once for each seed, on SQLite. */
const wholeOf = (seed: number): ReturnType<typeof play> => {
  const whole = wholes.get(seed) ?? play({ kills: 0, seed })
  wholes.set(seed, whole)
  return whole
}

/** Three days of deployments on a server that is killed again and again, beside the same days on one that is not. */
export const runAutomationLoop = async (loop: AutomationLoop): Promise<AutomationReport> => {
  const whole = await wholeOf(loop.seed)
  const ended = await play(loop)
  const held = (left: Left): string => `${left.held} held, ${left.known} known to the deployments`
  const doubled = [...ended.ledger.idsOfKey].filter(([, ids]) => ids.length > 1)
  return {
    kills: ended.killed,
    lines: whole.left.logs.flat().length,
    orders: ended.ledger.idsOfKey.size,
    differences: [
      ...differencesOf(whole.left, ended.left),
      ...doubled.map(([key, ids]) => `${key} has ${ids.length} orders`),
      ...(held(whole.left) === held(ended.left) ? [] : [`${held(whole.left)} | ${held(ended.left)}`]),
      ...(whole.ledger.idsOfKey.size === ended.ledger.idsOfKey.size
        ? []
        : [`${whole.ledger.idsOfKey.size} orders | ${ended.ledger.idsOfKey.size}`]),
    ],
    fault: ended.ledger.fault,
  }
}
