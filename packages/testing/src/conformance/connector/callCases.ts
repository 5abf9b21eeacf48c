import { type CallBundle, type CallBundleStatus, isRecord, parseCaipNetworkId } from '@latchkey/core'
import { check, describe, expectCode } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { never } from '../waiting.js'
import { connectorCase, toConnected } from './connectorCase.js'
import type { ConnectorSubject } from './connectorSubject.js'

const statuses: readonly CallBundleStatus['status'][] = ['pending', 'confirmed', 'failed', 'reverted', 'partial']

/** Several calls with one approval (EIP-5792), apart from requesting them. */
export const callCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'calls:status: reports the outcome of a sent bundle',
      why: 'The id of a bundle is not a hash: only the wallet knows the transactions of its calls.',
      fix: "Return a status of CallBundleStatus, the wallet's status code, `isAtomic` and the hashes.",
    },
    async (rig, wait) => {
      const { 'calls:send': send, 'calls:status': read } = rig.connector.features
      const ask = need(read, "feature 'calls:status'")
      const { request: own } = need(rig.checks?.['calls:send'], "checks['calls:send']")
      const { account } = await toConnected(rig, wait)
      const request = { account, network: rig.network, signal: never() }
      const id = await wait.settle("'calls:send'", () => need(send, "feature 'calls:send'")({ ...own, ...request }))
      const answer = await wait.settle("'calls:status'", () => ask({ ...request, id }))
      expectStatus(answer, own.bundle)
      const verify = rig.checks?.['calls:status']?.verify ?? ((): boolean => true)
      const isTrue = await wait.settle("The check of 'calls:status'", () => verify(answer, { ...request, id }))
      check(isTrue, `'calls:status' returned ${describe(answer)}, which is incorrect.`)
    },
  ),
  connectorCase(
    {
      name: 'calls:status: rejects with UNKNOWN_BUNDLE for an unknown id',
      why: 'Ids are stored over a reload. One that the wallet has forgotten must not stay pending or count as done.',
      fix: 'Map 5730 of the wallet, as toLatchkeyError() does.',
    },
    async (rig, wait) => {
      const ask = need(rig.connector.features['calls:status'], "feature 'calls:status'")
      const { account } = await toConnected(rig, wait)
      const request = { account, network: rig.network, id: '0xdead', signal: never() }
      const thrown = await wait.reject("'calls:status' of an unknown id", () => ask(request))
      expectCode("'calls:status' of an unknown id", thrown, 'UNKNOWN_BUNDLE')
    },
  ),
  connectorCase(
    {
      name: 'capabilities:read: returns plain data by network',
      why: 'Apps look up their network by its CAIP-2 id, and store the result.',
      fix: 'Return plain data keyed by CAIP-2 ids of the namespace, for the requested networks only.',
    },
    async (rig, wait) => {
      const read = need(rig.connector.features['capabilities:read'], "feature 'capabilities:read'")
      const { network, namespace } = rig
      const { account } = await toConnected(rig, wait)
      const request = { account, network, signal: never() }
      const all = await wait.settle("'capabilities:read'", () => read(request))
      check(isRecord(all), `'capabilities:read' returned ${describe(all)}.`)
      for (const [id, capabilities] of Object.entries(all)) {
        const isOwn = parseCaipNetworkId(id)?.namespace === namespace
        check(isOwn, `'capabilities:read' has the key ${describe(id)}, which is no network of ${namespace}.`)
        check(isRecord(capabilities), `'capabilities:read' has ${describe(capabilities)} for ${id}.`)
      }
      const one = await wait.settle("'capabilities:read' of one network", () =>
        read({ ...request, networks: [network] }),
      )
      const others = Object.keys(one).filter((id) => id !== network.caipNetworkId)
      check(others.length === 0, `'capabilities:read' of ${network.caipNetworkId} also has ${others.join(', ')}.`)
      const isPlain = await wait.settle('Copying the capabilities', () => structuredClone(all)).then(isRecord)
      check(isPlain, "'capabilities:read' returned something that cannot be copied as data.")
    },
  ),
]

function expectStatus(answer: CallBundleStatus, { isAtomic }: CallBundle): void {
  const { status, code, hashes } = answer
  check(statuses.includes(status), `'calls:status' returned the status ${describe(status)}.`)
  check(Number.isInteger(code), `'calls:status' returned the code ${describe(code)}.`)
  check(typeof answer.isAtomic === 'boolean', `'calls:status' returned ${describe(answer.isAtomic)} as isAtomic.`)
  const isList = Array.isArray(hashes) && hashes.every((hash) => typeof hash === 'string' && hash !== '')
  check(isList, `'calls:status' returned the hashes ${describe(hashes)}.`)
  const isKept = answer.isAtomic || isAtomic === false || status === 'pending'
  check(isKept, "'calls:send' was called for all or nothing, but 'calls:status' reports fewer.")
}
