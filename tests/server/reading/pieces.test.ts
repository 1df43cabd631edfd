import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type HeldAnswer, holdAnswer, PiecedAnswer } from '../../../server/threads/pieces.ts'

const MB = 1024 * 1024

/** No whole number of pieces. */
const manyBytes = (): ArrayBuffer => Uint8Array.from(randomBytes(9 * MB + 17)).buffer

/** Serves what `hold` keeps, over a real socket. */
const serving = async (hold: () => HeldAnswer) => {
  const answers: PiecedAnswer[] = []
  const server = createServer((_, response) => {
    const answer = new PiecedAnswer(hold())
    answers.push(answer)
    response.setHeader('content-length', answer.byteLength)
    response.once('close', () => answer.release())
    answer.once('error', () => response.destroy()).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = async (): Promise<IncomingMessage> => {
    const [answer] = await once(get({ host: '127.0.0.1', port, agent: false }), 'response')
    return answer as IncomingMessage
  }
  return { ask, answers }
}

const readWhole = async (answer: IncomingMessage, pauseMs: number): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of answer) {
    parts.push(part as Buffer)
    if (parts.length % 20 === 0) await wait(pauseMs)
  }
  return Buffer.concat(parts)
}

describe(PiecedAnswer, () => {
  test.each([
    { reader: 'a fast reader', pauseMs: 0 },
    { reader: 'a slow reader', pauseMs: 20 },
  ])('arrives whole at $reader', async ({ pauseMs }) => {
    const bytes = manyBytes()
    const { ask } = await serving(() => holdAnswer(bytes))
    const read = await readWhole(await ask(), pauseMs)
    expect(read.equals(new Uint8Array(bytes))).toBe(true)
  })

  test('uses memory again once an answer is out, and not before', async () => {
    const kept: HeldAnswer[] = []
    const { ask } = await serving(() => {
      const held = holdAnswer(manyBytes())
      kept.push(held)
      return held
    })
    const unread = [await ask(), await ask()]
    const memories = () => new Set(kept.map(({ slots }) => slots)).size
    expect(memories()).toBe(2)
    for (const answer of unread) answer.destroy()
    await expect
      .poll(async () => {
        await readWhole(await ask(), 0)
        return kept.length - memories()
      })
      .toBeGreaterThan(1)
  })

  test('is given up without an error when nobody has read it', async () => {
    const held = holdAnswer(manyBytes())
    const answer = new PiecedAnswer(held)
    const closed = once(held.port, 'close')
    answer.release()
    await closed
    expect([answer.destroyed, answer.errored]).toEqual([true, null])
  })

  test('breaks the connection when the thread that made it ends', async () => {
    let held: HeldAnswer | null = null
    const { ask } = await serving(() => {
      held = holdAnswer(manyBytes())
      return held
    })
    const answer = await ask()
    const end = (held as HeldAnswer | null)?.port
    end?.close()
    await expect(readWhole(answer, 0)).rejects.toThrow('aborted')
  })
})
