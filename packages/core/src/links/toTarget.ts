import type { Host } from './host.js'
import { strategies } from './strategies.js'

/** Where a link to an app opens: a system hands over what the page itself follows, not what one of its frames does. */
export function toTarget({ kind, isFramed }: Host): '_self' | '_top' | '_blank' {
  const { target } = strategies[kind]
  return target === '_self' && isFramed ? '_top' : target
}
