import type { Source } from '../../source/createSource.js'
import { rewriteAdapters } from './rewriteAdapters.js'
import { rewriteButtons } from './rewriteButtons.js'
import { rewriteCreate } from './rewriteCreate.js'
import { rewriteHooks } from './rewriteHooks.js'
import { rewriteNetworks } from './rewriteNetworks.js'

/** Reown AppKit: `createAppKit()`, its adapters, networks, hooks and buttons. */
export function rewriteAppKit(source: Source): void {
  rewriteNetworks(source)
  rewriteAdapters(source)
  rewriteCreate(source)
  rewriteHooks(source)
  rewriteButtons(source)
  for (const imported of source.imports.from('@reown/appkit-siwe', '@reown/appkit-siwx')) {
    source.note(imported.declaration, 'sign-in is siwx({ server }) of @latchkey/siwx, one of the adapters.')
  }
}
