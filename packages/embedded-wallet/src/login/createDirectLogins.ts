import type { ConnectorFeatures } from '@latchkey/core'
import { type FrameClient, frameTimeouts } from '../frame/frameClient.js'
import { toNamedError } from '../frame/frameErrors.js'
import type { UserRequest } from '../namespaces/createAccess.js'
import { getFrameErrorCode } from '../social/connectSocial.js'
import type { Login } from './createLogin.js'

export type DirectLoginsOptions = {
  readonly client: FrameClient
  readonly login: Login
  /** Parameters of the request for the logged-in user. [S4.34] */
  readonly toUserRequest: () => Partial<UserRequest>
}

/** Logins that take one request: by a token of the app, and as a guest; and the first login of a guest. */
export function createDirectLogins({
  client,
  login,
  toUserRequest,
}: DirectLoginsOptions): Pick<ConnectorFeatures, 'token:login' | 'guest:login' | 'guest:addLogin'> {
  /** Logs in. That the frame doesn't know the network is no failure: the connection that follows tries others. */
  const run = (
    given: AbortSignal,
    request: (user: Partial<UserRequest>, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> =>
    login.attempt(given, async (signal, begin) => {
      await client.open(signal)
      await request(toUserRequest(), signal).catch((cause: unknown) => {
        if (getFrameErrorCode(cause) !== unknownNetwork) throw cause
      })
      begin('direct')
    })
  return {
    'token:login': ({ token, signal: given }) =>
      run(given, (user, signal) => client.call('CONNECT_TOKEN', { ...user, token }, { signal })),
    'guest:login': ({ signal: given }) => run(given, (user, signal) => client.call('CONNECT_GUEST', user, { signal })),
    'guest:addLogin': ({ signal: given }) =>
      login.during(given, async (signal) => {
        await client.open(signal)
        try {
          const { email } = await client.call('ADD_LOGIN', undefined, { signal, timeout: frameTimeouts.approval })
          login.rename(email)
          return { email }
        } catch (cause) {
          throw toNamedError(cause)
        }
      }),
  }
}

/** [EIP-3326] */
const unknownNetwork = 4902
