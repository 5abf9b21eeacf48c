import type { NetworkInput } from '@latchkey/core'

/** Sign-in, as who hosts the gateway sets it. */
export type SiwxSettings = {
  /** Pages that may sign in, e.g. `https://app.example.org`. */
  readonly origins: readonly string[]
  /** Where one may sign in; the URLs of EVM networks are asked about contracts. */
  readonly networks: readonly NetworkInput[]
  readonly statement?: string | undefined
  readonly session?: 'cookie' | 'token' | undefined
  readonly sameSite?: 'lax' | 'none' | undefined
}
