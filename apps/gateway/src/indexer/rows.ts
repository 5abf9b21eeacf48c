/** What is written of blocks, by table and column; amounts are decimal texts. */
export type Rows = {
  readonly blocks: { readonly height: number; readonly hash: string }[]
  readonly transactions: {
    readonly height: number
    readonly position: number
    readonly hash: string
    readonly sender: string
    readonly recipient: string | null
    readonly nonce: string
    /** Four bytes in hex, empty for a plain transfer. */
    readonly method: string
    readonly is_confirmed: boolean
    /** Milliseconds. */
    readonly mined_at: number
  }[]
  readonly transfers: {
    readonly height: number
    readonly position: number
    /** 0 for the value of the transaction, one more than the place of a log in its block, and what contracts sent behind all of these. */
    readonly place: number
    readonly token: string | null
    readonly token_id: string | null
    readonly sender: string
    readonly recipient: string
    readonly amount: string
  }[]
  readonly activity: {
    readonly account: string
    readonly mined_at: number
    readonly height: number
    readonly position: number
  }[]
  readonly holdings: { readonly account: string; readonly token: string; readonly token_id: string }[]
}
