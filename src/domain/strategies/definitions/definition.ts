export interface DefinitionParam {
  readonly name: string
  /** Null if a value has to be written. */
  readonly default: string | null
}

/** A name for a rule or an operand: `squeeze(n = 20) = bollinger_bandwidth(close,n,2) < 4` */
export interface Definition {
  readonly name: string
  readonly params: readonly DefinitionParam[]
  readonly body: string
}

export const printDefinition = ({ name, params, body }: Definition): string => {
  const list = params.map((param) =>
    param.default === null ? param.name : `${param.name} = ${param.default}`,
  )
  return `${name}${list.length === 0 ? '' : `(${list.join(', ')})`} = ${body}`
}

/** As a rule calls it, with its defaults; `missing` where a value has none, by default its name. */
export const callOfDefinition = ({ name, params }: Definition, missing?: string): string => {
  const values = params.map((param) => param.default ?? missing ?? param.name)
  return values.length === 0 ? name : `${name}(${values.join(',')})`
}

/** `squeeze(n, width)` */
export const shapeOf = ({ name, params }: Definition): string =>
  params.length === 0 ? name : `${name}(${params.map((param) => param.name).join(', ')})`
