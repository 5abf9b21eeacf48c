/** Where the wallet finds its chains; plain data. */
export type WalletNetworks = {
  readonly evm: readonly { readonly id: number; readonly rpcUrl: string }[]
  readonly solana?: { readonly caipNetworkId: string; readonly rpcUrl: string } | undefined
  readonly bitcoin?: { readonly caipNetworkId: string; readonly esploraUrl: string } | undefined
}
