import type { FastifyInstance } from 'fastify'
import { getOptionChainThen } from '../../../src/contract/analysis/option-chain-then.ts'
import {
  getCombinedPremium,
  getOptionChain,
  getTermStructure,
  payoffGraph,
} from '../../../src/contract/options.ts'
import type { Reading } from '../../reading/reading.ts'
import { serveReading } from '../serve-reading.ts'

export const optionRoutes = (app: FastifyInstance, reading: Reading): void => {
  serveReading(app, getOptionChain, reading)
  serveReading(app, getOptionChainThen, reading)
  serveReading(app, getTermStructure, reading)
  serveReading(app, getCombinedPremium, reading)
  serveReading(app, payoffGraph, reading)
}
