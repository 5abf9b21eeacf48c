import { internals, type Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'
import { parseCaipAddress } from '../../utils/parseCaipAddress.js'

/** How many accounts are remembered that chose not to sign in. */
const mostDeclined = 20

/** Whether this account, on whichever network, chose not to sign in: here, before a reload, or in another tab. */
export function isDeclined(modal: Modal, caipAddress: CaipAddress): boolean {
  return read(modal).includes(toKey(caipAddress))
}

/** Not asked again by itself, until it is connected anew. */
export function decline(modal: Modal, caipAddress: CaipAddress): void {
  write(modal, [toKey(caipAddress), ...read(modal).filter((key) => key !== toKey(caipAddress))])
}

export function forgetDeclined(modal: Modal, caipAddress: CaipAddress): void {
  if (isDeclined(modal, caipAddress))
    write(
      modal,
      read(modal).filter((key) => key !== toKey(caipAddress)),
    )
}

function toKey(caipAddress: CaipAddress): string {
  const { namespace = '', address = '' } = parseCaipAddress(caipAddress) ?? {}
  return `${namespace}:${namespace === 'eip155' ? address.toLowerCase() : address}`
}

function read(modal: Modal): readonly string[] {
  const { declinedSignIns } = modal[internals].persistence.read()
  return Array.isArray(declinedSignIns) ? declinedSignIns.filter((key) => typeof key === 'string') : []
}

function write(modal: Modal, keys: readonly string[]): void {
  modal[internals].persistence.update((data) => ({ ...data, declinedSignIns: keys.slice(0, mostDeclined) }))
}
