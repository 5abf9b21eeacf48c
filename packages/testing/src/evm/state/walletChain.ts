export type WalletChain = {
  readonly id: number
  readonly name?: string | undefined
  readonly rpcUrl: string
  /** Symbol of the native currency, for the texts of prompts. Default ETH. */
  readonly symbol?: string | undefined
}
