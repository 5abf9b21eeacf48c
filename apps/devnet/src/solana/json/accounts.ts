import { base58, base64 } from '@scure/base'
import { address, type EncodedAccount } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { SolanaRpcError } from '../chain/errors.js'

type AccountFormat = {
  readonly encoding?: unknown
  readonly dataSlice?: { readonly offset: number; readonly length: number } | undefined
}

/** The last epoch that there can be: nobody owes rent any more. */
const neverEpoch = 2 ** 64

/** An account as Solana's JSON has it. Throws what a node says of encodings that do not fit. */
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
    throw new SolanaRpcError(`The local node does not serve the encoding ${JSON.stringify(encoding)}`)
  if (bytes.length > 128)
    throw new SolanaRpcError(
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
      { code: -32_600 },
    )
  // without an encoding the answer is a bare string, as it was before there were any
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

/** One owner's holding of one token. */
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

/** Token-2022 puts the kind of an account behind the layout that it shares with its predecessor. */
const accountKind = 2

/** Reads the layout of SPL token accounts; null for every other account. */
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

/** A kind of token. */
type TokenMint = {
  readonly mintAuthority: string | null
  readonly supply: bigint
  readonly decimals: number
  readonly isInitialized: boolean
  readonly freezeAuthority: string | null
}

const mintLength = 82

/** Where Token-2022 says what an account with extensions is, and what it says of mints. */
const kindAt = 165

const mintKind = 1

/** Reads the layout of SPL mints; null for every other account. */
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

/** An amount of tokens as Solana's JSON has it. */
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

/** The decimals of a mint; 0 where it is none. */
export function readDecimals(svm: LiteSVM, mint: string): number {
  const account = svm.getAccount(address(mint))
  return (account.exists ? parseTokenMint(account)?.decimals : undefined) ?? 0
}

/** The programs of SPL tokens, and how JSON calls them. */
export const tokenPrograms: Readonly<Record<string, string>> = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
}
