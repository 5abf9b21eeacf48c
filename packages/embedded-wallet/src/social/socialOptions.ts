import type { PluginContext } from '@latchkey/core'
import type { UserRequest } from '../families/createAccess.js'
import type { FrameClient } from '../frame/frameClient.js'
import type { Login } from '../login/createLogin.js'

export type SocialOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly login: Login
  /** What the frame is asked with for who has logged in. [S4.34] */
  readonly toUserRequest: () => Partial<UserRequest>
}
