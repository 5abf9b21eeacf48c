import type { Page } from '@playwright/test'

export type DrivenProvider = {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

/** The page's EIP-1193 provider, for libraries outside the page. Needs `window.tools`. */
export function driveProvider(page: Page): DrivenProvider {
  return {
    async request({ method, params = [] }) {
      const { result, error } = await page.evaluate(
        async ([name, args]) => {
          const provider = (await window.tools.getProvider(window.latchkey, 'eip155')) as {
            request(call: { readonly method: string; readonly params: unknown }): Promise<unknown>
          }
          try {
            return { result: await provider.request({ method: name, params: args }), error: undefined }
          } catch (cause) {
            const { code, message } = cause as { readonly code?: number; readonly message?: string }
            return { result: undefined, error: { code, message } }
          }
        },
        [method, params] as const,
      )
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
  }
}
