import { UniversalProvider } from '@walletconnect/universal-provider'
import { onTestFinished, vi } from 'vitest'

/** Replaces the error in each reply that the pages opened from now on receive. */
export function changeErrorReplies(error: unknown): void {
  const init = UniversalProvider.init.bind(UniversalProvider)
  const spy = vi.spyOn(UniversalProvider, 'init').mockImplementation(async (options) => {
    const provider = await init(options)
    const { crypto } = provider.client.core
    const decode = crypto.decode.bind(crypto)
    vi.spyOn(crypto, 'decode').mockImplementation(async (...received) => {
      const payload = await decode(...received)
      return 'error' in payload ? { ...payload, error: error as typeof payload.error } : payload
    })
    return provider
  })
  onTestFinished(() => spy.mockRestore())
}
