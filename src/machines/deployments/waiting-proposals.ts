interface WithStatus {
  readonly status: string
}

export const isWaiting = ({ status }: WithStatus): boolean => status === 'waiting'

export const waitingCount = ({ rows }: { readonly rows: readonly WithStatus[] | null }): number =>
  rows?.filter(isWaiting).length ?? 0
