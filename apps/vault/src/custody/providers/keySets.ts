import { withDeadline } from '@latchkey/server-kit/deadline'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { boundedFetch } from './openClient.js'

/** The public keys of token issuers, as JSON Web Key Sets by URL. [RFC 7517] */
export type KeySets = {
  /** The key of a token. Throws `ERR_JWKS_NO_MATCHING_KEY` if the set has none, and {@link KeySetError} if it can't be fetched. */
  readonly toGetKey: (url: string) => JWTVerifyGetKey
}

/** A key set could not be fetched, or is invalid: the token may be good. */
export class KeySetError extends Error {
  override readonly name = 'KeySetError'
}

/** Milliseconds. */
const times = {
  /** For a response. */
  fetch: 5_000,
  /** A set this old is fetched again. */
  fresh: 600_000,
  /** It counts until then if that fails. */
  whole: 3_600_000,
  /** Between two requests for the same set, so that tokens with unknown keys don't cause a request each. */
  pause: 5_000,
} as const

/** Each process keeps its own. More sets than projects with tokens would be those of projects that are gone. */
const maxSets = 1_000

type Entry = {
  keys: ReturnType<typeof createLocalJWKSet> | undefined
  /** When these keys were fetched. */
  fetchedAt: number
  /** When the last request began, whether or not it succeeded. */
  askedAt: number
  pending: Promise<void> | undefined
}

/**
 * Fetches key sets on demand and keeps them for ten minutes. A key that a set lacks makes it fetch the set again, as the issuer may have
 * rotated its keys.
 */
export function createKeySets({ now }: { readonly now: () => number }): KeySets {
  const entries = new Map<string, Entry>()

  /** Concurrent callers share one request, which outlives them. */
  const refresh = (url: string, entry: Entry): Promise<void> => {
    entry.pending ??= (async () => {
      entry.askedAt = now()
      entry.keys = await fetchKeySet(url)
      entry.fetchedAt = now()
    })().finally(() => {
      entry.pending = undefined
    })
    return entry.pending
  }

  const find = (url: string): Entry => {
    const known = entries.get(url)
    if (known) return known
    const [oldest] = entries.keys()
    if (entries.size >= maxSets && oldest !== undefined) entries.delete(oldest)
    const entry = { keys: undefined, fetchedAt: -Infinity, askedAt: -Infinity, pending: undefined }
    entries.set(url, entry)
    return entry
  }

  return {
    toGetKey: (url) => async (header, token) => {
      const entry = find(url)
      const mayAsk = (): boolean => entry.pending !== undefined || now() - entry.askedAt >= times.pause
      if (now() - entry.fetchedAt >= times.fresh && mayAsk())
        await refresh(url, entry).catch((cause: unknown) => {
          if (now() - entry.fetchedAt >= times.whole) throw cause
        })
      const { keys } = entry
      if (!keys || now() - entry.fetchedAt >= times.whole) throw new KeySetError('The key set can’t be fetched.')
      try {
        return await keys(header, token)
      } catch (cause) {
        if (!(cause instanceof errors.JWKSNoMatchingKey) || !mayAsk()) throw cause
      }
      await refresh(url, entry)
      return (entry.keys ?? keys)(header, token)
    },
  }
}

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

async function fetchKeySet(url: string): Promise<ReturnType<typeof createLocalJWKSet>> {
  try {
    return await withDeadline({ signal: new AbortController().signal, milliseconds: times.fetch }, async (signal) => {
      const headers = { accept: 'application/jwk-set+json, application/json' }
      const response = await boundedFetch(url, { method: 'GET', headers, body: undefined, redirect: 'manual', signal })
      if (response.status !== 200) throw new Error(`It returned ${response.status}.`)
      return createLocalJWKSet(keySetSchema.parse(await response.json()) as JSONWebKeySet)
    })
  } catch (cause) {
    throw new KeySetError(`The key set of ${new URL(url).host} can’t be fetched.`, { cause })
  }
}
