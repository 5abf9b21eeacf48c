import { type AdapterFeatures, type Balance, isRecord, loadModule, type TokenFacts } from '@latchkey/core'
import { base64 } from '@scure/base'
import { invalidParams, parseBase58 } from '../encoding.js'
import { type ChainRequest, type Rpc, readValue, toUnexpectedReply } from '../rpc/rpc.js'
import { programs, tokenPrograms } from '../transactions/programs.js'

/** The offset of the texts, after the kind of the account, the authority and the mint. */
const textsOffset = 65

const maxTextLength = 100

/**
 * Reads the name, symbol and decimals of a token from its mint and its metadata (Metaplex). Without metadata, the start of its
 * address serves as name and symbol. Throws `INVALID_PARAMS` if there is no token at the address.
 */
export async function readToken(
  rpc: Rpc,
  { address, ...request }: ChainRequest & { readonly address: string },
): Promise<TokenFacts> {
  const { decimals } = await readMint(rpc, request, address)
  const { toMetadataAccount } = await loadModule(() => import('./buildTransaction.js'))
  const [metadata] = await readAccountData(rpc, request, [toMetadataAccount(address)])
  const [name, symbol] = metadata?.program === programs.metadata ? readTexts(metadata.data) : []
  const short = address.slice(0, 6)
  return { name: name || symbol || short, symbol: symbol || short, decimals }
}

/** The name and the symbol: each is its length in four bytes (little-endian) and its text, padded with zeros. */
function readTexts(data: Uint8Array): readonly [string, string] {
  const [name, next] = readText(data, textsOffset)
  return [name, readText(data, next)[0]]
}

function readText(data: Uint8Array, at: number): readonly [string, number] {
  const length = data.slice(at, at + 4).reduceRight((sum, byte) => sum * 256 + byte, 0)
  const end = at + 4 + Math.min(length, data.length)
  const text = new TextDecoder().decode(data.slice(at + 4, end))
  return [text.replace(/\0/g, '').trim().slice(0, maxTextLength), end]
}

type TokenBalanceRequest = Parameters<AdapterFeatures['token:balance']>[0]

const balanceMethod = 'getTokenAccountsByOwner'

/**
 * Reads an account's balance of a token, over all its token accounts. Throws `INVALID_PARAMS` if there is no token at the
 * address.
 */
export async function readTokenBalance(
  rpc: Rpc,
  { account, network, address, signal }: TokenBalanceRequest,
): Promise<Balance> {
  const { symbol, decimals } = await readToken(rpc, { network, address, signal })
  const params = [account.address, { mint: address }, { commitment: 'confirmed', encoding: 'jsonParsed' }]
  const rows = readValue(await rpc({ network, method: balanceMethod, params, signal }))
  if (!Array.isArray(rows)) throw toUnexpectedReply(balanceMethod)
  return { value: rows.reduce((sum: bigint, row) => sum + toAmount(row), 0n), decimals, symbol }
}

/** The amount of a token account in atomic units: `account.data.parsed.info.tokenAmount.amount`. */
function toAmount(row: unknown): bigint {
  const path = ['account', 'data', 'parsed', 'info', 'tokenAmount', 'amount']
  const amount = path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), row)
  if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) throw toUnexpectedReply(balanceMethod)
  return BigInt(amount)
}

/** An SPL token. */
export type Mint = {
  /** Its token program. */
  readonly program: string
  readonly decimals: number
  /** Whether a part of each transfer is withheld from the receiver (Token-2022). */
  readonly hasTransferFee: boolean
}

/** The owner program and the data of an account. */
export type AccountData = { readonly program: string; readonly data: Uint8Array }

/** Offsets in a mint: the authority with its flag (36 bytes) and the supply (8) precede the decimals. */
const layout = { decimals: 44, isInitialised: 45, length: 82 } as const

/** Reads a mint. Throws `INVALID_PARAMS` if there is none at the address. */
export async function readMint(rpc: Rpc, request: ChainRequest, address: string): Promise<Mint> {
  const account = parseBase58(address, 32) ? (await readAccountData(rpc, request, [address]))[0] : undefined
  const isMint =
    account !== undefined &&
    tokenPrograms.includes(account.program) &&
    account.data.length >= layout.length &&
    // a token account of the same program
    account.data.length !== 165 &&
    account.data[layout.isInitialised] === 1
  if (!isMint) throw invalidParams(`There is no token at ${address.slice(0, 100)}.`)
  const { program, data } = account
  return { program, decimals: data[layout.decimals] ?? 0, hasTransferFee: hasTransferFee(data) }
}

/** Extensions of a mint (Token-2022) follow the account type. Each has its type and its length, two bytes each. */
const extensionsOffset = 166

/** `TransferFeeConfig`: the offsets of the basis points of its older and its newer fee, of which the epoch determines one. */
const transferFee = { type: 1, rates: [88, 106] } as const

function hasTransferFee(data: Uint8Array): boolean {
  const readNumber = (at: number): number => (data[at] ?? 0) + 256 * (data[at + 1] ?? 0)
  for (let at = extensionsOffset; at < data.length; at += 4 + readNumber(at + 2))
    if (readNumber(at) === transferFee.type) return transferFee.rates.some((rate) => readNumber(at + 4 + rate) > 0)
  return false
}

/** Reads accounts, in the order of the addresses; undefined for one that doesn't exist. */
export async function readAccountData(
  rpc: Rpc,
  { network, signal }: ChainRequest,
  addresses: readonly string[],
): Promise<readonly (AccountData | undefined)[]> {
  const method = 'getMultipleAccounts'
  const params = [addresses, { commitment: 'confirmed', encoding: 'base64' }]
  const value = readValue(await rpc({ network, method, params, signal }))
  if (!Array.isArray(value) || value.length !== addresses.length) throw toUnexpectedReply(method)
  return value.map((account: unknown) => {
    if (account === null) return undefined
    const [data] = isRecord(account) && Array.isArray(account['data']) ? account['data'] : []
    if (!isRecord(account) || typeof data !== 'string') throw toUnexpectedReply(method)
    return { program: String(account['owner']), data: base64.decode(data) }
  })
}
