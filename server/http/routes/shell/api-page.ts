import * as z from 'zod/mini'
import { defaultBases, type Endpoint } from '../../../../src/contract/endpoint.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const toHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9d9d4, #3a3a38); --quiet: light-dark(#5c5c57, #a5a59f) }
body { font: 15px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2.5rem } p { max-width: 45rem }
article { border-top: 1px solid var(--line); padding: .8rem 0 } h3 { font: 600 15px ui-monospace, monospace; margin: 0 }
.method { display: inline-block; min-width: 4.5rem } .quiet { color: var(--quiet); margin: .2rem 0 }
pre { background: light-dark(#f4f4f1, #232322); padding: .6rem .8rem; overflow-x: auto; font-size: 13px; margin: .4rem 0 }
summary { cursor: pointer; color: var(--quiet) }`

const schemaBlock = (title: string, schema: z.ZodMiniType): string => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  const isNothing = 'properties' in rest && Object.keys(rest.properties ?? {}).length === 0
  return isNothing || ('type' in rest && rest.type === 'null')
    ? ''
    : `<details><summary>${title}</summary><pre>${toHtml(JSON.stringify(rest, null, 2))}</pre></details>`
}

const traits = (call: Endpoint): string =>
  [
    call.access === 'public' ? 'needs no session' : 'needs a session',
    call.effect === 'changes' ? 'changes something, so it must come from our own origin' : 'reads',
    ...(call.bodyType === 'json' ? [] : [`the body is ${call.bodyType}`]),
    ...(call.replyType === 'json' ? [] : [`answers ${call.replyType}`]),
  ].join('; ')

const article = (call: Endpoint): string => `<article id="${call.name}">
<h3><span class="method">${call.method}</span>${toHtml(defaultBases[call.base] + call.path)}</h3>
<p>${toHtml(call.summary)}</p><p class="quiet">${toHtml(traits(call))}</p>
${schemaBlock('Query', call.query)}${call.bodyType === 'json' ? schemaBlock('Body', call.body) : ''}${call.replyType === 'json' ? schemaBlock('Answer', call.reply) : ''}
</article>`

export const apiPage = ({
  version,
  nonce,
  calls,
}: {
  readonly version: string
  readonly nonce: string
  readonly calls: readonly Endpoint[]
}): string => {
  const bases = [...new Set(calls.map((call) => call.base))]
  const sections = bases.map(
    (base) =>
      `<section><h2>${base}</h2>${calls
        .filter((call) => call.base === base)
        .map(article)
        .join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>sauda ${toHtml(version)}: calls</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>The calls of sauda ${toHtml(version)}</h1>
<p>Every JSON answer is <code>{"status", "data", "message"}</code>; a failure adds <code>code</code>, which decides, and
sometimes <code>issues</code>. A session has two halves: the token that <code>login</code> answers, sent as
<code>Authorization: Bearer</code>, and the cookie that it sets. Calls that change something must carry
<code>Sec-Fetch-Site: same-origin</code> or name this server in <code>Origin</code>. The same page for programs is
<a href="/docs/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</main></body></html>
`
}
