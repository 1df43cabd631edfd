import { scannerAt } from '../../domain/scanners/scan-address.ts'
import type { DeletedScanner } from '../../machines/scanners/scanner-acts.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'

export const rememberOpened = ({ actors, clock }: Pick<Deps, 'actors' | 'clock'>): Undo => {
  const { navigation, recents, scanner } = actors
  let opened: string | null = null
  const follow = (): void => {
    const slug = scannerAt(navigation.getSnapshot().context.path)?.slug
    const { output } = scanner.getSnapshot().context
    const shown = output !== null && output.slug === slug ? output : null
    if (opened === (shown?.slug ?? null)) return
    opened = shown?.slug ?? null
    if (shown === null) return
    const item = { slug: shown.slug, name: shown.scannerName, kind: 'scanner', at: clock.now() } as const
    recents.send({ type: 'recents.visit', item })
  }
  return unsubscribeAll([navigation.subscribe(follow), scanner.subscribe(follow)])
}

export const forgetDeleted = (
  { recents, scanner, scanners }: Actors,
  { scannerUuid }: DeletedScanner,
): void => {
  const listed = scanners.getSnapshot().context.output?.mine ?? []
  const onScreen = scanner.getSnapshot().context.output
  const known = onScreen === null ? listed : [...listed, onScreen]
  const slug = known.find((one) => one.scannerUuid === scannerUuid)?.slug
  if (slug !== undefined) recents.send({ type: 'recents.forget', slug })
}
