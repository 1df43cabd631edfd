import { errorTable } from '../src/contract/error-table.ts'

const { wire, ofConsole } = errorTable

/** Every error code, from the contract. */
export const errorCodesPage = (): string =>
  [
    '# Error codes',
    '',
    'Printed from `src/contract/error-table.ts`. A failure is `{status: "error", data: null, message, code}`, with `issues` where',
    'fields are wrong. Programs decide by the code; the message is for people.',
    '',
    '| code | status | when |',
    '|---|---|---|',
    ...Object.entries(wire).map(
      ([code, { status, when }]) => `| \`${code}\` | ${[status].flat().join(', ')} | ${when} |`,
    ),
    '',
    'An order that the risk check rejects leaves a REJECTED order and no failure: `MARGIN` and `HOLDINGS` are answered where an',
    'order is changed, a position converted or orders previewed. A preview names the code of each order in its `refusal`.',
    '',
    '## Codes of the console',
    '',
    'No server sends these: the console gives them to failures that it finds itself.',
    '',
    '| code | when |',
    '|---|---|',
    ...Object.entries(ofConsole).map(([code, when]) => `| \`${code}\` | ${when} |`),
    '',
  ].join('\n')
