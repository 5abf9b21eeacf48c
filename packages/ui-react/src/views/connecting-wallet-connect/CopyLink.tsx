import { showToast } from '@latchkey/core/controllers'
import { type ReactElement, useCallback, useState } from 'react'
import { pairingTexts } from '../../i18n/messages/pairing.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { useShell } from '../../router/ShellContext.js'

/** Copies the link that the code says now. Where the clipboard is out of reach, shows it to be copied by hand. */
export function CopyLink({ uri }: { readonly uri: string | undefined }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(pairingTexts)
  const [isByHand, setByHand] = useState(false)
  const onCopied = useCallback(() => {
    setByHand(false)
    showToast(modal, { variant: 'success', message: { text: t('linkCopied') } })
  }, [modal, t])
  const copy = async (): Promise<void> => {
    try {
      await modal.env.window()?.navigator.clipboard.writeText(uri ?? '')
      onCopied()
    } catch {
      // no permission, or no clipboard outside a secure context
      setByHand(true)
    }
  }
  return (
    <>
      <button className="btn" type="button" disabled={!uri} onClick={() => void copy()}>
        <Icon name="copy" />
        {t('copyLink')}
      </button>
      {isByHand && uri && <LinkField key={uri} uri={uri} onCopied={onCopied} />}
    </>
  )
}

type LinkFieldProps = { readonly uri: string; readonly onCopied: () => void }

function LinkField({ uri, onCopied }: LinkFieldProps): ReactElement {
  const t = useTexts(pairingTexts)
  const select = useCallback(
    (input: HTMLInputElement | null) => {
      input?.focus()
      input?.select()
      // the older way, which needs a selection and may be allowed where the clipboard is not
      if (input?.ownerDocument.execCommand?.('copy')) onCopied()
    },
    [onCopied],
  )
  return (
    <label className="by-hand">
      <span className="muted">{t('copyByHand')}</span>
      <input readOnly aria-label={t('pairingLink')} value={uri} dir="ltr" ref={select} />
    </label>
  )
}
