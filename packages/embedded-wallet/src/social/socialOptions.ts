import type { PluginContext } from '@latchkey/core'
import type { FrameClient } from '../frame/frameClient.js'
import type { Login } from '../login/createLogin.js'
import type { UserRequest } from '../namespaces/createAccess.js'

export type SocialOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly login: Login
  /** That the user has come back to this page with, where there was no popup. */
  readonly result: string | undefined
  /** What the frame is asked with for who has logged in. [S4.34] */
  readonly toUserRequest: () => Partial<UserRequest>
}

/** Milliseconds, unless told otherwise. */
export const socialTimeouts = {
  /** Between two looks at whether the popup was closed. [S4.10] */
  poll: 1_000,
  /** The same until its first page is there. */
  firstPoll: 100,
  /** For the visitor to come back from the provider. */
  login: 600_000,
  /** For a message that was sent as the popup closed. */
  lastMessage: 100,
  /** Between two questions for the result of a popup that is out of sight. */
  ask: 2_000,
  /** A page that has had the focus again for so long is where the visitor is. */
  back: 5_000,
  /** From leaving a login with Farcaster to the frame's beginning anew. */
  reload: 100,
} as const
