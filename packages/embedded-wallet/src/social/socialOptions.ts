import type { PluginContext } from '@latchkey/core'
import type { FrameClient } from '../frame/frameClient.js'
import type { Login } from '../login/createLogin.js'
import type { UserRequest } from '../namespaces/createAccess.js'

export type SocialOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly login: Login
  /** Login result in this page's address, if the user has come back to it. */
  readonly result: string | undefined
  /** Parameters of the request for the logged-in user. [S4.34] */
  readonly toUserRequest: () => Partial<UserRequest>
}

/** In milliseconds. */
export const socialTimeouts = {
  /** Interval for checking whether the popup was closed. [S4.10] */
  poll: 1_000,
  /** The same interval until the popup's first page has loaded. */
  firstPoll: 100,
  /** For the user to come back from the provider. */
  login: 600_000,
  /** For a message that was sent just before the popup closed. */
  lastMessage: 100,
  /** Interval for requesting the result of an unreachable popup. */
  ask: 2_000,
  /** After this long with focus, the user counts as being back on the page. */
  back: 5_000,
} as const
