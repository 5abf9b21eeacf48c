import type { Awaitable } from './defineCase.js'

type Feature = (request: never) => Promise<unknown>

/** Proves that a feature works: what to ask for, and whether the answer holds. */
export type FeatureCheck<feature extends Feature> = {
  /** What the request carries beside account, network and signal. */
  readonly request: Omit<Parameters<feature>[0], 'account' | 'network' | 'signal'>
  /** Whether the signature verifies, a node knows the transaction, … */
  readonly verify: (answer: Awaited<ReturnType<feature>>, request: Parameters<feature>[0]) => Awaitable<boolean>
}

/** By the feature's name. */
export type FeatureChecks<features> = {
  readonly [name in keyof features]?: features[name] extends Feature ? FeatureCheck<features[name]> | undefined : never
}

/** The same where the name is not known beforehand. */
export type AnyFeatureCheck = {
  readonly request: object
  readonly verify: (answer: unknown, request: unknown) => Awaitable<boolean>
}
export type AnyFeature = (request: object) => Promise<unknown>
