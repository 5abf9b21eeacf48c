import { base58 } from '@scure/base'
import type { SolanaAccount, SolanaInstruction } from '../../protocol/solanaSummary.js'
import { createReader } from './bytes.js'

/** Creates an associated token account: no data or 0 fails if it exists, 1 doesn't. */
const decodeAssociatedToken: InstructionDecoder = ({ data, accounts }) => {
  const [first = 0] = data
  if (data.length > 1 || first > 1) return null
  return {
    type: 'tokenAccount',
    payer: accountAt(accounts, 0),
    account: accountAt(accounts, 1),
    owner: accountAt(accounts, 2),
    mint: accountAt(accounts, 3),
  }
}

const budgetSettings = {
  1: ['heapFrame', 4],
  2: ['unitLimit', 4],
  3: ['unitPrice', 8],
  4: ['dataLimit', 4],
} as const

/** The compute budget program: units, and micro-lamports for each. */
const decodeBudget: InstructionDecoder = ({ data }) => {
  const reader = createReader(data)
  const kind = reader.byte()
  const entry = Object.hasOwn(budgetSettings, kind) ? budgetSettings[kind as keyof typeof budgetSettings] : undefined
  if (!entry) return null
  const [setting, length] = entry
  const value = reader.uint(length).toString()
  return reader.offset() === data.length ? { type: 'budget', setting, value } : null
}

/** A memo is text; the program rejects anything else. Throws TypeError for it. */
const decodeMemo: InstructionDecoder = ({ data }) => ({
  type: 'memo',
  text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data),
})

/** The system program: transfers SOL, creates accounts and assigns them. */
const decodeSystem: InstructionDecoder = ({ data, accounts }) => {
  const reader = createReader(data)
  const at = (index: number) => accountAt(accounts, index)
  const amount = (): string => reader.uint(8).toString()
  const address = (): string => base58.encode(reader.bytes(32))
  const seed = (): void => void reader.bytes(Number(reader.uint(8)))
  const ended = <value>(value: value): value | null => (reader.offset() === data.length ? value : null)

  switch (Number(reader.uint(4))) {
    case 0: {
      const lamports = amount()
      reader.uint(8)
      return ended({ type: 'createAccount', from: at(0), account: at(1), lamports, owner: address() })
    }
    case 1:
      return ended({ type: 'assignAccount', account: at(0), owner: address() })
    case 2:
      return ended({ type: 'transfer', from: at(0), to: at(1), lamports: amount() })
    case 3: {
      address()
      seed()
      const lamports = amount()
      reader.uint(8)
      return ended({ type: 'createAccount', from: at(0), account: at(1), lamports, owner: address() })
    }
    case 4:
      return ended({ type: 'advanceNonce', nonce: at(0), authority: at(2) })
    case 5:
      return ended({ type: 'transfer', from: at(0), to: at(1), lamports: amount() })
    case 11: {
      const lamports = amount()
      seed()
      address()
      return ended({ type: 'transfer', from: at(0), to: at(2), lamports })
    }
    default:
      return null
  }
}

/** More than half of the range exceeds any token's supply. */
const unlimitedFrom = 2n ** 63n

const authorities = ['mint', 'freeze', 'owner', 'close'] as const

