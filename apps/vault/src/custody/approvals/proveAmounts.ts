import { isRecord } from '@latchkey/core'
import { withDeadline } from '@latchkey/server-kit/deadline'
import { readText } from '../../networks/askNode.js'
import { addTransactions, listMissingTransactions } from '../../signing/bitcoin/readPsbtRequest.js'
import type { Accounts } from '../../signing/keys.js'
import type { Custody } from '../custody.js'
import { CallError, readingRequest } from '../errors/callError.js'

/** Milliseconds for all transactions of a request. */
const deadline = 5_000

type ProveOptions = {
  readonly method: string
  readonly params: unknown
  readonly chain: string
  readonly accounts: Accounts
}

/**
 * Adds to a PSBT the transactions that prove the amounts of the user's coins, where the app left them out, from the operator's own nodes.
 * The nodes needn't be trusted: a transaction is the one that is spent if it has its id. Other requests stay as they are. Throws
 * `INVALID_PARAMS`, and `UNAVAILABLE` if no node has them.
 */
export async function proveAmounts(
  { networks, events, work }: Pick<Custody, 'networks' | 'events' | 'work'>,
  { method, params, chain, accounts }: ProveOptions,
): Promise<unknown> {
  if (method !== 'bip122_signPsbt' || !isRecord(params)) return params
  const missing = readingRequest(() => listMissingTransactions({ params, chain, accounts }))
  if (missing.length === 0) return params
  const urls = networks.find(({ caipNetworkId }) => caipNetworkId === chain)?.rpcUrls ?? []
  for (const url of urls) {
    const { host: upstream } = new URL(url)
    try {
      const found = await withDeadline(
        { signal: new AbortController().signal, milliseconds: Math.ceil(deadline / urls.length) },
        (signal) => fetchTransactions(url, { ids: missing, signal }),
      )
      events.onNode({ upstream, isOk: true })
      work.note(`network ${chain}`, true)
      return readingRequest(() => ({ ...params, psbt: addTransactions(String(params['psbt']), found) }))
    } catch (cause) {
      if (cause instanceof CallError) throw cause
      events.onNode({ upstream, isOk: false })
      work.note(`network ${chain}`, false)
    }
  }
  throw new CallError('We can’t check the amounts of this payment right now. Try again in a moment.', {
    code: 'UNAVAILABLE',
    retryAfter: 5,
  })
}

async function fetchTransactions(
  url: string,
  { ids, signal }: { readonly ids: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  // one after the other, as nodes limit the rate
  for (const id of ids) {
    const response = await fetch(`${url.replace(/\/+$/, '')}/tx/${id}/hex`, { redirect: 'error', signal })
    const text = (await readText(response)).trim()
    if (!response.ok || !/^([\da-f]{2})+$/i.test(text)) throw new Error(`${new URL(url).host} does not know ${id}.`)
    found.set(id, Uint8Array.from(Buffer.from(text, 'hex')))
  }
  return found
}
