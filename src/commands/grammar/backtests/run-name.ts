import { nearestHint } from '../../../domain/nearest.ts'
import type { ArgKind } from '../../command.ts'
import { matchTier } from '../../palette/rank.ts'
import { taken } from '../words.ts'

export const savedRun: ArgKind<string> = {
  token: 'name',
  expects: 'a saved run, by name',
  read(line, from, { savedRuns }) {
    const text = line.slice(from).trim()
    if (text === '') return null
    const wanted = text.toLowerCase()
    const exact =
      savedRuns.find(({ slug }) => slug === wanted) ??
      savedRuns.find(({ name }) => name.toLowerCase() === wanted)
    const to = from + line.slice(from).trimEnd().length
    if (exact !== undefined) return taken(exact.slug, to)
    const close = savedRuns
      .map((run, index) => ({ run, index, tier: matchTier(wanted, run.name) }))
      .filter(({ tier }) => tier !== null)
      .sort((a, b) => (a.tier ?? 0) - (b.tier ?? 0) || a.index - b.index)[0]
    if (close !== undefined) return taken(close.run.slug, to)
    const hint = nearestHint(
      text,
      savedRuns.map(({ name }) => name),
    )
    return { kind: 'problem', to, problem: { column: from + 1, found: text, expected: this.expects + hint } }
  },
  print: (slug) => slug,
  complete: (word, { savedRuns }) =>
    savedRuns
      .filter(({ name, slug }) => matchTier(word.toLowerCase(), name) !== null || slug.startsWith(word))
      .map(({ name, slug }) => ({ text: slug, detail: name })),
}
