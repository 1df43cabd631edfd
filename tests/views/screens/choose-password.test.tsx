import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBarriers } from '../../support/barriers.ts'
import { consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { showApp } from '../../support/view.tsx'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const NEXT = 'monsoon over the ghats'

test('whoever signs in with a given password chooses another by keyboard alone, and then is in', async () => {
  const password = await server.addUser('meera', { mustChange: true })
  const bench = consolesOver(server)
  const asked: string[] = []
  bench.answerInstead(({ path }) => {
    asked.push(path)
    return null
  })
  const user = showApp(bench.open('/'))
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`meera{Tab}${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: 'Choose your own password' })
  const present = await screen.findByLabelText('Current password')
  // The server refuses it until the password is changed, and browsers log the refusal.
  expect(asked.filter((path) => path.includes('/get_count'))).toEqual([])
  expect(await findBarriers()).toEqual([])
  expect(screen.queryByRole('alert')?.textContent ?? '').toEqual('')
  await waitFor(() => expect(document.activeElement).toBe(present))
  await user.keyboard(`${password}{Tab}${NEXT}{Tab}${NEXT}{Enter}`)
  await screen.findByRole('banner', {}, { timeout: FACT_MS })
  const row = await server.store.db.selectFrom('user').select('must_change_password').executeTakeFirst()
  expect(row?.must_change_password).toEqual(0)
  bench.close()
})

test('the sign-in says how long to wait after too many wrong passwords', async () => {
  const password = await server.addUser('ravi')
  const bench = consolesOver(server)
  const user = showApp(bench.open('/'))
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard('ravi{Tab}')
  for (let n = 0; n < 3; n++) {
    await user.keyboard('wrong{Enter}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toEqual('Invalid credentials'))
  }
  await user.keyboard(`${password}{Enter}`)
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toEqual('Too many failed sign-ins. Try again in 1 second'),
  )
  bench.close()
})
