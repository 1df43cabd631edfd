import { pathOf } from '../../domain/screens.ts'
import type { Actors } from '../actors.ts'
import type { Undo } from '../area.ts'

interface LoginSession {
  begin(): void
  end(): void
}

export const watchLoginSession = ({ auth, navigation }: Actors, { begin, end }: LoginSession): Undo => {
  let before: 'out' | 'in' | 'ready' = 'out'
  const look = (): void => {
    const snapshot = auth.getSnapshot()
    const isIn = snapshot.matches('signedIn')
    const was = before
    if (!isIn) before = 'out'
    else if (snapshot.matches({ signedIn: 'ready' })) before = 'ready'
    else if (was === 'out') before = 'in'
    if (snapshot.matches({ signedIn: 'failed' }))
      navigation.send({ type: 'view.replace', path: pathOf('home') })
    if (before === 'ready' && was !== 'ready') begin()
    if (before === 'out' && was !== 'out') end()
  }
  const subscription = auth.subscribe(look)
  return () => subscription.unsubscribe()
}
