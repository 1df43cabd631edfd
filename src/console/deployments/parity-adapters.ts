import { fromPromise } from 'xstate'
import { parityMachine } from '../../machines/deployments/parity.ts'
import type { ComparePorts } from '../compare-with-backtest.ts'

export const provideParity = (ports: ComparePorts): typeof parityMachine =>
  parityMachine.provide({
    actors: {
      compare: fromPromise(async ({ input, signal }) => {
        const { compareWithBacktest } = await import('../compare-with-backtest.ts')
        return compareWithBacktest(input, ports, signal)
      }),
    },
  })
