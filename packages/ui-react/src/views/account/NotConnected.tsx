import type { Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { accountPartTexts } from '../../i18n/messages/accountParts.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { useShell } from '../../router/ShellContext.js'

/** Stands in for an account that is gone, as when another tab has disconnected it. */
export function NotConnected({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(accountPartTexts)
  return (
    <div className="body">
      <Empty icon="wallet" title={t('notConnected')} />
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => push(modal, { view: 'Connect', params: { namespace } })}
      >
        {t('buttonConnect')}
      </button>
    </div>
  )
}
