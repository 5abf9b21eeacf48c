/** How the ranking of equal endpoints weighs its two measures, and how often it looks. [S9.10] */
export const rankDefaults = {
  /** Milliseconds between polls. */
  interval: 4_000,
  stabilityWeight: 0.7,
  latencyWeight: 0.3,
  /** Polls that count: older ones are forgotten. */
  sampleCount: 10,
} as const

/** One poll of one endpoint: milliseconds, and whether it answered as it should. */
export type RankSample = { readonly latency: number; readonly isSuccess: boolean }

/** Indices of the endpoints, best first. Endpoints with equal scores keep their order. [S9.10] */
export function rankEndpoints(samples: readonly (readonly RankSample[])[]): readonly number[] {
  const recent = samples.map((list) => list.slice(-rankDefaults.sampleCount))
  const slowest = Math.max(1, ...recent.flat().map((sample) => sample.latency))
  const scores = recent.map((list) => toScore(list, slowest))
  return scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
}

function toScore(samples: readonly RankSample[], slowest: number): number {
  const successes = samples.filter((sample) => sample.isSuccess)
  if (successes.length === 0) return 0
  const latency = successes.reduce((sum, sample) => sum + sample.latency, 0) / successes.length
  const stability = successes.length / samples.length
  return rankDefaults.stabilityWeight * stability + rankDefaults.latencyWeight * (1 - latency / slowest)
}
