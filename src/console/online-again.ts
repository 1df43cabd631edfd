import type { Actors } from './actors.ts'
import type { Undo } from './area.ts'
import { whenBecomes } from './when-becomes.ts'

export const whenOnlineAgain = ({ connectivity }: Pick<Actors, 'connectivity'>, back: () => void): Undo =>
  whenBecomes(connectivity, (snapshot) => snapshot.matches('online'), back)
