import * as z from 'zod/mini'
import { contract } from '../src/contract/contract.ts'
import { defaultBases, type Endpoint } from '../src/contract/endpoint.ts'

type JsonSchema = { readonly type?: string | readonly string[]; readonly [key: string]: unknown }

const shapeOf = (schema: z.ZodMiniType): string => {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema
  return describe(json).replace(/^\{ (.*) \}$/, '$1')
}

const describe = (json: JsonSchema): string => {
  if (Array.isArray(json.enum)) return json.enum.map((value) => `\`${value}\``).join(' ')
  if (Array.isArray(json.anyOf)) return json.anyOf.map((inner) => describe(inner as JsonSchema)).join(' or ')
  if (json.type === 'array') return `list of ${describe((json.items ?? {}) as JsonSchema)}`
  if (json.type === 'object' && json.properties !== undefined) {
    const required = new Set((json.required as readonly string[] | undefined) ?? [])
    const fields = Object.entries(json.properties as Record<string, JsonSchema>)
    const list = fields.map(([name, inner]) => `${name}${required.has(name) ? '' : '?'}: ${describe(inner)}`)
    return list.length === 0 ? '' : `{ ${list.join(', ')} }`
  }
  return json.type === undefined ? 'any' : String(json.type)
}

const section = (call: Endpoint): string => {
  const query = shapeOf(call.query)
  const body = call.bodyType === 'json' ? shapeOf(call.body) : 'the bytes of the file'
  const reply = call.replyType === 'json' ? shapeOf(call.reply) : call.replyType
  const lines = [
    `### ${call.method} ${defaultBases[call.base]}${call.path}`,
    '',
    `${call.summary} ${call.access === 'public' ? 'Needs no session.' : ''}${call.effect === 'changes' && call.method === 'GET' ? 'Changes state, as the specification has it: only with the session header from our own origin.' : ''}`.trim(),
    '',
    ...(query === '' ? [] : [`- query: ${query}`]),
    ...(call.method === 'GET' || body === '' ? [] : [`- body: ${body}`]),
    `- answer: ${reply === '' ? 'null' : reply}`,
    `- on failure: *${call.failure}*`,
  ]
  return lines.join('\n')
}

/** Every call, from the contract. */
export const apiPage = (): string =>
  [
    '# Calls',
    '',
    'Printed from `src/contract`. JSON answers are `{status, data, message}`; failures add `code` and `issues`: see',
    '[error codes](error-codes.md).',
    'The running server shows the same as OpenAPI at `/docs`.',
    '',
    ...contract.map((call) => `${section(call as unknown as Endpoint)}\n`),
  ].join('\n')
