import { isRecord, loadModule, type TransferRequest } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { base64 } from '@scure/base'
import { parseBase58 } from '../base58.js'
import { readBlockhash } from '../chain/readBlockhash.js'
import { invalidParams } from '../features/invalidParams.js'
import type { Rpc } from '../rpc/createRpc.js'
import { readValue, toStrangeReply } from '../rpc/readValue.js'
import { tokenPrograms } from '../transaction/programs.js'
import { type Mint, readAccounts, readMint } from './readMint.js'

export type PreparedTransfer = {
  /** Not signed yet. */
  readonly serialized: Uint8Array
  /** The bytes of a token account that has to be made, which the sender pays the rent of; 0 where there is one. */
  readonly newBytes: number
}

const largest = 2n ** 64n - 1n
/** Of a token account: of the program of 2020, and of that of 2022 with all extensions that a mint asks for. */
const sizes = { plain: 165, extended: 187 } as const

/**
 * A transfer of SOL or of an SPL token as a transaction; the receiver's token account is made where it is missing. Throws
 * `INVALID_PARAMS`, or `TRANSACTION_REJECTED` where no token account of the sender has that much.
 */
export async function prepareTransfer(rpc: Rpc, request: TransferRequest): Promise<PreparedTransfer> {
  const { account, to, amount, token } = request
  if (!parseBase58(to, 32)) throw invalidParams('to is no address.')
  if (typeof amount !== 'bigint' || amount <= 0n || amount > largest)
    throw invalidParams('amount is no bigint above zero.')
  const from = account.address
  if (!token) {
    const [{ buildTransfer }, { blockhash }] = await Promise.all([
      loadModule(() => import('../transaction/buildTransfer.js')),
      readBlockhash(rpc, request),
    ])
    return { serialized: buildTransfer({ from, to, lamports: amount, blockhash }), newBytes: 0 }
  }
  const [{ buildTokenTransfer }, { toTokenAccount }, mint, { blockhash }] = await Promise.all([
    loadModule(() => import('./buildTokenTransfer.js')),
    loadModule(() => import('./toTokenAccount.js')),
    readMint(rpc, request, token.address),
    readBlockhash(rpc, request),
  ])
  if (mint.decimals !== token.decimals)
    throw invalidParams(`The token has ${mint.decimals} decimals, not ${token.decimals}.`)
  const target = toTokenAccount(to, token.address, mint)
  const [[receiver, existing], source] = await Promise.all([
    readAccounts(rpc, request, [to, target]),
    findSource(rpc, request, { usual: toTokenAccount(from, token.address, mint) }),
  ])
  // tokens of a token account nobody can move
  if (receiver && tokenPrograms.includes(receiver.program)) throw invalidParams('to is a token account, not its owner.')
  const { program, decimals } = mint
  const own = { from, to, mint: token.address, program, source, target, amount, decimals, blockhash }
  return { serialized: buildTokenTransfer({ ...own, isNew: !existing }), newBytes: existing ? 0 : toSize(mint) }
}

function toSize({ program }: Mint): number {
  return program === tokenPrograms[0] ? sizes.plain : sizes.extended
}

/** A token account of the sender that has enough: the usual one, else any. */
async function findSource(
  rpc: Rpc,
  { account, network, signal, token, amount }: TransferRequest,
  { usual }: { readonly usual: string },
): Promise<string> {
  const method = 'getTokenAccountsByOwner'
  const params = [account.address, { mint: token?.address }, { commitment: 'confirmed', encoding: 'base64' }]
  const value = readValue(await rpc({ network, method, params, signal }))
  if (!Array.isArray(value)) throw toStrangeReply(method)
  const rich = value.flatMap((entry: unknown) => {
    const { pubkey, account: held } = isRecord(entry) ? entry : {}
    const [data] = isRecord(held) && Array.isArray(held['data']) ? held['data'] : []
    if (typeof pubkey !== 'string' || typeof data !== 'string') throw toStrangeReply(method)
    return readAmount(base64.decode(data)) >= amount ? [pubkey] : []
  })
  const [found] = rich.includes(usual) ? [usual] : rich
  if (found) return found
  throw new RpcError(-32003, 'TRANSACTION_REJECTED', { details: 'The account has too little of the token.' })
}

/** After the mint and the owner, in eight bytes, lowest first. */
function readAmount(data: Uint8Array): bigint {
  return data.slice(64, 72).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}
