import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { FACT_MS, TEST_MS } from './tests/support/limits.ts'
import clientAndServer from './vite.config.ts'

const LONGEST = /tests\/server\/(simulation|crash|http\/nonsense|main|market\/fair-options)/

/** What takes minutes is begun first: begun last, it would end the run alone on one core. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['e2e', 'server', 'views', 'logic']
    const rankOf = ({ project, moduleId }: TestSpecification): number =>
      order.indexOf(project.name) - (LONGEST.test(moduleId) ? 0.5 : 0)
    return (await super.sort(files)).toSorted((left, right) => rankOf(left) - rankOf(right))
  }
}

export default defineConfig((env) =>
  mergeConfig(clientAndServer(env), {
    test: {
      passWithNoTests: false,
      globalSetup: ['tests/support/server/temporary-files.ts'],
      // One more than there are cores: tests of servers and views wait for a quarter of their time.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongestFirst, groupOrder: 1 },
      testTimeout: TEST_MS,
      hookTimeout: TEST_MS,
      expect: { poll: { timeout: FACT_MS, interval: 100 } },
      projects: [
        // Without isolation the files that a worker runs share what they import: loading it for each takes longer than the
        // tests. A test may therefore rely on nothing that a module holds, and leaves nothing in one.
        {
          extends: true,
          test: {
            name: 'logic',
            environment: 'node',
            isolate: false,
            include: ['tests/**/*.test.ts'],
            exclude: ['tests/{views,server,e2e,support,vectors}/**'],
          },
        },
        {
          extends: true,
          test: {
            name: 'views',
            environment: 'jsdom',
            isolate: false,
            include: ['tests/views/**/*.test.{ts,tsx}'],
            setupFiles: ['tests/support/dom.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'server',
            environment: 'node',
            isolate: false,
            globalSetup: ['tests/support/server/before-servers.ts'],
            include: ['tests/server/**/*.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'e2e',
            environment: 'node',
            // A journey keeps its core busy, with a server, a browser and prices that move on: more of them slow each other.
            maxWorkers: availableParallelism(),
            sequence: { groupOrder: 0 },
            include: ['tests/e2e/**/*.test.ts'],
          },
        },
      ],
    },
  }),
)
