import { base58, base64 } from '@scure/base'
import type { EncodedAccount } from '@solana/kit'
import type { SolanaChain } from '../chain/chain.js'
import { SolanaRpcError } from '../chain/errors.js'
import { toAccountJson } from '../json/accounts.js'
import { type Methods, toAddress, toConfig, withContext } from './params.js'

/** Methods about accounts. Every commitment returns the latest state. */
export function accountMethods(chain: SolanaChain): Methods {
  const { svm } = chain
  const read = (key: unknown, config: object): object | null => {
    const account = svm.getAccount(toAddress(key))
    return account.exists ? toAccountJson(svm, account, config) : null
  }
  return {
    getBalance: (key, config) => {
      toConfig(chain, config)
      return withContext(chain, Number(svm.getBalance(toAddress(key)) ?? 0n))
    },
    getAccountInfo: (key, config) => withContext(chain, read(key, toConfig(chain, config))),
    getMultipleAccounts: (keys, config) => {
      if (!Array.isArray(keys)) throw new SolanaRpcError('Invalid params: invalid type, expected a sequence')
      if (keys.length > 100) throw new SolanaRpcError('Too many inputs provided; max 100')
      const format = toConfig(chain, config)
      return withContext(
        chain,
        keys.map((key) => read(key, format)),
      )
    },
    getProgramAccounts: (program, config) => {
      const format = toConfig(chain, config)
      const filters = Array.isArray(format['filters']) ? (format['filters'] as readonly Filter[]) : []
      const found = svm
        .getProgramAccounts(toAddress(program))
        .filter((account) => filters.every((filter) => isMet(filter, account)))
        .map((account) => ({ pubkey: account.address, account: toAccountJson(svm, account, format) }))
      return format['withContext'] === true ? withContext(chain, found) : found
    },
  }
}

type Filter = {
  readonly dataSize?: number
  readonly memcmp?: { readonly offset: number; readonly bytes: string; readonly encoding?: string }
}

function isMet({ dataSize, memcmp }: Filter, { data }: EncodedAccount): boolean {
  if (dataSize !== undefined && data.length !== dataSize) return false
  if (!memcmp) return true
  const wanted = (memcmp.encoding === 'base64' ? base64 : base58).decode(memcmp.bytes)
  return Buffer.from(data.slice(memcmp.offset, memcmp.offset + wanted.length)).equals(wanted)
}
