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
      name: 'features: each is a function, or absent',
      why: 'Apps ask whether a feature is there and offer what is: one that cannot work is worse than none.',
      fix: 'Leave out of `features` what the wallet cannot do, in place of null, false or an empty function.',
    },
    async ({ connector }) => expectFunctions(connector.features),
  ),
  ...Object.entries(asking).flatMap(([name, isSound]) => [answers(name, isSound), declines(name), aborts(name)]),
  connectorCase(
    {
      name: 'features: all others that have a check work',
      why: 'What stands in `features` is offered to visitors.',
      fix: 'Answer with what the feature promises, or leave it out.',
    },
    async (rig, wait) => {
      for (const name of getOthers(rig.checks, own)) await toAnswer(rig, wait, name)
    },
  ),
]

function answers(name: string, isSound: IsSound): ConformanceCase<ConnectorSubject> {
  return connectorCase(
    {
      name: `${name}: the answer holds`,
      why: 'What stands in `features` is offered to visitors; an empty answer looks like success.',
      fix: 'Answer with what the wallet gives, in the usual form of the namespace, or leave the feature out.',
    },
    async (rig, wait) => {
      const answer = await toAnswer(rig, wait, name)
      const { request } = getOwnCheck(rig, name)
      check(isSound(answer, { ...request }), `'${name}' answered with ${describe(answer)}.`)
    },
  )
}

function declines(name: string): ConformanceCase<ConnectorSubject> {
  return connectorCase(
    {
      name: `${name}: declined, it is USER_REJECTED`,
      why: 'Apps show a no as a no, and everything else as a fault.',
      fix: 'Map the code of the wallet where it enters, as toLatchkeyError() does.',
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
      name: `${name}: while the wallet asks, an abort ends it at once with the signal's reason`,
      why: 'Wallets often never answer a prompt that was closed: the app would wait for ever.',
      fix: 'Race the answer of the wallet against the signal, and reject with signal.reason as it is.',
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
