import { solanaCaipNetworkId, solanaGenesisHash, toSignInNetworks } from '@latchkey/devnet'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Networks of which no node answers: keys need none. */
export const networks: ReturnType<typeof toSignInNetworks> = toSignInNetworks({
  solana: {
    name: 'Solana',
    rpcUrl: 'http://127.0.0.1:9',
    wsUrl: 'ws://127.0.0.1:9',
    caipNetworkId: solanaCaipNetworkId,
    genesisHash: solanaGenesisHash,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  },
  evm: [{ id: 31_337, name: 'Local', rpcUrl: 'http://127.0.0.1:9', nativeCurrency: ether }],
})
