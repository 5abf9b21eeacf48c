import { isLatchkeyError, type LatchkeyError } from '../errors/LatchkeyError.js'
import { RateLimitedError, ServerError } from '../errors/services.js'
import { isRecord } from '../utils/records.js'
import { parseWalletListing } from '../walletList/listings.js'
import { queryWallets, type WalletQuery, type WalletReply } from '../walletList/queryWallets.js'
import { getHttpStatus, type HttpClient } from './http.js'

/** Maximum number of rows of a response that are parsed. */
const maxRows = 100_000

/**
 * Queries a service for wallets: `GET /getWallets` [S7.27]. Invalid rows are dropped. If the response has more rows
 * than requested, e.g. because the service is a static file, the query is applied to them here.
 *
 * Throws `RATE_LIMITED` on HTTP 429, `SERVER_ERROR` on 5xx [S8.55] or if the service can't be reached or returns an
 * invalid response, `HTTP_STATUS` on other statuses, or `ABORTED`.
 */
export async function fetchWallets(
  client: HttpClient,
  { signal, ...query }: WalletQuery & { readonly signal: AbortSignal },
): Promise<WalletReply> {
  const { page, entries, include, exclude, chains, search, badge_type } = query
  const lists = { include: include?.join(), exclude: exclude?.join(), chains: chains?.join() }
  const params = { page, entries, ...lists, search, badge_type }
  const reply = await client.get({ path: '/getWallets', params, signal }).catch((cause: unknown) => {
    throw toListError(cause)
  })
  const rows = Array.isArray(reply) ? reply : isRecord(reply) ? reply['data'] : undefined
  if (!Array.isArray(rows)) throw new ServerError({ details: 'The wallet list is not in the shape { data, count }.' })
  const wallets = rows.slice(0, maxRows).flatMap((row) => parseWalletListing(row) ?? [])
  if (rows.length > entries) return queryWallets(wallets, query)
  const known = (page - 1) * entries + wallets.length
  const count = isRecord(reply) ? reply['count'] : undefined
  if (Number.isSafeInteger(count)) return { data: wallets, count: Math.max(count as number, known) }
  // without a count, full pages mean that there may be more
  return { data: wallets, count: rows.length === entries ? page * entries + 1 : known }
}

function toListError(cause: unknown): LatchkeyError {
  const status = getHttpStatus(cause)
  if (status === 429) return new RateLimitedError({ cause })
  if (isLatchkeyError(cause) && cause.code !== 'TIMED_OUT' && (status === undefined || status < 500)) return cause
  return new ServerError({ cause, details: 'The wallet list could not be read.' })
}
