import { readLines } from './text-lines.ts'

/** Lines looked at before reading a file is proposed: some days of minutes. */
const SAMPLE_LINES_MAX = 2000

export interface SampleLine {
  /** Counted from 1, as an editor shows it. */
  readonly line: number
  readonly text: string
}

/** The first lines of a file that are not blank. Throws FileFault. */
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
