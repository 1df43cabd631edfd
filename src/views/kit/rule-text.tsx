import { shortText } from '../../domain/strategies/definitions/written.ts'
import text from '../theme/text.module.css'

/** Comparators and joiners of the condition language; longer ones first. */
const WORDS =
  /(\b(?:crosses above|crosses below|higher than equal to|lower than equal to|higher than|lower than|equal to|all of|any of|and|or)\b|>=|<=|==|[<>=])/

export function RuleText({ rule }: { readonly rule: string }) {
  return (
    <code className={text.mono}>
      {shortText(rule)
        .split(WORDS)
        .map((part, index) =>
          // Every second part is what the pattern matched.
          index % 2 === 1 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no identity
            <span key={index} className={text.buy}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
    </code>
  )
}
