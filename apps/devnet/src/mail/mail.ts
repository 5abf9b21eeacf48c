/** A mail as it arrived, with what people look for in it. */
export type Mail = {
  /** Counts up from 1. */
  readonly id: number
  readonly from: string
  /** Who it was delivered to, whatever its headers say. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  /** Every `http:` and `https:` address of the text. */
  readonly links: readonly string[]
  /** Every six digits of the text that stand alone. */
  readonly codes: readonly string[]
}
