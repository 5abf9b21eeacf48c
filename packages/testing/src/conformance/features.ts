import type { Account, Network } from '@latchkey/core'
import { describe } from './describe.js'
import { check } from './fail.js'
import type { AnyFeature, AnyFeatureCheck } from './featureCheck.js'
import { never } from './never.js'
import { need } from './notApplicable.js'
import type { Waiting } from './waiting.js'

/** Ends the case where something stands in the place of a feature. */
export function expectFunctions(features: object): void {
  for (const [name, feature] of Object.entries(features))
    check(feature === undefined || typeof feature === 'function', `features['${name}'] is ${describe(feature)}.`)
}

/** Not applicable where the feature is absent. */
export function getFeature(features: object, name: string): AnyFeature {
  return need((features as Readonly<Record<string, AnyFeature | undefined>>)[name], `feature '${name}'`)
}

/** Not applicable where the subject has no check of the feature. */
export function getCheck(checks: object | undefined, name: string): AnyFeatureCheck {
  return need(
    (checks as Readonly<Record<string, AnyFeatureCheck | undefined>> | undefined)?.[name],
    `checks['${name}']`,
  )
}

/** Names of the features that have a check, without those that have cases of their own. */
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

/** Calls a feature, lets the subject check the answer, and gives it. */
export async function expectAnswer(wait: Waiting, { name, feature, ...call }: FeatureCall): Promise<unknown> {
  const request = { ...call.check.request, account: call.account, network: call.network, signal: never() }
  const answer = await wait.settle(`'${name}'`, () => feature(request))
  const isSound = await wait.settle(`The check of '${name}'`, () => call.check.verify(answer, request))
  check(isSound, `'${name}' answered with ${describe(answer)}, which does not hold.`)
  return answer
}
