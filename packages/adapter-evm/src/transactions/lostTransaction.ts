import {
  type AdapterFeatures,
  type Env,
  isLatchkeyError,
  isRecord,
  type TransactionMark,
  type TransactionTrace,
} from '@latchkey/core'
import { isSameAddress, pause, RpcError } from '@latchkey/core/plugin'
import { invalidParams, keccak256, parseHash, toBigInt, toHex, toRpcTransaction } from '../encoding.js'
import type { FindTransactionRequest } from '../rpc/read.js'
import type { Rpc } from '../rpc/rpc.js'

type MarkRequest = Parameters<AdapterFeatures['transaction:mark']>[0]

type FindRequest = Parameters<AdapterFeatures['transaction:find']>[0]

type SearchRequest = Pick<FindRequest, 'network' | 'address' | 'signal'> & { readonly mark: EvmMark }

/** What the transaction does, and the state of the account before it. */
export type EvmMark = {
  readonly by: 'account' | 'contract'
  /** Lower case; empty if the transaction creates a contract. */
  readonly to: string
  /** The first four bytes of the data. */
  readonly selector: string
  /** Bytes of the data, as wallets may append some. */
  readonly size: number
  /** Digest of recipient, value and data. */
  readonly intent: string
  /** Transactions of the account: mined, and with the pending ones. */
  readonly mined: number
  readonly next: number
  readonly block: number
}

/** Milliseconds between two searches. */
const interval = 2_000

/** Milliseconds without a sign of the transaction before it counts as void, as nodes may lag. */
const voidDelay = 10_000

/** The number of later transactions that are examined. */
const maxCount = 50

/** Errors that waiting will not fix. */
const permanentErrors: readonly string[] = ['RPC_CHAIN_MISMATCH', 'RPC_URL_MISSING']

/** `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` of all entry points (ERC-4337). */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/**
 * Records the state of the account and a digest of what the transaction does, before it is sent. Throws `INVALID_PARAMS`, or
 * the nodes' error.
 */
export async function markTransaction(rpc: Rpc, request: MarkRequest): Promise<TransactionMark> {
  const { account, network, signal, transaction } = request
  const { to = '', value = '0x0', data = '0x' } = toRpcTransaction(account, transaction)
  const count = (block: string) => readCount(rpc, { network, signal, address: account.address }, block)
  const [mined, next, block] = await Promise.all([count('latest'), count('pending'), readHead(rpc, request)])
  const own: EvmMark = {
    by: account.type === 'smartAccount' ? 'contract' : 'account',
    to: to.toLowerCase(),
    selector: data.slice(0, 10).toLowerCase(),
    size: data.length / 2 - 1,
    intent: toIntent(to, BigInt(value), data),
    mined,
    next,
    block,
  }
  return own
}

/**
 * Searches mined and pending transactions of the account for one that matches the mark. The transaction is void once others
 * have taken its nonce for some time; never for a contract account, which has no such nonce.
 */
export async function findLostTransaction(rpc: Rpc, env: Env, request: FindRequest): Promise<TransactionTrace> {
  const { canStillSign, network, signal } = request
  const mark = parseMark(request.mark)
  const search = createSearch(rpc, { ...request, mark })
  const known = parseHash(request.id)
  let passedSince: number | undefined
  for (;;) {
    try {
      if (known && (await isKnown(rpc, { hash: known, network, signal }))) return { status: 'found', id: known }
      const { hash, isPassed } = await search()
      if (hash) return { status: 'found', id: hash }
      passedSince = isPassed && !canStillSign ? (passedSince ?? env.now()) : undefined
      if (passedSince !== undefined && env.now() - passedSince >= voidDelay) return { status: 'void' }
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLatchkeyError(cause) && permanentErrors.includes(cause.code)) throw cause
    }
    await pause(env, interval, signal)
  }
}

type ReplacementRequest = Omit<SearchRequest, 'mark'> & { readonly nonce: number; readonly mark: TransactionMark }

/**
 * Finds the mined transaction that replaced another one and does the same, e.g. at a higher fee. Only the one with the same
 * nonce: the user may have cancelled the payment and made it again. Throws the nodes' error.
 */
