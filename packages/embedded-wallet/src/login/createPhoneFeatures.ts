import type { ConnectorFeatures } from '@latchkey/core'
import type { EmailFeaturesOptions } from './createEmailFeatures.js'

/** The steps of a login by SMS. */
export function createPhoneFeatures({
  client,
  login,
}: EmailFeaturesOptions): Pick<ConnectorFeatures, Extract<keyof ConnectorFeatures, `phone:${string}`>> {
  return {
    async 'phone:login'({ phone, signal }) {
      signal.throwIfAborted()
      await client.open(signal)
      const sent = await client.call('CONNECT_PHONE', { phone }, { signal })
      signal.throwIfAborted()
      return sent
    },
    async 'phone:verify'({ code, signal }) {
      signal.throwIfAborted()
      await client.open(signal)
      await client.call('CONNECT_PHONE_OTP', { otp: code }, { signal })
      signal.throwIfAborted()
      login.begin('phone')
    },
  }
}
