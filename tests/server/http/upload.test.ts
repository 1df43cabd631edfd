import { expect, test } from 'vitest'
import { createImport, ImportStatus, sendImportFile } from '../../../src/contract/instruments/imports.ts'
import { dataOf, startServer } from '../../support/server/server.ts'

test('the bytes of a file are streamed past the limit that other bodies have', async () => {
  const server = await startServer()
  const session = await server.enter('meera')
  const { import_id } = dataOf(createImport, await server.call(session, createImport))
  const bytes = Buffer.from('20260102,09:15,1,2,1,2,0\n'.repeat(40_000))
  const answer = await server.call(session, sendImportFile, {
    query: { import_id, name: 'a.csv' },
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  expect([answer.statusCode, ImportStatus.parse(dataOf(sendImportFile, answer)).files]).toEqual([
    200,
    [{ name: 'a.csv', bytes: bytes.length }],
  ])
  await server.close()
})
