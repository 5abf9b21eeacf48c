import { fundBitcoin } from '../../bitcoin/fundBitcoin.js'
import { fundAccount } from '../../fundAccount.js'
import { fundSolana } from '../../solana/fundSolana.js'
import type { WalletState } from '../peer/walletState.js'
import type { WalletNetworks } from '../walletNetworks.js'

/** What an account gets: 100 ETH on each chain, 50 SOL, 2 BTC. */
const amounts = { wei: 100n * 10n ** 18n, lamports: 50_000_000_000, sats: 200_000_000 }

/** Gives an account coins on every local chain. */
export async function fundAddresses(addresses: WalletState['addresses'], networks: WalletNetworks): Promise<void> {
  const { evm, solana, bitcoin } = networks
  const { eip155, solana: solanaAddress, bip122 } = addresses
  const account = eip155 as `0x${string}` | undefined
  await Promise.all([
    ...evm.map(async ({ rpcUrl }) => account && fundAccount(rpcUrl, account, amounts.wei)),
    solana && solanaAddress && fundSolana(solana.rpcUrl, solanaAddress, amounts.lamports),
    bitcoin && bip122 && fundBitcoin(bitcoin.esploraUrl, bip122, amounts.sats),
  ])
}
