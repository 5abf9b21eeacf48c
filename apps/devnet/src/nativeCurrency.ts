/** The coin that a network's fees are paid in. */
export type NativeCurrency = { readonly name: string; readonly symbol: string; readonly decimals: number }
