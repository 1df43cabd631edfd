import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'
import { waitFor } from '../../support/wait-for.ts'

const { password, server, bench } = overServer()

test('a tab says whose it was and whose it is now, until that is seen', async () => {
  const user = await enterApp(bench().open('/'), password())
  const { auth } = bench().open('/').console.actors
  await waitFor(auth, (one) => one.matches({ signedIn: 'ready' }))
  auth.send({ type: 'auth.signOut' })
  await waitFor(auth, (one) => one.matches('signedOut'))
  auth.send({ type: 'auth.signIn', userName: 'ravi', password: await server().addUser('ravi') })
  const banner = await screen.findByRole('alert', { name: 'Account changed' })
  expect(banner.textContent).toMatch(
    /^Account changed\. This tab trades for ravi now\. It was signed in as asha before; ravi signed in in another tab\./,
  )
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alert', { name: 'Account changed' })).toEqual(null)
})
