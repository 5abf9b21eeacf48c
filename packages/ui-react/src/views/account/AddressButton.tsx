import { toShortAddress } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { Icon } from '../../primitives/Icon/Icon.js'
import { useShell } from '../../router/ShellContext.js'

export type AddressButtonProps = { readonly address: string; readonly label?: string | undefined }

/** The name or short address; a press copies the whole one. */
export function AddressButton({ address, label }: AddressButtonProps): ReactElement {
  const { modal, t } = useShell()
  const onCopy = async (): Promise<void> => {
    try {
      await modal.env.window()?.navigator.clipboard.writeText(address)
      showToast(modal, { variant: 'success', message: { code: 'ADDRESS_COPIED' } })
    } catch {
      // no permission, or no clipboard outside a secure context
      showToast(modal, { variant: 'error', message: { code: 'COPY_FAILED' } })
    }
  }
  return (
    <button className="address" type="button" title={address} onClick={() => void onCopy()}>
      <span>{label ?? toShortAddress(address)}</span>
      <Icon name="copy" />
      <span className="sr">{t('copyAddress')}</span>
    </button>
  )
}
