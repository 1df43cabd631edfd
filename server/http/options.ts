import type { FastifyInstance } from 'fastify'
import { getOptionChain, payoffGraph } from '../../src/contract/options.ts'
import type { ReadOptionChain } from '../services/option-chain.ts'
import type { ReadPayoff } from '../services/payoff.ts'
import { serve } from './serve.ts'

export const optionRoutes = (
  app: FastifyInstance,
  { readChain, readPayoff }: { readonly readChain: ReadOptionChain; readonly readPayoff: ReadPayoff },
): void => {
  serve(app, getOptionChain, ({ query }) => readChain(query.key))
  serve(app, payoffGraph, ({ body }) => readPayoff(body))
}
