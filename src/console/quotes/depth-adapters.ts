import { fromPromise } from 'xstate'
import { getDepth } from '../../contract/quotes/depth.ts'
import { depthMachine } from '../../machines/quotes/depth.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { pageVisibility } from '../page-visibility.ts'

interface DepthPorts {
  readonly http: HttpClient
  readonly platform: Pick<Platform, 'watchVisibility'>
}

export const provideDepth = (ports: DepthPorts) =>
  depthMachine.provide({
    actors: {
      askDepth: fromPromise(({ input: { instrument }, signal }) =>
        ports.http.call(getDepth, { query: { key: instrument }, signal }),
      ),
      pageVisibility: pageVisibility(ports.platform),
    },
  })
