import type { Product } from '../../tests/support/browser/product.ts'

/** Headers of a signed-in caller. */
export const signIn = async ({ address, userName, password }: Product): Promise<Record<string, string>> => {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ user_name: userName, password }),
  })
  const { data } = (await answer.json()) as { data: string }
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
  return { authorization: `Bearer ${data}`, cookie }
}
