/** https://eips.ethereum.org/EIPS/eip-6963#provider-info */
export type ProviderInfo = {
  readonly uuid: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}

export type ProviderDetail = { readonly info: ProviderInfo; readonly provider: unknown }
