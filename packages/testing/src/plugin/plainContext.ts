import type { PluginContext } from '@latchkey/core'

/** What a plugin gets of a modal that nobody has set anything for. */
export const plainContext: Pick<PluginContext, 'getAdapter' | 'setClientId' | 'warn' | 'options'> = {
  getAdapter: () => undefined,
  setClientId: () => undefined,
  warn: () => undefined, // what a plugin warns of did not stop it
  options: {
    id: 'latchkey',
    projectId: undefined,
    enableEIP6963: true,
    enableReconnect: true,
    relayUrl: undefined,
    metadata: undefined,
  },
}
