import { isRecord, loadModule, type TransferRequest } from '@latchkey/core'
import { RpcError, RpcFailedError } from '@latchkey/core/plugin'
import { base64 } from '@scure/base'
import { invalidParams, parseBase58, toBase58 } from '../encoding.js'
import { readBalance, readBlockhash } from '../rpc/read.js'
import { type Rpc, readValue, toReason, toUnexpectedReply } from '../rpc/rpc.js'
import { tokenPrograms } from '../transactions/programs.js'
import { type Mint, readAccountData, readMint } from './tokens.js'

export type PreparedTransfer = {
  /** The unsigned transaction. */
  readonly serialized: Uint8Array
  /** The bytes of the token account to create, for which the sender pays rent; 0 if it exists. */
  readonly newBytes: number
}

const maxAmount = 2n ** 64n - 1n

/** Bytes of a token account: of Token, and of Token-2022 with all extensions that a mint may require. */
const sizes = { plain: 165, extended: 187 } as const

/**
 * Builds a transfer of SOL or an SPL token, and creates the receiver's token account if it is missing. Throws
 * `INVALID_PARAMS`, also for a token with transfer fees, or `TRANSACTION_REJECTED` if no token account of the sender has enough.
 */
export async function prepareTransfer(rpc: Rpc, request: TransferRequest): Promise<PreparedTransfer> {
  const { account, to, amount, token } = request
  if (!parseBase58(to, 32)) throw invalidParams('to is not an address.')
  if (typeof amount !== 'bigint' || amount <= 0n || amount > maxAmount)
    throw invalidParams('amount is not a bigint above zero.')
  const from = account.address
  if (!token) {
    const [{ buildSolTransfer }, { blockhash }] = await Promise.all([
      loadModule(() => import('./buildTransaction.js')),
      readBlockhash(rpc, request),
    ])
    return { serialized: buildSolTransfer({ from, to, lamports: amount, blockhash }), newBytes: 0 }
  }
  const [{ buildTokenTransfer }, { toTokenAccount }, mint, { blockhash }] = await Promise.all([
    loadModule(() => import('./buildTransaction.js')),
    loadModule(() => import('./buildTransaction.js')),
    readMint(rpc, request, token.address),
    readBlockhash(rpc, request),
  ])
  if (mint.decimals !== token.decimals)
    throw invalidParams(`The token has ${mint.decimals} decimals, not ${token.decimals}.`)
  if (mint.hasTransferFee)
    throw invalidParams('The token takes a fee from each transfer, so the receiver would get less than the amount.')
  const target = toTokenAccount(to, token.address, mint.program)
  const [[receiver, held], source] = await Promise.all([
    readAccountData(rpc, request, [to, target]),
    findSource(rpc, request, { associated: toTokenAccount(from, token.address, mint.program) }),
  ])
  // tokens owned by a token account can't be moved
  if (receiver && tokenPrograms.includes(receiver.program)) throw invalidParams('to is a token account, not its owner.')
  const { program, decimals } = mint
  // anyone can send SOL to the address before the token account exists
  const existing = held?.program === program ? held : undefined
  // an owner can give the account away, e.g. by a signature for a thief
  if (existing && toBase58(existing.data.slice(32, 64)) !== to)
    throw invalidParams('The token account of to belongs to another owner.')
  const own = { from, to, mint: token.address, program, source, target, amount, decimals, blockhash }
  return { serialized: buildTokenTransfer({ ...own, isNew: !existing }), newBytes: existing ? 0 : toSize(mint) }
}

function toSize({ program }: Mint): number {
  return program === tokenPrograms[0] ? sizes.plain : sizes.extended
}

/** Finds a token account of the sender with enough: the associated one, else any. */
async function findSource(
  rpc: Rpc,
  { account, network, signal, token, amount }: TransferRequest,
  { associated }: { readonly associated: string },
): Promise<string> {
  const method = 'getTokenAccountsByOwner'
  const params = [account.address, { mint: token?.address }, { commitment: 'confirmed', encoding: 'base64' }]
  const value = readValue(await rpc({ network, method, params, signal }))
  if (!Array.isArray(value)) throw toUnexpectedReply(method)
  const sufficient = value.flatMap((entry: unknown) => {
    const { pubkey, account: held } = isRecord(entry) ? entry : {}
    const [data] = isRecord(held) && Array.isArray(held['data']) ? held['data'] : []
    if (typeof pubkey !== 'string' || typeof data !== 'string') throw toUnexpectedReply(method)
    return readAmount(base64.decode(data)) >= amount ? [pubkey] : []
  })
  const [found] = sufficient.includes(associated) ? [associated] : sufficient
  if (found) return found
  throw new RpcError(-32003, 'TRANSACTION_REJECTED', { details: 'The account has not enough of the token.' })
}

/** The amount of a token account: eight bytes (little-endian), after the mint and the owner. */
function readAmount(data: Uint8Array): bigint {
  return data.slice(64, 72).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

/** The offset of the message, after the number of signatures and the sender's signature. */
const messageOffset = 65

/**
 * The cost of a transfer in lamports: the network's fee (`getFeeForMessage`), and the rent of a token account that is created
 * for the receiver. Throws as `prepareTransfer`, and `TRANSACTION_REJECTED` if the transfer would fail, except for too little SOL
 * for the amount and the cost.
 */
export async function readTransferFee(rpc: Rpc, request: TransferRequest): Promise<bigint> {
  const { amount, token, network, signal } = request
  const { serialized, newBytes } = await prepareTransfer(rpc, request)
  const read = (method: string, params: readonly unknown[]): Promise<unknown> =>
    rpc({ network, method, params, signal })
  const message = base64.encode(serialized.slice(messageOffset))
  const [fee, rent, balance] = await Promise.all([
    read('getFeeForMessage', [message, { commitment: 'confirmed' }]).then(readValue),
    newBytes ? read('getMinimumBalanceForRentExemption', [newBytes]) : 0,
    readBalance(rpc, request),
  ])
  // some of the nodes behind a URL may lag
  if (fee === null)
    throw new RpcFailedError({ details: 'getFeeForMessage: the node does not know the newest blockhash.' })
  if (!Number.isSafeInteger(fee) || !Number.isSafeInteger(rent)) throw toUnexpectedReply('getFeeForMessage')
  const cost = BigInt(fee as number) + BigInt(rent as number)
  if (balance.value >= cost + (token ? 0n : amount)) await simulate(rpc, request, serialized)
  return cost
}

/** Throws `TRANSACTION_REJECTED` if the transaction would fail, e.g. because it leaves an account too little for its rent. */
async function simulate(rpc: Rpc, { network, signal }: TransferRequest, serialized: Uint8Array): Promise<void> {
  const method = 'simulateTransaction'
  const options = { encoding: 'base64', commitment: 'confirmed', replaceRecentBlockhash: true }
  const result = await rpc({ network, method, params: [base64.encode(serialized), options], signal })
  const value = readValue(result)
  if (!isRecord(value)) throw toUnexpectedReply(method)
  if (value['err'] !== null) throw new RpcError(-32003, 'TRANSACTION_REJECTED', { details: toReason(value['err']) })
}

/** Whether a text is an address to send to: 32 bytes in base58, and not the system program. */
export function isReceiver(text: string): boolean {
  return parseBase58(text, 32)?.some((byte) => byte !== 0) ?? false
}
