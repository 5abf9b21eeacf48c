import type { ConnectorFeatures } from '@latchkey/core'
import type { EmailFeaturesOptions } from './createEmailFeatures.js'

/** The steps of a login by SMS. */
export function createPhoneFeatures({
  client,
  login,
}: EmailFeaturesOptions): Pick<ConnectorFeatures, Extract<keyof ConnectorFeatures, `phone:${string}`>> {
  return {
    'phone:login': ({ phone, signal: given }) =>
      login.attempt(given, async (signal) => {
        await client.open(signal)
        const sent = await client.call('CONNECT_PHONE', { phone }, { signal })
        signal.throwIfAborted()
        return sent
      }),
    'phone:verify': ({ code, signal: given }) =>
      login.attempt(given, async (signal, begin) => {
        await client.open(signal)
        await client.call('CONNECT_PHONE_OTP', { otp: code }, { signal })
        begin('phone')
      }),
  }
}
