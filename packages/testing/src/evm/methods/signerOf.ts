import type { LocalAccount } from 'viem'
import { createRpcError } from '../errors/createRpcError.js'
import type { WalletContext } from '../provider/walletMethod.js'

/** The key of an address that the site may use; 4100 (EIP-1193) for any other. */
export function signerOf({ state }: WalletContext, address: unknown): LocalAccount {
  const signer = typeof address === 'string' ? state.accounts.signer(address) : undefined
  if (!signer || !state.exposed().includes(signer.address)) {
    throw createRpcError(4_100, 'The requested account has not been authorised by the user.')
  }
  return signer
}
