import type { ConnectorFeatures } from '@latchkey/core'
import { check, describe, expectCode } from '../checks.js'
import { type AnyFeatureCheck, expectAnswer, expectFunctions, getCheck, getFeature, getOthers } from '../features.js'
import type { ConformanceCase } from '../runConformance.js'
import { never, type Waiting } from '../waiting.js'
import { connectorCase, toConnected } from './connectorCase.js'
import type { ConnectorRig, ConnectorSubject } from './connectorSubject.js'
import { abortWhileAsked } from './openPrompt.js'

/** Features of core that prompt the user, with a check of their result's format. */
const asking = {
  'message:sign': isText,
  'typedData:sign': isText,
  'transaction:send': isText,
  'transaction:sign': isBytes,
  'transaction:signAll': (answer, { transactions }) =>
    Array.isArray(answer) && answer.every(isBytes) && answer.length === (transactions as readonly unknown[]).length,
  'calls:send': isText,
} satisfies Partial<Record<keyof ConnectorFeatures, IsSound>>

/** Features of core with cases of their own. */
const own = [...Object.keys(asking), 'network:switch', 'calls:status', 'capabilities:read']

type IsSound = (answer: unknown, request: Readonly<Record<string, unknown>>) => boolean

/** Every wallet supports it; only a check of the subject can verify the signature. */
const anyMessage: AnyFeatureCheck = { request: { message: 'Latchkey conformance' }, verify: () => true }

/** Features of a connector other than connecting. */
export const featureCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'features: each is a function or absent',
      why: 'Apps offer every feature that exists: one that cannot work is worse than a missing one.',
      fix: 'Leave out of `features` what the wallet does not support, instead of null, false or an empty function.',
    },
    async ({ connector }) => expectFunctions(connector.features),
  ),
  ...Object.entries(asking).flatMap(([name, isSound]) => [answers(name, isSound), declines(name), aborts(name)]),
  connectorCase(
    {
      name: 'features: all others with a check work',
      why: 'Everything in `features` is offered to users.',
      fix: 'Return what the feature promises, or leave it out.',
    },
    async (rig, wait) => {
      for (const name of getOthers(rig.checks, own)) await toAnswer(rig, wait, name)
    },
  ),
]

function answers(name: string, isSound: IsSound): ConformanceCase<ConnectorSubject> {
  return connectorCase(
    {
      name: `${name}: returns a correct result`,
      why: 'Everything in `features` is offered to users, and an empty result looks like success.',
      fix: 'Return what the wallet returns, in the usual format of the namespace, or leave the feature out.',
    },
    async (rig, wait) => {
      const answer = await toAnswer(rig, wait, name)
      const { request } = getOwnCheck(rig, name)
      check(isSound(answer, { ...request }), `'${name}' returned ${describe(answer)}.`)
    },
  )
}

function declines(name: string): ConformanceCase<ConnectorSubject> {
  return connectorCase(
    {
      name: `${name}: rejects with USER_REJECTED if the user declines`,
      why: 'Apps show a rejection as such, and everything else as an error.',
      fix: 'Convert errors of the wallet by their code, as toLatchkeyError() does.',
    },
    async (rig, wait) => {
      const call = await prepare(rig, wait, name)
      await rig.wallet.reject()
      const thrown = await wait.reject(`'${name}', which the user declined,`, () => call(never()))
      expectCode(`'${name}', which the user declined,`, thrown, 'USER_REJECTED')
    },
  )
}

function aborts(name: string): ConformanceCase<ConnectorSubject> {
  return connectorCase(
    {
      name: `${name}: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt`,
      why: 'Wallets often never respond after a prompt was closed: the app would wait forever.',
      fix: 'Race the response of the wallet against the signal, and reject with signal.reason unchanged.',
    },
    async (rig, wait) => {
      const call = await prepare(rig, wait, name)
      await abortWhileAsked(rig, wait, { what: `'${name}'`, call })
    },
  )
}

/** The connected wallet, with the feature and its request. */
async function prepare(
  rig: ConnectorRig,
  wait: Waiting,
  name: string,
): Promise<(signal: AbortSignal) => Promise<unknown>> {
  const feature = getFeature(rig.connector.features, name)
  const { request } = getOwnCheck(rig, name)
  const { account } = await toConnected(rig, wait)
  return (signal) => feature({ ...request, account, network: rig.network, signal })
}

async function toAnswer(rig: ConnectorRig, wait: Waiting, name: string): Promise<unknown> {
  const feature = getFeature(rig.connector.features, name)
  const ownCheck = getOwnCheck(rig, name)
  const { account } = await toConnected(rig, wait)
  return expectAnswer(wait, { name, feature, check: ownCheck, account, network: rig.network })
}

function getOwnCheck(rig: ConnectorRig, name: string): AnyFeatureCheck {
  return getCheck({ 'message:sign': anyMessage, ...rig.checks }, name)
}

function isText(answer: unknown): boolean {
  return typeof answer === 'string' && answer !== ''
}

function isBytes(answer: unknown): boolean {
  return answer instanceof Uint8Array && answer.length > 0
}
