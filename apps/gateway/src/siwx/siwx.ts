import { readFile } from 'node:fs/promises'
import { createBitcoinVerifier } from '@latchkey/adapter-bitcoin/verify'
import { createEvmVerifier } from '@latchkey/adapter-evm/verify'
import { createSolanaVerifier } from '@latchkey/adapter-solana/verify'
import type { NetworkInput } from '@latchkey/core'
import type { Database } from '@latchkey/server-kit/database'
import { createSiwxHandlers, type ProtectedAnswer, type SiwxHandler } from '@latchkey/siwx/server'
import { z } from 'zod'
import { GatewayError } from '../errors.js'
import type { Quotas } from '../http/quotas.js'
import { createNonceStore, createSessionStore } from './stores.js'

/** The operator's settings for sign-in. */
export type SiwxSettings = {
  /** Pages that may sign in, e.g. `https://app.example.org`. */
  readonly origins: readonly string[]
  /** Networks for sign-in. The nodes of EVM networks verify contract signatures. */
  readonly networks: readonly NetworkInput[]
  readonly statement?: string | undefined
  readonly session?: 'cookie' | 'token' | undefined
  readonly sameSite?: 'lax' | 'none' | undefined
}

type StartSiwxOptions = {
  readonly database: Database
  readonly settings: SiwxSettings
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

type RunningSiwx = {
  /** Handles `/siwx/…`. */
  readonly handle: SiwxHandler
  /** Returns the signed-in accounts. */
  readonly members: SiwxHandler
  /** Aborts pending verifications. The caller closes the database. */
  readonly stop: () => void
}

/** Starts sign-in with a database, which may still be unavailable. Throws a TypeError for invalid settings. */
export function startSiwx({ database, settings, now, warn }: StartSiwxOptions): RunningSiwx {
  const { origins, networks, statement, session, sameSite } = settings
  const ended = new AbortController()
  const handlers = createSiwxHandlers({
    verifiers: [createEvmVerifier({ signal: ended.signal }), createSolanaVerifier(), createBitcoinVerifier()],
    networks,
    origins,
    nonces: createNonceStore(database),
    sessions: createSessionStore(database),
    session,
    cookie: { sameSite },
    statement,
    now,
    warn,
  })
  return { handle: handlers.handle, members: handlers.protect(respondWithMembers), stop: () => ended.abort() }
}

/**
 * Responds that sign-in is not configured. The response contains no user data, so any origin may read it, with credentials as for a
 * sign-in.
 */
export function respondNotConfigured(reason: string): SiwxHandler {
  return async (request) => {
    const headers = toPublicHeaders(request)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    const message = `Sign-in is not available: ${reason}`
    return Response.json({ error: 'UNAVAILABLE', message }, { status: 503, headers })
  }
}

/** Counts requests of a handler against the client's quota, except for those that browsers send in advance. */
export function limitRequests(handler: SiwxHandler, { take }: Quotas): SiwxHandler {
  return async (request, context) => {
    if (request.method === 'OPTIONS') return handler(request, context)
    try {
      await take({ client: context?.client ?? '', projectId: '' })
    } catch (cause) {
      if (!(cause instanceof GatewayError)) throw cause
      const { code, message, status, retryAfter } = cause
      const headers = {
        ...toPublicHeaders(request),
        'access-control-expose-headers': 'retry-after',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      }
      return Response.json({ error: code, message }, { status, headers })
    }
    return handler(request, context)
  }
}

/** For responses without user data. */
function toPublicHeaders({ headers }: Request): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': headers.get('origin') ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type',
    'cache-control': 'no-store',
    vary: 'Origin',
  }
}

/** A resource for signed-in users: their accounts and expiry. An example for an app's own resources. */
const respondWithMembers: ProtectedAnswer = (_, signedIn) =>
  Response.json({
    members: signedIn.map(({ data, by, validUntil }) => ({
      address: data.accountAddress,
      chainId: data.chainId,
      by,
      until: new Date(validUntil).toISOString(),
    })),
  })

const httpUrl = z.url({ protocol: /^https?$/ })

const networksSchema = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    name: z.string(),
    chainNamespace: z.enum(['eip155', 'solana', 'bip122']).optional(),
    caipNetworkId: z.string().optional(),
    nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
    rpcUrls: z.object({ default: z.object({ http: z.array(httpUrl) }) }),
  }),
)

/** Reads networks from a JSON file, in the shape of `viem/chains`, with `chainNamespace` for other than EVM. Throws for invalid ones. */
export async function readNetworks(file: string): Promise<readonly NetworkInput[]> {
  const { success, data, error } = networksSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (success) return data as readonly NetworkInput[]
  throw new Error(`${file} is not a list of networks: ${z.prettifyError(error)}`)
}
