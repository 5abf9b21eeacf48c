import type { ModalState } from '@latchkey/core'
import { replace, reset } from '@latchkey/core/controllers'
import { resetNames } from '@latchkey/core/internal'
import { type ComponentType, type ReactElement, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { nameTexts } from '../../i18n/messages/names.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { Ended } from '../../primitives/Ended/Ended.js'
import { useShell } from '../../router/ShellContext.js'

export { RegisterAccountNameSuccessView as View }
export const Title: ComponentType = () => useTexts(nameTexts)('nameDoneTitle')

const selectName = ({ names }: ModalState): string | undefined =>
  names?.step === 'registered' ? names.name : undefined

/** Says what the account is called from now on. [S2.2] */
export function RegisterAccountNameSuccessView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(nameTexts)
  const current = useModalState(selectName)
  // it stays for a moment after it was left
  const [first] = useState(current)
  const name = current ?? first
  if (!name)
    return (
      <Ended
        title={t('nameNone')}
        text={t('nameNoneText')}
        action={t('nameChoose')}
        onAction={() => replace(modal, { view: 'RegisterAccountName', params: undefined })}
      />
    )
  return (
    <div className="body">
      <div role="status">
        <Empty icon="check" title={t('nameDone', { name })} text={t('nameDoneText')} />
      </div>
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => {
          resetNames(modal)
          reset(modal, { view: 'Account', params: undefined })
        }}
      >
        {t('done')}
      </button>
    </div>
  )
}
