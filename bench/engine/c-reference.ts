import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Candles } from '../../src/domain/charts/candle.ts'

export interface CTiming {
  readonly minMs: number
  readonly last: readonly number[]
}

const compilers = ['gcc', 'cc']

/** Null without a C compiler. */
export const timeInC = (
  { high, low, close }: Candles,
  runs: number,
): Readonly<Record<string, CTiming>> | null => {
  const folder = mkdtempSync(join(tmpdir(), 'indicators-in-c-'))
  try {
    const program = join(folder, 'reference')
    const source = join(import.meta.dirname, 'reference.c')
    const isCompiled = compilers.some(
      (compiler) => spawnSync(compiler, ['-O3', '-o', program, source, '-lm']).status === 0,
    )
    if (!isCompiled) return null
    const data = join(folder, 'candles')
    writeFileSync(
      data,
      Buffer.concat([high, low, close].map(({ buffer }) => Buffer.from(buffer as ArrayBuffer))),
    )
    const { status, stdout } = spawnSync(program, [data, String(close.length), String(runs)], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`reference.c ended with ${status}`)
    return Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => {
          const [name, min, , ...last] = line.split(' ')
          return [name, { minMs: Number(min), last: last.map(Number) }]
        }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
