import { detectHost } from './detectHost.js'
import type { Host } from './host.js'
import { readTraits } from './readTraits.js'

/** Where the page runs; a desktop on a server. */
export function readHost(window: Window | null): Host {
  return detectHost(readTraits(window))
}
