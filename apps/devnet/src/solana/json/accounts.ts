import { base58, base64 } from '@scure/base'
import { address, type EncodedAccount } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { SolanaRpcError } from '../chain/errors.js'

type AccountFormat = {
  readonly encoding?: unknown
  readonly dataSlice?: { readonly offset: number; readonly length: number } | undefined
}

/** The maximum epoch, as for rent-exempt accounts. */
const neverEpoch = 2 ** 64

/** Solana's JSON of an account. Throws a node's error for unsupported encodings. */
export function toAccountJson(svm: LiteSVM, account: EncodedAccount, format: AccountFormat): object {
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: neverEpoch,
    space: account.data.length,
    data: encodeData(svm, account, format),
  }
}

function encodeData(svm: LiteSVM, account: EncodedAccount, { encoding, dataSlice }: AccountFormat): unknown {
  const parsed = encoding === 'jsonParsed' ? parseData(svm, account) : undefined
  if (parsed) return { program: tokenPrograms[account.programAddress], parsed, space: account.data.length }
  const all = new Uint8Array(account.data)
  const bytes = dataSlice ? all.slice(dataSlice.offset, dataSlice.offset + dataSlice.length) : all
  if (encoding === 'base64' || encoding === 'jsonParsed') return [base64.encode(bytes), 'base64']
  if (encoding !== undefined && encoding !== 'base58')
    throw new SolanaRpcError(`The local node does not support the encoding ${JSON.stringify(encoding)}`)
  if (bytes.length > 128)
    throw new SolanaRpcError(
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
      { code: -32_600 },
    )
  // without an encoding, the legacy format is a bare string
  return encoding ? [base58.encode(bytes), 'base58'] : base58.encode(bytes)
}

function parseData(svm: LiteSVM, account: EncodedAccount): object | undefined {
  const mint = parseTokenMint(account)
  if (mint) return { type: 'mint', info: { ...mint, supply: mint.supply.toString() } }
  const token = parseTokenAccount(account)
  if (!token) return undefined
  const decimals = readDecimals(svm, token.mint)
  const { amount, delegatedAmount, ...facts } = token
  return {
    type: 'account',
    info: {
      ...facts,
      tokenAmount: toTokenAmount(amount, decimals),
      ...(token.delegate && { delegatedAmount: toTokenAmount(delegatedAmount, decimals) }),
    },
  }
}

/** A token account. */
type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | undefined
  readonly delegatedAmount: bigint
  readonly state: string
  readonly isNative: boolean
  readonly closeAuthority: string | undefined
}

const accountLength = 165

/** Token-2022 appends the account type to the layout it shares with its predecessor. */
const accountKind = 2

/** Parses an SPL token account; null for other accounts. */
export function parseTokenAccount({ data: bytes, programAddress }: EncodedAccount): TokenAccount | null {
  if (!(programAddress in tokenPrograms) || bytes.length < accountLength) return null
  if (bytes.length > accountLength && bytes[accountLength] !== accountKind) return null
  const data = Buffer.from(bytes)
  const key = (at: number): string => base58.encode(data.subarray(at, at + 32))
  const state = ['uninitialized', 'initialized', 'frozen'][data[108] ?? 0] ?? 'uninitialized'
  return {
    mint: key(0),
    owner: key(32),
    amount: data.readBigUInt64LE(64),
    delegate: data.readUInt32LE(72) === 1 ? key(76) : undefined,
    state,
    isNative: data.readUInt32LE(109) === 1,
    delegatedAmount: data.readBigUInt64LE(121),
    closeAuthority: data.readUInt32LE(129) === 1 ? key(133) : undefined,
  }
}

/** A mint. */
type TokenMint = {
  readonly mintAuthority: string | null
  readonly supply: bigint
  readonly decimals: number
  readonly isInitialized: boolean
  readonly freezeAuthority: string | null
}

const mintLength = 82

/** Offset of the account type in Token-2022, and its value for mints. */
const kindAt = 165

const mintKind = 1

/** Parses an SPL mint; null for other accounts. */
export function parseTokenMint({ data: bytes, programAddress }: EncodedAccount): TokenMint | null {
  if (!(programAddress in tokenPrograms)) return null
  if (bytes.length !== mintLength && bytes[kindAt] !== mintKind) return null
  const data = Buffer.from(bytes)
  const authority = (at: number): string | null =>
    data.readUInt32LE(at) === 1 ? base58.encode(data.subarray(at + 4, at + 36)) : null
  return {
    mintAuthority: authority(0),
    supply: data.readBigUInt64LE(36),
    decimals: data.readUInt8(44),
    isInitialized: data[45] === 1,
    freezeAuthority: authority(46),
  }
}

/** Solana's JSON of a token amount. */
export type TokenAmount = {
  /** In the smallest unit. */
  readonly amount: string
  readonly decimals: number
  readonly uiAmount: number | null
  readonly uiAmountString: string
}

export function toTokenAmount(amount: bigint, decimals: number): TokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** The decimals of a mint; 0 for other accounts. */
export function readDecimals(svm: LiteSVM, mint: string): number {
  const account = svm.getAccount(address(mint))
  return (account.exists ? parseTokenMint(account)?.decimals : undefined) ?? 0
}

/** The SPL token programs and their names in JSON. */
export const tokenPrograms: Readonly<Record<string, string>> = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
}
