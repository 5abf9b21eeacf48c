import type { Namespace } from '../../utils/caip.js'
import type { SocialLoginError } from '../social/state.js'

/** Where a login with Farcaster is. A step with an error is not running: the visitor may try it again. */
export type FarcasterState =
  | { readonly step: 'idle'; readonly url?: undefined }
  | {
      /**
       * `starting`: a link is asked for. `shown`: the visitor follows it on a phone. `connecting`: logged in; the chain families
       * are being connected.
       */
      readonly step: 'starting' | 'shown' | 'connecting'
      /** The link, from `shown` on. */
      readonly url?: string | undefined
      /** Only this chain family; all that the wallet and the modal have unless told. */
      readonly namespace?: Namespace | undefined
      readonly error?: SocialLoginError | undefined
    }

/** How long each step has, in milliseconds. */
export const farcasterDeadlines = {
  /** The frame loads (20 s) and answers (120 s), with time to say so. */
  start: 150_000,
  /** The visitor takes the phone, follows the link and agrees. */
  wait: 600_000,
} as const

/** Name of what runs while a visitor logs in with Farcaster; not the key of a connection: those name a namespace. */
export const farcasterKey = 'farcaster'
