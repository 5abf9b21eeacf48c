import type { Network, NetworkInput } from '../contracts/network.js'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** As an app writes it, without namespace and CAIP-2 id. */
export const mainnetInput: NetworkInput = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://eth.example.org'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example.org/' } },
}

export const mainnet: Network = {
  ...mainnetInput,
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
}

export const optimism: Network = {
  id: 10,
  name: 'OP Mainnet',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:10',
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://op.example.org'] } },
}

export const sepolia: Network = {
  id: 11155111,
  name: 'Sepolia',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:11155111',
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://sepolia.example.org'] } },
  testnet: true,
}

/** A network that no test modal has. */
export const unknownId = 'eip155:999999'

export const solana: Network = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  chainNamespace: 'solana',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://sol.example.org'] } },
}