/** The token program, and the instructions that Token-2022 shares with it. */
const decodeToken: InstructionDecoder = ({ data, accounts }) => {
  const reader = createReader(data)
  const instruction = read()
  return instruction && reader.offset() === data.length ? instruction : null

  function read(): SolanaInstruction | null {
    const at = (index: number) => accountAt(accounts, index)
    const amount = (): string => reader.uint(8).toString()
    switch (reader.byte()) {
      case 3:
        return { type: 'tokenTransfer', from: at(0), to: at(1), authority: at(2), amount: amount() }
      case 12: {
        const counted = { amount: amount(), decimals: reader.byte() }
        return { type: 'tokenTransfer', from: at(0), mint: at(1), to: at(2), authority: at(3), ...counted }
      }
      case 4:
        return { type: 'tokenApprove', account: at(0), delegate: at(1), ...toLimit(reader.uint(8)) }
      case 13: {
        const counted = { ...toLimit(reader.uint(8)), decimals: reader.byte() }
        return { type: 'tokenApprove', account: at(0), mint: at(1), delegate: at(2), ...counted }
      }
      case 5:
        return { type: 'tokenRevoke', account: at(0) }
      case 6: {
        const authority = authorities[reader.byte()] ?? 'other'
        const next = reader.byte() === 1 ? base58.encode(reader.bytes(32)) : null
        return { type: 'tokenAuthority', account: at(0), authority, next }
      }
      case 8:
        return { type: 'tokenBurn', account: at(0), mint: at(1), amount: amount() }
      case 15:
        return { type: 'tokenBurn', account: at(0), mint: at(1), amount: amount(), decimals: reader.byte() }
      case 9:
        return { type: 'tokenClose', account: at(0), to: at(1) }
      default:
        return null
    }
  }
}

function toLimit(amount: bigint): { readonly amount: string; readonly isUnlimited: boolean } {
  return { amount: amount.toString(), isUnlimited: amount >= unlimitedFrom }
}

/** Programs whose instructions are decoded. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memoV1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const

/** Programs that are only named. */
const programNames: { readonly [program: string]: string } = {
  [programs.system]: 'System',
  [programs.token]: 'Token',
  [programs.token2022]: 'Token-2022',
  [programs.associatedToken]: 'Associated Token',
  [programs.computeBudget]: 'Compute Budget',
  [programs.memo]: 'Memo',
  [programs.memoV1]: 'Memo',
  Stake11111111111111111111111111111111111111: 'Stake',
  Vote111111111111111111111111111111111111111: 'Vote',
  AddressLookupTab1e1111111111111111111111111: 'Address Lookup Table',
  BPFLoaderUpgradeab1e11111111111111111111111: 'Program Loader',
  Ed25519SigVerify111111111111111111111111111: 'Signature Check',
  KeccakSecp256k11111111111111111111111111111: 'Signature Check',
}

/** The name of a built-in or standard program. Other names could be claimed by anybody. */
function getProgramName(program: string): string | undefined {
  return Object.hasOwn(programNames, program) ? programNames[program] : undefined
}

const decoders: { readonly [program: string]: InstructionDecoder } = {
  [programs.system]: decodeSystem,
  [programs.token]: decodeToken,
  [programs.token2022]: decodeToken,
  [programs.associatedToken]: decodeAssociatedToken,
  [programs.computeBudget]: decodeBudget,
  [programs.memo]: decodeMemo,
  [programs.memoV1]: decodeMemo,
}

/** Decodes an instruction; one with missing or trailing bytes is unknown. */
export function decodeInstruction(program: string, parts: InstructionParts): SolanaInstruction {
  return (
    tryDecode(program, parts) ?? {
      type: 'unknown',
      program,
      name: getProgramName(program),
      accounts: parts.accounts.length,
      data: `0x${Buffer.from(parts.data).toString('hex')}`,
    }
  )
}

function tryDecode(program: string, parts: InstructionParts): SolanaInstruction | null {
  try {
    return (Object.hasOwn(decoders, program) && decoders[program]?.(parts)) || null
  } catch {
    return null // the bytes ended too early
  }
}

/** An instruction with its accounts resolved. */
type InstructionParts = {
  readonly data: Uint8Array
  readonly accounts: readonly SolanaAccount[]
}

/** Decodes an instruction; null if it isn't a standard one. Throws if bytes or accounts are missing. */
type InstructionDecoder = (parts: InstructionParts) => SolanaInstruction | null

/** Returns the account at an index. Throws RangeError if there is none. */
function accountAt(accounts: readonly SolanaAccount[], index: number): SolanaAccount {
  const account = accounts[index]
  if (!account) throw new RangeError(`There is no account ${index}`)
  return account
}
