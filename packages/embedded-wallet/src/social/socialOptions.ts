import type { PluginContext } from '@latchkey/core'
import type { UserRequest } from '../families/createAccess.js'
import type { FrameClient } from '../frame/frameClient.js'
import type { Login } from '../login/createLogin.js'

export type SocialOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly login: Login
  /** That the user has come back to this page with, where there was no popup. */
  readonly result: string | undefined
  /** What the frame is asked with for who has logged in. [S4.34] */
  readonly toUserRequest: () => Partial<UserRequest>
}
