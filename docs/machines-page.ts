import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate'

const folder = join(import.meta.dirname, '../src/machines')

/** A machine, or the factory of one that takes no settings. */
const machineOf = (name: string, value: unknown): AnyStateMachine | null => {
  if (value instanceof StateMachine) return value
  const isFactory = /^create\w+Machine$/.test(name) && typeof value === 'function' && value.length === 0
  return isFactory ? value() : null
}

/** Every machine below `src/machines`, by area and name; whatever a file there exports is found. */
export const allMachines = async (): Promise<readonly AnyStateMachine[]> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const modules = await Promise.all(files.sort().map((file) => import(join(folder, file))))
  return modules.flatMap((module: Readonly<Record<string, unknown>>) =>
    Object.entries(module)
      .map(([name, value]) => machineOf(name, value))
      .filter((machine) => machine !== null),
  )
}

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

/** A diagram of every statechart, from the machines themselves. */
export const machinesPage = (machines: readonly AnyStateMachine[]): string =>
  [
    '# Lifecycles',
    '',
    'Printed from `src/machines`. What a machine does in a state stands in its file; here is where it can go.',
    '',
    ...machines.flatMap((machine) => [`## ${machine.id}`, '', diagram(machine), '']),
  ].join('\n')
