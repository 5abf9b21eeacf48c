import type { EncodedAccount } from '@solana/kit'
import type { SolanaChain } from '../chain/chain.js'
import { SolanaRpcError } from '../chain/errors.js'
import {
  parseTokenAccount,
  parseTokenMint,
  readDecimals,
  toAccountJson,
  tokenPrograms,
  toTokenAmount,
} from '../json/accounts.js'
import { type Methods, toAddress, toConfig, withContext } from './params.js'

/** Methods about SPL tokens of both programs. */
export function tokenMethods(chain: SolanaChain): Methods {
  const { svm } = chain
  const existing = (key: unknown): EncodedAccount => {
    const account = svm.getAccount(toAddress(key))
    if (!account.exists) throw new SolanaRpcError('Invalid param: could not find account')
    return account
  }
  return {
    getTokenAccountsByOwner: (owner, filter, config) => {
      const wanted = toAddress(owner)
      const format = toConfig(chain, config)
      const isWanted = toTokenFilter(filter)
      const found = Object.keys(tokenPrograms)
        .flatMap((program) => svm.getProgramAccounts(toAddress(program)))
        .filter((account) => {
          const token = parseTokenAccount(account)
          return token?.owner === wanted && isWanted(account.programAddress, token.mint)
        })
      return withContext(
        chain,
        found.map((account) => ({ pubkey: account.address, account: toAccountJson(svm, account, format) })),
      )
    },
    getTokenAccountBalance: (key, config) => {
      toConfig(chain, config)
      const token = parseTokenAccount(existing(key))
      if (!token) throw new SolanaRpcError('Invalid param: not a Token account')
      return withContext(chain, toTokenAmount(token.amount, readDecimals(svm, token.mint)))
    },
    getTokenSupply: (key, config) => {
      toConfig(chain, config)
      const mint = parseTokenMint(existing(key))
      if (!mint) throw new SolanaRpcError('Invalid param: not a Token mint')
      return withContext(chain, toTokenAmount(mint.supply, mint.decimals))
    },
  }
}

/** `{ mint }` or `{ programId }`; one is required. */
function toTokenFilter(filter: unknown): (program: string, mint: string) => boolean {
  const { mint, programId } = (filter ?? {}) as { readonly mint?: unknown; readonly programId?: unknown }
  if (mint !== undefined) {
    const wanted = toAddress(mint)
    return (_, other) => other === wanted
  }
  const wanted = toAddress(programId)
  if (!(wanted in tokenPrograms)) throw new SolanaRpcError('Invalid param: unrecognized Token program id')
  return (program) => program === wanted
}
