import type { AnyStateMachine, AnyStateNode } from 'xstate'

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
