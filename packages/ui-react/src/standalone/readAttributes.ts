import { isNamespace } from '@latchkey/core'
import type { ButtonAttributes } from './buttonElement.js'

/** Reads the attributes of a button's element. A chain family that there is not counts as not told. */
export function readAttributes(host: HTMLElement): ButtonAttributes {
  const namespace = host.getAttribute('namespace')
  return {
    namespace: isNamespace(namespace) ? namespace : undefined,
    label: host.getAttribute('label') ?? undefined,
    loadingLabel: host.getAttribute('loading-label') ?? undefined,
    showBalance: host.hasAttribute('show-balance'),
  }
}
