/** An asset that moves, or may be moved. Symbols and decimals are a contract's claims, to be shown together with the address. */
export type SimulatedAsset =
  | { readonly type: 'native' }
  | {
      /** ERC-20, or a Solana mint. */
      readonly type: 'token'
      readonly address: string
      readonly symbol: string | null
      readonly decimals: number | null
    }
  | {
      /** One item of a collection. [ERC-721] [ERC-1155] */
      readonly type: 'item'
      readonly address: string
      readonly id: string
      readonly symbol: string | null
    }
  | {
      /** All items of a collection. */
      readonly type: 'collection'
      readonly address: string
      readonly symbol: string | null
    }

export type SimulatedMove = {
  readonly asset: SimulatedAsset
  /** Atomic units, above 0. */
  readonly amount: string
}

/** A new allowance: assets that others could take afterwards but not before. */
export type SimulatedAllowance = SimulatedMove & { readonly spender: string; readonly isUnlimited: boolean }

/** The effects of signing on the user's account, without network fees, as simulated by one of the operator's nodes. */
export type SimulatedEffects = {
  readonly status: 'done'
  readonly sends: readonly SimulatedMove[]
  readonly receives: readonly SimulatedMove[]
  readonly allows: readonly SimulatedAllowance[]
  /** On Solana: token accounts that would belong to others. */
  readonly gives: readonly string[]
  /** More happens than is listed. */
  readonly isPartial?: true | undefined
}

export type Simulation =
  | SimulatedEffects
  /** It would fail, and is signed only for the app to send later. */
  | { readonly status: 'fails'; readonly reason: string }
  /** `earlier`: it depends on a request that comes before it. `node`: no node simulated it in time. */
  | { readonly status: 'unavailable'; readonly reason: 'node' | 'earlier' }
