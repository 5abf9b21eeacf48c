import { loadModule } from '@latchkey/core'
import { parseBase58 } from '../base58.js'
import type { WalletLink } from '../connectors/walletLink.js'
import type { Asked } from './assertAccount.js'
import { invalidParams } from './invalidParams.js'
import type { SolanaTransaction } from './types.js'

const largest = 2n ** 64n - 1n

/** The bytes of a transaction to send: the app's own, or those of a transfer that is built here. */
export async function toSerialized(
  link: WalletLink,
  { account, network, signal, transaction }: Asked & { readonly transaction: SolanaTransaction },
): Promise<Uint8Array> {
  if ('serialized' in transaction) return transaction.serialized
  const { to, lamports } = transaction
  if (!parseBase58(to, 32)) throw invalidParams('to is no address.')
  if (typeof lamports !== 'bigint' || lamports <= 0n || lamports > largest)
    throw invalidParams('lamports is no bigint above zero.')
  const [chain, { buildTransfer }] = await Promise.all([
    link.loadChain(),
    loadModule(() => import('../transaction/buildTransfer.js')),
  ])
  const { blockhash } = await chain.readBlockhash({ network, signal })
  return buildTransfer({ from: account.address, to, lamports, blockhash })
}