export async function findReplacement(rpc: Rpc, request: ReplacementRequest): Promise<`0x${string}` | undefined> {
  const search = { ...request, mark: parseMark(request.mark) }
  const head = await readHead(rpc, search)
  const sent = await readMined(rpc, search, { nonce: request.nonce, head, address: request.address })
  return sent && isSame(sent, search.mark) ? sent.hash : undefined
}

type SearchResult = {
  readonly hash?: `0x${string}` | undefined
  /** Another transaction has taken the nonce. */
  readonly isPassed: boolean
}

/** Returns a function that searches once per call and reads no block twice. */
function createSearch(rpc: Rpc, request: SearchRequest): () => Promise<SearchResult> {
  const { mark, address } = request
  if (mark.by === 'contract') return async () => ({ hash: await findOperation(rpc, request), isPassed: false })
  /** The transaction that took each nonce; null if it was not sent by this account. */
  const taken = new Map<number, Sent | null>()
  return async () => {
    const [mined, next, head, waiting] = await Promise.all([
      readCount(rpc, request, 'latest'),
      readCount(rpc, request, 'pending'),
      readHead(rpc, request),
      readWaiting(rpc, request),
    ])
    const own = waiting.find((sent) => sent.nonce >= mark.mined && isSame(sent, mark))
    if (own) return { hash: own.hash, isPassed: false }
    const last = Math.min(mined, mark.mined + maxCount)
    for (let nonce = mark.mined; nonce < last; nonce++) {
      if (!taken.has(nonce)) taken.set(nonce, await readMined(rpc, request, { nonce, head, address }))
      const sent = taken.get(nonce)
      if (sent && isSame(sent, mark)) return { hash: sent.hash, isPassed: false }
    }
    // the user may have edited it in the wallet, e.g. the amount of an approval
    const isAlike = [...taken.values()].some((sent) => sent && isLike(sent, mark))
    return { isPassed: last === mined && mined > mark.next && next === mined && !isAlike }
  }
}

type Sent = {
  readonly hash: `0x${string}`
  readonly nonce: number
  readonly to: string
  readonly value: bigint
  readonly input: string
}

/**
 * Finds the account's transaction with a nonce, by a binary search for the block in which its count passed that nonce. Throws
 * `RESOURCE_NOT_FOUND` if that block is newer than `head`: the node that named the head may lag behind the one that counted.
 */
async function readMined(
  rpc: Rpc,
  request: SearchRequest,
  { nonce, head, address }: { readonly nonce: number; readonly head: number; readonly address: string },
): Promise<Sent | null> {
  const isPassed = async (block: number): Promise<boolean> => (await readCount(rpc, request, toQuantity(block))) > nonce
  if (!(await isPassed(head)))
    throw new RpcError(-32001, 'RESOURCE_NOT_FOUND', { details: `Nonce ${nonce}: no block.` })
  let [low, high] = [request.mark.block, head]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await isPassed(middle)) high = middle
    else low = middle + 1
  }
  const transactions = await readBlock(rpc, request, toQuantity(high))
  // an authorization (EIP-7702) takes a nonce too
  return toOwn(transactions, address).find((sent) => sent.nonce === nonce) ?? null
}

/** The account's pending transactions, as far as the node exposes them. */
async function readWaiting(rpc: Rpc, request: SearchRequest): Promise<readonly Sent[]> {
  try {
    return toOwn(await readBlock(rpc, request, 'pending'), request.address)
  } catch (cause) {
    if (request.signal.aborted) throw cause
    return [] // not every node has a pending block
  }
}

/** Finds the transaction of a contract account by the events of entry points. */
async function findOperation(rpc: Rpc, request: SearchRequest): Promise<`0x${string}` | undefined> {
  const { network, signal, mark, address } = request
  const topics = [operationTopic, null, `0x${address.slice(2).toLowerCase().padStart(64, '0')}`]
  const filter = { fromBlock: toQuantity(mark.block), toBlock: 'latest', topics }
  const logs = await rpc.request(network, { method: 'eth_getLogs', params: [filter] }, signal)
  if (!Array.isArray(logs)) throw toUnexpectedReply('eth_getLogs')
  for (const log of logs.slice(0, maxCount)) {
    const hash = parseHash(isRecord(log) ? log['transactionHash'] : undefined)
    if (!hash) throw toUnexpectedReply('eth_getLogs')
    const method = 'eth_getTransactionByHash'
    const found = await rpc.request(network, { method, params: [hash] }, signal)
    if (isRecord(found) && typeof found['input'] === 'string' && includesCall(found['input'], mark)) return hash
  }
  return undefined
}

