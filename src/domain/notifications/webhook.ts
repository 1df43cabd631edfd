export const WEBHOOK_URL_MAX = 500
export const WEBHOOK_TEMPLATE_MAX = 2_000

/** Where they stand in a template, in braces. */
export const webhookFields = ['text', 'name', 'symbols', 'at', 'id'] as const
export type WebhookField = (typeof webhookFields)[number]

export type WebhookValues = Readonly<Record<WebhookField, string>>

export const TELEGRAM_TEMPLATE = '{"chat_id": "@channel", "text": "{name}: {text}"}'

const PLACE = /\{([a-z]+)\}/g

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const parse = (template: string): Json | undefined => {
  try {
    return JSON.parse(template) as Json
  } catch {
    return undefined
  }
}

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

const isField = (word: string): word is WebhookField => webhookFields.some((field) => field === word)

/** Why it is no template; null if it is one. */
export const findTemplateProblem = (template: string): string | null => {
  if (template.length > WEBHOOK_TEMPLATE_MAX) return `At most ${WEBHOOK_TEMPLATE_MAX} characters`
  const value = parse(template)
  if (value === undefined) return 'It is not JSON. Names and texts stand in double quotes'
  const words = textsIn(value).flatMap((text) => [...text.matchAll(PLACE)].map(([, word = '']) => word))
  const unknown = words.find((word) => !isField(word))
  if (unknown === undefined) return null
  return `{${unknown}} is not known. Use ${webhookFields.map((field) => `{${field}}`).join(', ')}`
}

const filled = (value: Json, values: WebhookValues): Json => {
  if (typeof value === 'string')
    return value.replace(PLACE, (whole, word: string) => (isField(word) ? values[word] : whole))
  if (Array.isArray(value)) return value.map((one: Json) => filled(one, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, values)]))
}

/** JSON. Values are put into its texts, so that no value can change its shape. */
export const bodyOf = (template: string | null, values: WebhookValues): string => {
  const value = template === null ? undefined : parse(template)
  return JSON.stringify(value === undefined ? values : filled(value, values))
}

/** Why no message can be sent there; null if it can, as far as its text says. */
export const findUrlProblem = (text: string, mayBePlain: boolean): string | null => {
  if (text.length > WEBHOOK_URL_MAX) return `At most ${WEBHOOK_URL_MAX} characters`
  if (!URL.canParse(text)) return 'It is no address. Begin with https://'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(mayBePlain && url.protocol === 'http:')) return 'Only https:// addresses'
  if (url.username !== '' || url.password !== '') return 'An address with a user name is not taken'
  return null
}
