import { readLines } from './text-lines.ts'

const SAMPLE_LINES_MAX = 2000

export interface SampleLine {
  /** Counted from 1, as editors do. */
  readonly line: number
  readonly text: string
}

/** Without blank lines. Throws FileFault. */
export const readSample = async (path: string): Promise<readonly SampleLine[]> => {
  const sample: SampleLine[] = []
  let line = 0
  for await (const { lines } of readLines(path)) {
    for (const text of lines) {
      line++
      if (text.trim() !== '') sample.push({ line, text })
    }
    if (sample.length >= SAMPLE_LINES_MAX) break
  }
  return sample.slice(0, SAMPLE_LINES_MAX)
}
