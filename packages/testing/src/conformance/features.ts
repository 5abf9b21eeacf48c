import type { Account, Network } from '@latchkey/core'
import { check, describe } from './checks.js'
import type { Awaitable } from './defineCase.js'
import { need } from './runConformance.js'
import { never, type Waiting } from './waiting.js'

type Feature = (request: never) => Promise<unknown>

/** Verifies that a feature works: the request, and a check of the result. */
export type FeatureCheck<feature extends Feature> = {
  /** The request without account, network and signal. */
  readonly request: Omit<Parameters<feature>[0], 'account' | 'network' | 'signal'>
  /** Whether the result is correct: the signature verifies, a node knows the transaction, … */
  readonly verify: (answer: Awaited<ReturnType<feature>>, request: Parameters<feature>[0]) => Awaitable<boolean>
}

/** By feature name. */
export type FeatureChecks<features> = {
  readonly [name in keyof features]?: features[name] extends Feature ? FeatureCheck<features[name]> | undefined : never
}

/** The same type for feature names that aren't known statically. */
export type AnyFeatureCheck = {
  readonly request: object
  readonly verify: (answer: unknown, request: unknown) => Awaitable<boolean>
}

export type AnyFeature = (request: object) => Promise<unknown>

/** Ends the case if a feature is not a function. */
export function expectFunctions(features: object): void {
  for (const [name, feature] of Object.entries(features))
    check(feature === undefined || typeof feature === 'function', `features['${name}'] is ${describe(feature)}.`)
}

/** Not applicable if the feature is missing. */
export function getFeature(features: object, name: string): AnyFeature {
  return need((features as Readonly<Record<string, AnyFeature | undefined>>)[name], `feature '${name}'`)
}

/** Not applicable if the subject has no check of the feature. */
export function getCheck(checks: object | undefined, name: string): AnyFeatureCheck {
  return need(
    (checks as Readonly<Record<string, AnyFeatureCheck | undefined>> | undefined)?.[name],
    `checks['${name}']`,
  )
}

/** Names of features with a check, except those with cases of their own. */
export function getOthers(checks: object | undefined, own: readonly string[]): readonly string[] {
  const others = Object.keys(checks ?? {}).filter((name) => !own.includes(name))
  need(others[0], 'check of a feature beyond those of core')
  return others
}

export type FeatureCall = {
  readonly name: string
  readonly feature: AnyFeature
  readonly check: AnyFeatureCheck
  readonly account: Account | undefined
  readonly network: Network
}

/** Calls a feature, has the subject check the result, and returns it. */
export async function expectAnswer(wait: Waiting, { name, feature, ...call }: FeatureCall): Promise<unknown> {
  const request = { ...call.check.request, account: call.account, network: call.network, signal: never() }
  const answer = await wait.settle(`'${name}'`, () => feature(request))
  const isSound = await wait.settle(`The check of '${name}'`, () => call.check.verify(answer, request))
  check(isSound, `'${name}' returned ${describe(answer)}, which is incorrect.`)
  return answer
}
