import { randomBytes } from 'node:crypto'
import { parseAccount } from '../chains/address.js'
import { createSignatureCheck } from '../chains/signatures.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { type Route, type RouteRequest, toJsonResponse } from '../http/route.js'
import { parseActivation, parseRevocation, parseSession } from './requests.js'
import { createSmartSessionStore, type SmartSessionStore, type StoredSession } from './store.js'

/** Milliseconds that a session may last: a year. */
const maxLifetime = 366 * 86_400_000

const toNotFound = (): GatewayError => new GatewayError('There is no such session.', { status: 404, code: 'NOT_FOUND' })

/** Sessions in which another may act for an account: asked for, active by the account's signature, revoked by it. [S7.20, S7.21] */
export function createSmartSessionRoutes(context: GatewayContext): readonly Route[] {
  const { now } = context
  const getStore = (): SmartSessionStore => createSmartSessionStore(requireDatabase(context))
  const check = createSignatureCheck(context)

  /** That the account itself wants it. Throws 401. */
  const assertSigned = async (
    { path: { address = '' }, signal }: RouteRequest,
    { verb, pci, signature }: { readonly verb: string; readonly pci: string; readonly signature: string },
  ): Promise<string> => {
    const { account, ...signer } = parseAccount(address)
    const message = `${verb} session ${pci} of ${account}`
    if ((await check({ ...signer, message, signature, signal })) !== 'nobody') return account
    throw new GatewayError('signature: That is no signature of the account.', { status: 401, code: 'NOT_SIGNED' })
  }

  return [
    {
      method: 'GET',
      path: '/v1/sessions/{address}',
      answer: async ({ path: { address = '' } }) => {
        const isPlain = /^0x[0-9a-f]{40}$/i.test(address)
        const served = context.chains.all.filter(({ namespace }) => namespace === 'eip155')
        const accounts = isPlain
          ? served.map(({ caipNetworkId }) => `${caipNetworkId}:${address.toLowerCase()}`)
          : [parseAccount(address).account]
        return toJsonResponse({ pcis: (await getStore().list(accounts)).map(toSessionResponse) })
      },
    },
    {
      method: 'POST',
      path: '/v1/sessions/{address}',
      answer: async ({ path: { address = '' }, body }) => {
        const { account, caipNetworkId } = parseAccount(address)
        context.chains.get(caipNetworkId)
        const { expiry, ...details } = parseSession(body)
        const [expiration, createdAt] = [expiry * 1_000, now()]
        if (expiration <= createdAt || expiration > createdAt + maxLifetime)
          throw new GatewayError('expiry: It lies in the next year.', { status: 400, code: 'BAD_REQUEST' })
        const pci = randomBytes(16).toString('hex')
        if (await getStore().add({ pci, account, details, expiration, createdAt })) return toJsonResponse({ pci })
        const options = { status: 429, code: 'TOO_MANY_SESSIONS', retryAfter: 900 }
        throw new GatewayError('Too many sessions of that account wait for its signature.', options)
      },
    },
    {
      method: 'POST',
      path: '/v1/sessions/{address}/activate',
      answer: async (question) => {
        const { context: permissionContext, ...signed } = parseActivation(question.body)
        const account = await assertSigned(question, { verb: 'Activate', ...signed })
        const { pci } = signed
        const isActive = await getStore().activate({ account, pci, context: permissionContext, now: now() })
        if (!isActive) throw toNotFound()
        return toJsonResponse({})
      },
    },
    {
      method: 'POST',
      path: '/v1/sessions/{address}/revoke',
      answer: async (question) => {
        const signed = parseRevocation(question.body)
        const account = await assertSigned(question, { verb: 'Revoke', ...signed })
        if (!(await getStore().revoke({ account, pci: signed.pci, now: now() }))) throw toNotFound()
        return toJsonResponse({})
      },
    },
  ]
}

/** A session as it is told; times in seconds. Who sees it knows by `expiration` and `revokedAt` whether it is active. */
function toSessionResponse({ pci, details, ...session }: StoredSession): Readonly<Record<string, unknown>> {
  const { project, permissions, policies, signer } = details
  const { context, expiration, createdAt, revokedAt } = session
  return {
    pci,
    project,
    permissions,
    policies,
    signer,
    expiration: toSeconds(expiration),
    createdAt: toSeconds(createdAt),
    ...(revokedAt !== undefined && { revokedAt: toSeconds(revokedAt) }),
    ...(context !== undefined && { context }),
  }
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}
