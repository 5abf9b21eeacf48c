/** A browser as one site sees it: what a cookie or, where there are none, a resume token stands for. */
export type DeviceRow = {
  readonly id: string
  readonly project: string
  readonly origin: string
  /** Of its cookie. */
  readonly credential_hash: Buffer | null
  readonly is_confirmed: boolean
  /** Of its resume token; a token of an earlier one was used already. */
  readonly generation: number
  readonly rotated_at: string
  readonly rotated_by: string
  readonly created_at: string
  readonly mac: Buffer
}

export const deviceColumns =
  'id, project, origin, credential_hash, is_confirmed, generation, rotated_at, rotated_by, created_at, mac'

/** Milliseconds. */
export const deviceTimes = {
  /** After its last call a key has to say hello again. */
  keyActive: 900_000,
  /** A resume token that was used by the same key may be asked for again: the reply may have been lost. */
  repeat: 60_000,
  /** Seven days. */
  sessionIdle: 604_800_000,
  /** Thirty. */
  sessionWhole: 2_592_000_000,
} as const

/** Keys that one device may have at once, one for each tab: the oldest go. */
export const mostKeys = 8
