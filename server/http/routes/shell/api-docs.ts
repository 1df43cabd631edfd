import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { contract } from '../../../../src/contract/contract.ts'
import { defaultBases, type Endpoint } from '../../../../src/contract/endpoint.ts'
import { makeNonce, pagePolicy } from '../../headers.ts'
import { apiPage } from './api-page.ts'

type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

const schemaOf = (schema: z.ZodMiniType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return rest as JsonSchema
}

const mediaTypes: Readonly<Record<Endpoint['replyType'], string>> = {
  json: 'application/json',
  csv: 'text/csv',
  columns: 'application/vnd.sauda.candles',
  bytes: 'application/octet-stream',
  events: 'text/event-stream',
}

const envelopeOf = (data: JsonSchema): object => ({
  type: 'object',
  properties: { status: { const: 'success' }, data, message: { type: 'string' } },
  required: ['status', 'data', 'message'],
})

const operationOf = (call: Endpoint): object => {
  const query = schemaOf(call.query)
  const body = schemaOf(call.body)
  const hasBody = call.bodyType !== 'json' || Object.keys(body.properties ?? {}).length > 0
  const reply = call.replyType === 'json' ? envelopeOf(schemaOf(call.reply)) : { type: 'string' }
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.base],
    security: call.access === 'signedIn' ? [{ token: [], binding: [] }] : [],
    parameters: Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    })),
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: {
              [mediaTypes[call.bodyType]]: { schema: call.bodyType === 'json' ? body : { type: 'string' } },
            },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done', content: { [mediaTypes[call.replyType]]: { schema: reply } } },
      default: {
        description: call.failure,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

const openApi = (version: string): object => {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of contract as readonly Endpoint[]) {
    const path = `${defaultBases[call.base]}${call.path}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'sauda', version, description: 'The calls between the console and its server.' },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token that login answers.' },
        binding: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description: 'Set by login; named sid where this server is reached by plain HTTP.',
        },
      },
      schemas: {
        Failure: {
          type: 'object',
          properties: {
            status: { const: 'error' },
            data: { type: 'null' },
            message: { type: 'string', description: 'For people.' },
            code: { type: 'string', description: 'For programs.' },
            issues: { type: 'array', items: { type: 'string' } },
          },
          required: ['status', 'data', 'message', 'code'],
        },
      },
    },
  }
}

export const apiDocRoutes = (app: FastifyInstance, version: string): void => {
  const document = openApi(version)
  app.get('/docs/openapi.json', (_, reply) => reply.send(document))
  app.get('/docs', (_, reply) => {
    const nonce = makeNonce()
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(apiPage({ version, nonce, calls: contract }))
  })
}
