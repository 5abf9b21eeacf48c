import type { Namespace } from '@latchkey/core'
import { getWalletLink } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { phoneTexts } from '../../../i18n/messages/phone.js'
import { useTexts } from '../../../i18n/useTexts.js'
import { useShell } from '../../../router/ShellContext.js'
import { AppLinkButton } from './AppLinkButton.js'

/** While a request waits in a wallet on this phone: the way there. Nothing for other wallets. */
export function OpenWallet({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(phoneTexts)
  const link = getWalletLink(modal, { namespace })
  return link ? <AppLinkButton text={t('phoneOpen', { wallet: link.name })} link={link} isPrimary /> : null
}
