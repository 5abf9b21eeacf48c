import { randomBytes } from 'node:crypto'
import { createQuotaCounters } from '@latchkey/server-kit/quotas'
import { activateSession, createSession, listSessions, revokeSession, type SessionResponse } from '../api/sessions.js'
import { parseAccount } from '../chains/address.js'
import { createSignatureCheck } from '../chains/signatures.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { hashKey } from '../http/quotas.js'
import { createRoute, type Route } from '../http/route.js'
import { createSmartSessionStore, type SmartSessionStore, type StoredSession } from './store.js'

/** Milliseconds that a session may last: a year. */
const maxLifetime = 366 * 86_400_000

/** Sessions of an account that a client may create per minute. Anybody can, so one client must not take the places of others. */
const maxPerClient = 10

const toNotFound = (): GatewayError => new GatewayError('Unknown session.', { status: 404, code: 'NOT_FOUND' })

/** Sessions in which another key may act for an account: created, then activated and revoked by the account's signature. [S7.20, S7.21] */
export function createSmartSessionRoutes(context: GatewayContext): readonly Route[] {
  const { now } = context
  const getStore = (): SmartSessionStore => createSmartSessionStore(requireDatabase(context))
  const check = createSignatureCheck(context)
  const counters = createQuotaCounters({ database: context.database, table: 'gateway_quotas', now })

  /** Returns the account if it has signed the action. Throws 401. */
  const assertSigned = async (
    action: 'Activate' | 'Revoke',
    { path: { address = '' }, body: { pci, signature }, signal }: SignedRequest,
  ): Promise<string> => {
    const { account, ...signer } = parseAccount(address)
    const message = `${action} session ${pci} of ${account}`
    if ((await check({ ...signer, message, signature, signal })) !== 'nobody') return account
    throw new GatewayError('signature: is not valid for this account.', { status: 401, code: 'NOT_SIGNED' })
  }

  return [
    createRoute(listSessions, async ({ path: { address = '' } }) => {
      const isPlain = /^0x[0-9a-f]{40}$/i.test(address)
      const served = context.chains.all.filter(({ namespace }) => namespace === 'eip155')
      const accounts = isPlain
        ? served.map(({ caipNetworkId }) => `${caipNetworkId}:${address.toLowerCase()}`)
        : [parseAccount(address).account]
      return { pcis: (await getStore().list(accounts, now())).map(toSessionResponse) }
    }),
    createRoute(createSession, async ({ path: { address = '' }, body: { expiry, pci: id, ...details }, client }) => {
      const { account, caipNetworkId } = parseAccount(address)
      context.chains.get(caipNetworkId)
      const [expiration, createdAt] = [expiry * 1_000, now()]
      if (expiration <= createdAt || expiration > createdAt + maxLifetime)
        throw new GatewayError('expiry: must be within the next year.', { status: 400, code: 'BAD_REQUEST' })
      const store = getStore()
      const retryAfter = await counters.take(`sessions:${hashKey(JSON.stringify([client, account]))}`, maxPerClient)
      if (retryAfter > 0) {
        const options = { status: 429, code: 'TOO_MANY_SESSIONS', retryAfter }
        throw new GatewayError('Too many sessions of this account in this minute.', options)
      }
      // a wallet that signs with the approval of the permission needs the id before
      const pci = id ?? randomBytes(16).toString('hex')
      if (await store.add({ pci, account, details, expiration, createdAt })) return { pci }
      throw new GatewayError('pci: is the id of another session.', { status: 409, code: 'TAKEN' })
    }),
    createRoute(activateSession, async (request) => {
      const account = await assertSigned('Activate', request)
      const { pci, context: permissionContext } = request.body
      const isActive = await getStore().activate({ account, pci, context: permissionContext, now: now() })
      if (!isActive) throw toNotFound()
      return {}
    }),
    createRoute(revokeSession, async (request) => {
      const account = await assertSigned('Revoke', request)
      if (!(await getStore().revoke({ account, pci: request.body.pci, now: now() }))) throw toNotFound()
      return {}
    }),
  ]
}

type SignedRequest = {
  readonly path: Readonly<Record<string, string>>
  readonly body: { readonly pci: string; readonly signature: string }
  readonly signal: AbortSignal
}

/** Clients see by `expiration` and `revokedAt` whether the session is active. */
function toSessionResponse({ pci, details, ...session }: StoredSession): SessionResponse {
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
