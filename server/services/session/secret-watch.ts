const PREFIX_LENGTH = 8
const SECRETS_MAX = 2048

/** Second defence of the log: recognises live secrets by how they begin. */
export interface SecretWatch {
  add(secret: string): void
  sees(text: string): boolean
}

export const createSecretWatch = (): SecretWatch => {
  const beginnings = new Set<string>()
  return {
    add(secret) {
      const beginning = secret.slice(0, PREFIX_LENGTH)
      if (beginning.length < PREFIX_LENGTH || beginnings.has(beginning)) return
      const [oldest] = beginnings
      if (beginnings.size === SECRETS_MAX && oldest !== undefined) beginnings.delete(oldest)
      beginnings.add(beginning)
    },
    sees(text) {
      if (beginnings.size === 0) return false
      for (let at = 0; at + PREFIX_LENGTH <= text.length; at++) {
        if (beginnings.has(text.slice(at, at + PREFIX_LENGTH))) return true
      }
      return false
    },
  }
}
