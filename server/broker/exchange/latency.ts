import { hashText, toNormal, toUniform } from '../../market/simulated/random.ts'

const LATENCY_MIN_MS = 50
const LATENCY_MAX_MS = 150
const LATENCY_MEDIAN_MS = 85
/** Standard deviation of the logarithm: one request in twenty takes longer than 130 ms. */
const LATENCY_DEVIATION = 0.26

/** Milliseconds from the broker to the exchange: lognormal, and deterministic in its arguments. */
export const latencyOf = (seed: number, id: string, request: string): number => {
  const normal = toNormal(toUniform(hashText(`${seed}|latency|${id}|${request}`)))
  const way = Math.round(LATENCY_MEDIAN_MS * Math.exp(LATENCY_DEVIATION * normal))
  return Math.min(LATENCY_MAX_MS, Math.max(LATENCY_MIN_MS, way))
}
