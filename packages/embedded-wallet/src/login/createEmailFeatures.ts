import type { ConnectorFeatures } from '@latchkey/core'
import { type FrameClient, frameTimeouts } from '../frame/frameClient.js'
import type { Login } from './createLogin.js'

/** The steps of a login by email, and of an email change. */
export type EmailFeatures = Pick<ConnectorFeatures, Extract<keyof ConnectorFeatures, `email:${string}`>>

export type EmailFeaturesOptions = {
  readonly client: FrameClient
  readonly login: Login
}

export function createEmailFeatures({ client, login }: EmailFeaturesOptions): EmailFeatures {
  const call: FrameClient['call'] = async (name, payload, options) => {
    options.signal.throwIfAborted()
    await client.open(options.signal)
    const reply = await client.call(name, payload, options)
    options.signal.throwIfAborted()
    return reply
  }
  return {
    'email:login': ({ email, signal: given }) =>
      login.attempt(given, async (signal, begin) => {
        const { action } = await call('CONNECT_EMAIL', { email }, { signal })
        if (action === 'CONNECT') begin()
        return action
      }),
    'email:approveDevice': ({ signal: given }) =>
      // answered once the user has opened the link of the email
      login.attempt(given, (signal) => call('CONNECT_DEVICE', undefined, { signal, timeout: frameTimeouts.approval })),
    'email:verify': ({ code, signal: given }) =>
      login.attempt(given, async (signal, begin) => {
        await call('CONNECT_OTP', { otp: code }, { signal })
        begin()
      }),
    'email:update': ({ email, signal: given }) =>
      login.during(given, async (signal) => (await call('UPDATE_EMAIL', { email }, { signal })).action),
    'email:verifyPrimary': ({ code, signal: given }) =>
      login.during(given, (signal) => call('UPDATE_EMAIL_PRIMARY_OTP', { otp: code }, { signal })),
    'email:verifySecondary': ({ code, signal: given }) =>
      login.during(given, async (signal) => {
        const { newEmail } = await call('UPDATE_EMAIL_SECONDARY_OTP', { otp: code }, { signal })
        login.rename(newEmail)
        return { email: newEmail }
      }),
  }
}
