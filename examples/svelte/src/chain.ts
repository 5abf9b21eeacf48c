/** The local chain of `npm start`, or the one that `VITE_RPC_URL` names. An app of yours takes one of `@latchkey/adapter-evm/networks`. */
export const chain = {
  id: 31337,
  name: 'Local chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [import.meta.env.VITE_RPC_URL ?? 'http://127.0.0.1:8545'] } },
}
