import { indicators, type ParamSpec } from '../src/domain/indicators.ts'

const param = (spec: ParamSpec): string =>
  spec.type === 'dropdown'
    ? `${spec.name} ${spec.options.map((option) => (option === spec.default ? `**${option}**` : option)).join(', ')}`
    : `${spec.name} **${spec.default}** (${spec.min} to ${spec.max})`

/** Every indicator, from the catalogue. */
export const indicatorsPage = (): string =>
  [
    '# Indicators',
    '',
    'Printed from `src/domain/indicators.ts`. Params are written in this order, defaults are bold and may be left out.',
    '',
    '| written | name | params | what it is |',
    '|---|---|---|---|',
    ...indicators.map(
      (row) =>
        `| \`${row.syntax}\` | ${row.name} | ${row.params.map(param).join('; ') || 'none'} | ${row.description} |`,
    ),
    '',
  ].join('\n')
