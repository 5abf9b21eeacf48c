import { type ReactElement, useCallback, useRef, useState } from 'react'
import { showCopied } from '../hooks/useCopy.js'
import { useShell } from '../hooks/useShell.js'
import { Icon } from './Icon.js'

type CopyLinkProps = {
  /** Undefined until the link is ready. */
  readonly uri: string | undefined
  /** The accessible name of the link. */
  readonly label: string
}

/** Copies the link of the current code. If the clipboard is not available, shows the link to copy by hand. */
export function CopyLink({ uri, label }: CopyLinkProps): ReactElement {
  const { modal, t } = useShell()
  const [isByHand, setByHand] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const onCopied = useCallback(() => {
    setByHand(false)
    showCopied(modal, true, { text: t('linkCopied') })
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
  const onCopiedByHand = useCallback(() => {
    // the field, which has the focus, goes away
    button.current?.focus({ preventScroll: true })
    onCopied()
  }, [onCopied])
  return (
    <>
      <button className="btn" part="button" type="button" disabled={!uri} onClick={() => void copy()} ref={button}>
        <Icon name="copy" />
        {t('copyLink')}
      </button>
      {isByHand && uri && <LinkField key={uri} uri={uri} label={label} onCopied={onCopiedByHand} />}
    </>
  )
}

type LinkFieldProps = { readonly uri: string; readonly label: string; readonly onCopied: () => void }

function LinkField({ uri, label, onCopied }: LinkFieldProps): ReactElement {
  const { t } = useShell()
  const select = useCallback(
    (input: HTMLInputElement | null) => {
      input?.focus()
      input?.select()
      // the older API, which needs a selection and may be allowed where the clipboard is not
      if (input?.ownerDocument.execCommand?.('copy')) onCopied()
    },
    [onCopied],
  )
  return (
    <label className="by-hand">
      <span className="muted">{t('copyByHand')}</span>
      <input part="input" readOnly aria-label={label} value={uri} dir="ltr" ref={select} />
    </label>
  )
}