/**
 * Whether call data include `(address to, uint256 value, bytes data, …)`, the arguments by which contract accounts execute
 * calls.
 */
function includesCall(input: string, mark: EvmMark): boolean {
  const hex = input.slice(2).toLowerCase()
  const word = mark.to.slice(2).padStart(64, '0')
  for (let at = hex.indexOf(word); at >= 0; at = hex.indexOf(word, at + 2)) {
    const [value, offset] = [hex.slice(at + 64, at + 128), hex.slice(at + 128, at + 192)]
    if (!/^0{56}[\da-f]{8}$/.test(offset)) continue
    const start = at + 2 * Number.parseInt(offset, 16) + 64
    const data = hex.slice(start, start + 2 * mark.size)
    if (data.length === 2 * mark.size && toIntent(mark.to, BigInt(`0x${value}`), `0x${data}`) === mark.intent)
      return true
  }
  return false
}

function isSame({ to, value, input }: Sent, mark: EvmMark): boolean {
  return toIntent(to, value, input.slice(0, 2 + 2 * mark.size)) === mark.intent
}

function isLike({ to, input }: Sent, mark: EvmMark): boolean {
  return to === mark.to && input.slice(0, 10) === mark.selector
}

function toIntent(to: string, value: bigint, data: string): string {
  return toHex(keccak256([to, value, data].join().toLowerCase()))
}

async function readBlock(rpc: Rpc, { network, signal }: SearchRequest, block: string): Promise<readonly unknown[]> {
  const method = 'eth_getBlockByNumber'
  const reply = await rpc.request(network, { method, params: [block, true] }, signal)
  if (isRecord(reply) && Array.isArray(reply['transactions'])) return reply['transactions']
  throw toUnexpectedReply(method)
}

function toOwn(transactions: readonly unknown[], address: string): readonly Sent[] {
  return transactions.flatMap((given) => {
    if (!isRecord(given) || typeof given['from'] !== 'string') return []
    if (!isSameAddress('eip155', given['from'], address)) return []
    const { nonce, to, value, input } = given
    const hash = parseHash(given['hash'])
    if (!hash || typeof input !== 'string') throw toUnexpectedReply('eth_getBlockByNumber')
    const own = { nonce: Number(toBigInt('nonce', nonce)), value: toBigInt('value', value), input: input.toLowerCase() }
    return [{ hash, to: typeof to === 'string' ? to.toLowerCase() : '', ...own }]
  })
}

async function readCount(
  rpc: Rpc,
  { network, signal, address }: Pick<SearchRequest, 'network' | 'signal' | 'address'>,
  block: string,
): Promise<number> {
  const call = { method: 'eth_getTransactionCount', params: [address, block] }
  return Number(toBigInt(call.method, await rpc.request(network, call, signal)))
}

async function readHead(rpc: Rpc, { network, signal }: Pick<SearchRequest, 'network' | 'signal'>): Promise<number> {
  const call = { method: 'eth_blockNumber', params: [] }
  return Number(toBigInt(call.method, await rpc.request(network, call, signal)))
}

async function isKnown(rpc: Rpc, request: FindTransactionRequest): Promise<boolean> {
  const call = { method: 'eth_getTransactionByHash', params: [request.hash] }
  return (await rpc.request(request.network, call, request.signal)) !== null
}

/** Parses a mark, which may come from another release's storage. Throws `INVALID_PARAMS`. */
function parseMark(mark: TransactionMark): EvmMark {
  const { by, to, selector, size, intent, mined, next, block } = mark
  const isValid =
    (by === 'account' || by === 'contract') &&
    [to, selector, intent].every((text) => typeof text === 'string') &&
    [size, mined, next, block].every((count) => Number.isSafeInteger(count) && Number(count) >= 0)
  if (isValid) return mark as EvmMark
  throw invalidParams('mark is not one of this adapter.')
}

function toQuantity(block: number): string {
  return `0x${block.toString(16)}`
}

function toUnexpectedReply(method: string): RpcError {
  return new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: an unexpected reply.` })
}
