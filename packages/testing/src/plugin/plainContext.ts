import type { PluginContext } from '@latchkey/core'

/** What a plugin gets of a modal that nobody has set anything for. */
export const plainContext: Omit<PluginContext, 'env' | 'signal' | 'getNetworks'> = {
  getAdapter: () => undefined,
  setClientId: () => undefined,
  warn: () => undefined, // what a plugin warns of did not stop it
  getTheme: () => ({ mode: undefined, variables: {} }),
  setAlert: () => undefined, // that is for the eyes of a developer
  options: {
    id: 'latchkey',
    projectId: undefined,
    debug: false,
    enableEIP6963: true,
    enableReconnect: true,
    relayUrl: undefined,
    metadata: undefined,
  },
}
