import { base58, base64 } from '@scure/base'
import type { EncodedAccount } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { SolanaRpcError } from '../SolanaRpcError.js'
import { parseTokenAccount } from './parseTokenAccount.js'
import { parseTokenMint } from './parseTokenMint.js'
import { readDecimals } from './readDecimals.js'
import { tokenPrograms } from './tokenPrograms.js'
import { toTokenAmount } from './toTokenAmount.js'

export type AccountFormat = {
  readonly encoding?: unknown
  readonly dataSlice?: { readonly offset: number; readonly length: number } | undefined
}

/** The last epoch that there can be: nobody owes rent any more. */
const never = 2 ** 64

/** An account as Solana's JSON has it. Throws what a node says of encodings that do not fit. */
export function toAccountJson(svm: LiteSVM, account: EncodedAccount, format: AccountFormat): object {
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: never,
    space: account.data.length,
    data: encodeData(svm, account, format),
  }
}

function encodeData(svm: LiteSVM, account: EncodedAccount, { encoding, dataSlice }: AccountFormat): unknown {
  const parsed = encoding === 'jsonParsed' ? parse(svm, account) : undefined
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

function parse(svm: LiteSVM, account: EncodedAccount): object | undefined {
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
