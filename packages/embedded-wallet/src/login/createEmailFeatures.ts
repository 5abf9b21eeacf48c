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
    async 'email:login'({ email, signal }) {
      const { action } = await call('CONNECT_EMAIL', { email }, { signal })
      if (action === 'CONNECT') login.begin()
      return action
    },
    async 'email:approveDevice'({ signal }) {
      // answered once the user has opened the link of the email
      await call('CONNECT_DEVICE', undefined, { signal, timeout: frameTimeouts.approval })
    },
    async 'email:verify'({ code, signal }) {
      await call('CONNECT_OTP', { otp: code }, { signal })
      login.begin()
    },
    async 'email:update'({ email, signal }) {
      return (await call('UPDATE_EMAIL', { email }, { signal })).action
    },
    async 'email:verifyPrimary'({ code, signal }) {
      await call('UPDATE_EMAIL_PRIMARY_OTP', { otp: code }, { signal })
    },
    async 'email:verifySecondary'({ code, signal }) {
      const { newEmail } = await call('UPDATE_EMAIL_SECONDARY_OTP', { otp: code }, { signal })
      login.rename(newEmail)
      return { email: newEmail }
    },
  }
}
