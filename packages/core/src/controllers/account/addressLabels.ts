import { internals, type Modal } from '../../modal.js'

/** Shows a name of the app's choice in place of an address. */
export function addAddressLabel(
  modal: Modal,
  { address, label }: { readonly address: string; readonly label: string },
): void {
  modal[internals].store.setState((state) => ({
    ...state,
    addressLabels: { ...state.addressLabels, [address.toLowerCase()]: label },
  }))
}

export function removeAddressLabel(modal: Modal, { address }: { readonly address: string }): void {
  modal[internals].store.setState((state) => {
    const { [address.toLowerCase()]: _removed, ...addressLabels } = state.addressLabels
    return { ...state, addressLabels }
  })
}
