import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate'

const folder = join(import.meta.dirname, '../src/machines')

export interface ListedMachine {
  readonly area: string
  /** Names of its actors; its id where others start it as a child. */
  readonly names: readonly string[]
  readonly machine: AnyStateMachine
  /** False for what is made of settings by a factory of charts. */
  readonly hasOwnChart: boolean
}

/** A machine, or the factory of one that takes no settings. */
const machineOf = (name: string, value: unknown): AnyStateMachine | null => {
  if (value instanceof StateMachine) return value
  const isFactory = /^create\w+Machine$/.test(name) && typeof value === 'function' && value.length === 0
  return isFactory ? value() : null
}

/** Names of actors by the export that is their machine, from the file's addition to `Machines`. */
const actorsOf = (text: string): readonly (readonly [name: string, machine: string])[] => {
  const [, added = ''] = /interface Machines \{([^}]*)\}/.exec(text) ?? []
  return [...added.matchAll(/(\w+): (?:typeof|ReturnType<typeof) (\w+)/g)].map(
    ([, name = '', machine = '']) => [name, machine] as const,
  )
}

const machinesOf = async (file: string): Promise<readonly ListedMachine[]> => {
  const text = readFileSync(join(folder, file), 'utf8')
  const exported: Readonly<Record<string, unknown>> = await import(join(folder, file))
  const actors = actorsOf(text)
  const machines = Object.entries(exported).flatMap(([name, value]) => {
    const machine = machineOf(name, value)
    if (machine === null) return []
    const names = actors.filter(([, made]) => made === name).map(([actor]) => actor)
    if (names.length > 0 && !names.includes(machine.id))
      throw new Error(`${file}: machine ${machine.id} runs as ${names.join(', ')}`)
    const hasOwnChart = !new RegExp(`const ${name} = create\\w+Machine\\b`).test(text)
    return [{ area: dirname(file), names: names.length > 0 ? names : [machine.id], machine, hasOwnChart }]
  })
  const made = text.match(/\bcreate\w*Machine[(<]/g)?.length ?? 0
  if (machines.length !== made)
    throw new Error(`${file}: makes ${made} machines and exports ${machines.length}`)
  return machines
}

const filesBelow = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort()

/** Every machine of every area. Throws where a file makes one that it does not export. */
export const allMachines = async (): Promise<readonly ListedMachine[]> =>
  (await Promise.all(filesBelow.filter((file) => file.includes('/')).map(machinesOf))).flat()

/** Charts that areas fill with settings, by file: `request`, `reload`. */
export const chartFactories = (): readonly string[] =>
  filesBelow
    .filter((file) => !file.includes('/'))
    .filter((file) => readFileSync(join(folder, file), 'utf8').includes('.createMachine('))
    .map((file) => basename(file, '.ts'))

const idOf = (node: AnyStateNode): string => node.path.join('_') || 'root'

const eventName = (name: string): string =>
  name
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')
    .replace(/^xstate\.done\.actor\..*$/, 'done')
    .replace(/^xstate\.error\.actor\..*$/, 'failed')
    .replace(/^xstate\.done\.state\..*$/, 'done')

const statesOf = (node: AnyStateNode, indent: string): string[] => {
  const children = Object.values(node.states) as AnyStateNode[]
  const lines = children.flatMap((child) => {
    const isCompound = Object.keys(child.states).length > 0
    return isCompound
      ? [`${indent}state "${child.key}" as ${idOf(child)} {`, ...statesOf(child, `${indent}  `), `${indent}}`]
      : [`${indent}state "${child.key}" as ${idOf(child)}`]
  })
  const first = node.initial?.target?.[0]
  return first === undefined ? lines : [...lines, `${indent}[*] --> ${idOf(first as AnyStateNode)}`]
}

const arrowsOf = (node: AnyStateNode): string[] => {
  const own = [...node.transitions.values()]
    .flat()
    .flatMap((transition) =>
      (transition.target ?? []).map(
        (target) => `  ${idOf(node)} --> ${idOf(target as AnyStateNode)}: ${eventName(transition.eventType)}`,
      ),
    )
  return [...own, ...(Object.values(node.states) as AnyStateNode[]).flatMap(arrowsOf)]
}

const diagram = (machine: AnyStateMachine): string =>
  [
    '```mermaid',
    'stateDiagram-v2',
    ...statesOf(machine.root as AnyStateNode, '  '),
    ...new Set(arrowsOf(machine.root as AnyStateNode).filter((line) => !line.startsWith('  root '))),
    '```',
  ].join('\n')

/** A diagram of every statechart by area, from the machines themselves. */
export const machinesPage = (machines: readonly ListedMachine[]): string => {
  const areas = [...new Set(machines.map(({ area }) => area))]
  const sectionsOf = (area: string): readonly string[] =>
    machines
      .filter((one) => one.area === area)
      .flatMap(({ names, machine }) => [`### ${names.join(', ')}`, '', diagram(machine), ''])
  return [
    '# Lifecycles',
    '',
    'Printed from `src/machines`, by area; the heading is the name of the actor. The file of a machine defines',
    'what it does in a state; this page shows its transitions.',
    '',
    ...areas.flatMap((area) => [`## ${area[0]?.toUpperCase()}${area.slice(1)}`, '', ...sectionsOf(area)]),
  ].join('\n')
}
