import {
  isKeptBinding,
  KEYMAP_KEYS_MAX,
  KEYMAP_SECTIONS_MAX,
  type KeptSection,
  withCurrentCommand,
} from '../../domain/shortcuts/shortcuts.ts'
import type { Environment } from '../environment.ts'
import { keymapProblem } from './check.ts'
import { type JsonNode, parseJson } from './json-nodes.ts'

export type ReadKeymap =
  | { readonly kind: 'keymap'; readonly keymap: readonly KeptSection[] }
  | {
      readonly kind: 'problem'
      /** Both from 1. */
      readonly line: number
      readonly column: number
      readonly message: string
    }

export const KEYMAP_TEXT_MAX = 200_000

export const printKeymap = (keymap: readonly KeptSection[]): string => `${JSON.stringify(keymap, null, 2)}\n`

/** All or nothing: the first problem rejects the whole file. */
export const readKeymap = (text: string, environment: Environment): ReadKeymap => {
  if (text.length > KEYMAP_TEXT_MAX)
    return problemAt(text, KEYMAP_TEXT_MAX, `at most ${KEYMAP_TEXT_MAX} characters`)
  const parsed = parseJson(text)
  if (parsed.kind === 'problem') return problemAt(text, parsed.at, parsed.message)
  const sections = sectionsIn(parsed.node)
  if (sections.kind === 'problem') return problemAt(text, sections.at, sections.message)
  const { keymap, nodes } = sections
  const wrong = keymapProblem(keymap, environment)
  if (wrong === null) return { kind: 'keymap', keymap }
  const node = nodes[wrong.section]
  const keys = node?.members?.get('keys')?.node
  const member = wrong.strokes === null ? node?.members?.get('when') : keys?.members?.get(wrong.strokes)
  const at = wrong.of === 'strokes' ? member?.nameAt : member?.node.at
  return problemAt(text, at ?? node?.at ?? 0, wrong.message)
}

type Sections =
  | {
      readonly kind: 'sections'
      readonly keymap: readonly KeptSection[]
      readonly nodes: readonly JsonNode[]
    }
  | { readonly kind: 'problem'; readonly at: number; readonly message: string }

const expectedSection =
  'a scope such as { "when": "view == positions", "keys": { "shift+h": { "line": "exit . 50%" } } }'
const expectedBinding =
  'a command such as "help.toggle", one with arguments such as ["view.open", { "view": "positions" }], a line such as { "line": "exit . 50%" }, or null'

const sectionsIn = (root: JsonNode): Sections => {
  const refused = (node: JsonNode, message: string): Sections => ({ kind: 'problem', at: node.at, message })
  const nodes = root.items
  if (nodes === undefined) return refused(root, 'a list of scopes is expected')
  if (nodes.length > KEYMAP_SECTIONS_MAX) return refused(root, `at most ${KEYMAP_SECTIONS_MAX} scopes`)
  for (const node of nodes) {
    if (node.members === undefined) return refused(node, `${expectedSection} is expected`)
    for (const [name, { node: value, nameAt }] of node.members) {
      if (name !== 'when' && name !== 'keys')
        return { kind: 'problem', at: nameAt, message: `a scope has "when" and "keys", and no "${name}"` }
      if (name === 'when' && typeof value.value !== 'string')
        return refused(value, 'when is a text such as "view == positions"')
    }
    const keys = node.members.get('keys')?.node
    if (keys?.members === undefined) return refused(keys ?? node, `${expectedSection} is expected`)
    if (keys.members.size > KEYMAP_KEYS_MAX) return refused(keys, `at most ${KEYMAP_KEYS_MAX} keys`)
    for (const { node: bound } of keys.members.values())
      if (!isKeptBinding(bound.value)) return refused(bound, `${expectedBinding} is expected`)
  }
  return { kind: 'sections', keymap: nodes.map(sectionOf), nodes }
}

const sectionOf = ({ members }: JsonNode): KeptSection => {
  const when = members?.get('when')?.node.value
  const keys = [...(members?.get('keys')?.node.members ?? [])].flatMap(([strokes, { node }]) =>
    isKeptBinding(node.value) ? [withCurrentCommand([strokes, node.value])] : [],
  )
  return { ...(typeof when === 'string' ? { when } : {}), keys: Object.fromEntries(keys) }
}

const problemAt = (text: string, at: number, message: string): ReadKeymap => {
  const before = text.slice(0, at).split('\n')
  return { kind: 'problem', line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message }
}
