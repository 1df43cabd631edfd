import type { Product } from '../orders/order.ts'

/** `product|instrument`, the key of a position and of its stop and target. */
export const keyOfPosition = ({
  product,
  sym,
}: {
  readonly product: Product
  readonly sym: string
}): string => `${product}|${sym}`
